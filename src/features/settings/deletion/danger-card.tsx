import { useState } from 'react'
import { useHeldUntil } from '@/account/new-browser-notice'
import type { Profile } from '@/data/account/profiles'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Notice } from '@/ui/base/notice'
import { inDialog, onDemand } from '@/ui/late'
import { errorSentence } from '@/words/refusals'
import { useDeletionRefusal } from './deletion-refusal'

const DeleteAccount = onDemand(async () => (await import('./delete-account')).DeleteAccount, inDialog)

/** The last card of the page: deleting the account. */
export function DangerCard({ profile }: { profile: Profile }) {
  const [leaving, setLeaving] = useState(false)
  const heldUntil = useHeldUntil()
  const refusal = useDeletionRefusal(profile)
  return (
    <Card
      title="Danger Zone"
      actions={
        refusal ? undefined : (
          <Button variant="danger" disabled={heldUntil !== null} onClick={() => setLeaving(true)}>
            Delete Account
          </Button>
        )
      }
    >
      <p className="max-w-prose">
        Permanently deletes your account and everything in it. This can’t be undone.
      </p>
      {refusal ? (
        <Notice className="mt-5" title="You can’t delete your account now">
          {/* How to stop it is said at the top of the page once a certificate was approved. */}
          {profile.death_review === 'approved'
            ? 'As long as the death certificate for you counts, nothing can be deleted, so no one else can delete a plan in your name.'
            : errorSentence({ code: refusal })}
        </Notice>
      ) : null}
      {leaving && !refusal ? <DeleteAccount onClose={() => setLeaving(false)} /> : null}
    </Card>
  )
}
