import { useState } from 'react'
import type { Profile } from '@/data/account/profiles'
import { errorSentence } from '@/lib/errors'
import { Button } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Card } from '@/ui/page/card'
import { onDemand } from '@/ui/page/on-demand'

const DeleteAccount = onDemand(async () => (await import('./delete-account')).DeleteAccount)

/** The last card of the page: deleting the account. */
export function DangerCard({ profile }: { profile: Profile }) {
  const [leaving, setLeaving] = useState(false)
  const isHeld = profile.death_review === 'pending' || profile.death_review === 'approved'
  return (
    <Card
      title="Danger Zone"
      actions={
        isHeld ? undefined : (
          <Button variant="danger" onClick={() => setLeaving(true)}>
            Delete Account
          </Button>
        )
      }
    >
      <p className="max-w-prose">
        Deletes your account with everything in it, for good. It cannot be brought back.
      </p>
      {isHeld ? (
        <Notice className="mt-5" title="Your account cannot be deleted now">
          {errorSentence({ code: 'death_under_review' })}
        </Notice>
      ) : null}
      {leaving && !isHeld ? <DeleteAccount onClose={() => setLeaving(false)} /> : null}
    </Card>
  )
}
