import { useState } from 'react'
import { toastDone } from '@/browser/toasts'
import { signOutEverywhere } from '@/data/session/sign-out'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'

/** Ends all of the person's sessions, for a lost phone or a shared device. */
export function SessionsCard() {
  const [asking, setAsking] = useState(false)
  return (
    <Card title="Your devices" actions={<Button onClick={() => setAsking(true)}>Sign out everywhere</Button>}>
      <p className="max-w-prose">
        You stay signed in on each device until you sign out. If you’ve lost one, or someone else can use it,
        sign out everywhere.
      </p>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Sign out everywhere?"
        consequence="You’ll be signed out here and on all other devices; a page that’s open elsewhere can stay readable for up to an hour. Anything you haven’t saved yet, here or there, may be lost. To come back, you’ll need a new code from your email. If someone else has access to your email, secure it first."
        confirmLabel="Sign out everywhere"
        busyLabel="Signing out..."
        onConfirm={async () => {
          await signOutEverywhere()
          toastDone({ title: 'Signed out', description: 'You’re signed out on all your devices.' })
        }}
      />
    </Card>
  )
}
