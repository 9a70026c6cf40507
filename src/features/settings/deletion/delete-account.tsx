import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeleteAccount, useSendDeletionCode } from '@/data/account/account-deletion'
import { sendCode } from '@/data/account/email-codes'
import { membershipQuery } from '@/data/membership/membership'
import { invitationsQuery } from '@/data/people/designations'
import { planOverviewQuery } from '@/data/plan-overview'
import { useUser } from '@/data/session/session'
import { ConfirmDialog, Dialog } from '@/ui/dialog'
import { CodeForm } from '@/ui/forms/code-form'
import { joined } from '@/ui/page/joined'
import { whatGoes } from './lost-with-account'

/**
 * Deletes the account in two steps: what will be deleted, and a new code from the mailbox. After the deletion the
 * session ends, and with it this screen. The dialog is open for as long as it is on the page.
 */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { email } = useUser()
  const send = useSendDeletionCode(email)
  const [step, setStep] = useState<'sure' | 'sent' | 'code'>('sure')
  const [sentAt, setSentAt] = useState<number | null>(null)

  const handleSent = () => {
    setSentAt(Date.now())
    setStep('sent')
  }
  return (
    <>
      <ConfirmDialog
        open={step === 'sure'}
        onOpenChange={onClose}
        onClosed={() => setStep((current) => (current === 'sent' ? 'code' : current))}
        title="Are you absolutely sure?"
        consequence={<Consequence />}
        confirmLabel="Yes, Delete Everything"
        tone="danger"
        busyLabel="Sending code..."
        onConfirm={() => send.mutateAsync(undefined, { onSuccess: handleSent })}
      />
      {step === 'code' ? (
        <CodeStep email={email} sentAt={sentAt} onSent={() => setSentAt(Date.now())} onClose={onClose} />
      ) : null}
    </>
  )
}

/** Lists what will be deleted, as far as it could be counted. */
function Consequence() {
  const user = useUser()
  const plan = useQuery(planOverviewQuery(user.id))
  const invitations = useQuery(invitationsQuery(user.id))
  const membership = useQuery(membershipQuery(user.id))
  const { data, error } = joined(plan, invitations, membership)
  const lines = data ? whatGoes(...data) : []
  return (
    <div className="grid gap-3">
      <p>
        Your account is deleted for good, with everything in it and all files. Nobody can bring it back.
        {lines.length > 0 ? ' This goes:' : null}
      </p>
      {data || error ? null : <p className="text-ink-soft">Counting what is in it…</p>}
      {lines.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-6">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      <p>
        To take your data along, cancel, and choose "Export All Data" first. If you go on, we send a code to{' '}
        <strong className="wrap-anywhere">{user.email}</strong>; nothing is deleted before you have entered
        it.
      </p>
    </div>
  )
}

interface CodeStepProps {
  email: string
  sentAt: number | null
  onSent: () => void
  onClose: () => void
}

function CodeStep({ email, sentAt, onSent, onClose }: CodeStepProps) {
  const deletion = useDeleteAccount()
  return (
    <Dialog
      onClose={() => deletion.isPending || onClose()}
      title="Enter Code"
      description={
        <>
          We sent a 6-digit code to <strong className="wrap-anywhere">{email}</strong>. With it your account
          and everything in it is deleted at once.
        </>
      }
    >
      <CodeForm
        onCode={(code) => deletion.mutateAsync(code)}
        submit={{ label: 'Delete Account', busyLabel: 'Deleting...', tone: 'danger' }}
        sentAt={sentAt}
        resend={() => sendCode(email, 'account-deletion')}
        onSent={onSent}
        backLabel="Keep my account"
        onBack={onClose}
      />
    </Dialog>
  )
}
