import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDeleteAccount, useSendDeletionCode } from '@/data/account/account-deletion'
import { sendCode } from '@/data/account/email-codes'
import { useMembership } from '@/data/membership/membership'
import { hasLeftMemoriesQuery } from '@/data/memorial/memories'
import { invitationsQuery } from '@/data/people/designations'
import { planOverviewQuery } from '@/data/plan-overview'
import { useUser } from '@/data/session/session'
import { allLoaded } from '@/ui/base/loaded'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { FormDialog } from '@/ui/dialogs/form-dialog'
import { CodeForm } from '@/ui/forms/code-form'
import { whatGoes } from './lost-with-account'

const deletingWords = {
  title: 'Close while your account is being deleted?',
  consequence:
    'The code was sent, and if it’s right, your account is being deleted. Closing this doesn’t stop that.',
}

/**
 * Deletes the account in two steps: what will be deleted, and a new code from the mailbox. After the deletion the
 * session ends, and with it this screen. The dialog is open for as long as it is on the page.
 */
export function DeleteAccount({ onClose }: { onClose: () => void }) {
  const { email } = useUser()
  const send = useSendDeletionCode(email)
  const deletion = useDeleteAccount()
  const [sentAt, setSentAt] = useState<number | null>(null)
  /** Whether the first dialog was confirmed and has closed. */
  const [isSure, setSure] = useState(false)
  const handleSent = () => setSentAt(Date.now())

  return (
    <>
      <ConfirmDialog
        open={sentAt === null}
        onOpenChange={onClose}
        onClosed={() => setSure(true)}
        title="Are you absolutely sure?"
        consequence={<Consequence />}
        confirmLabel="Yes, Delete Everything"
        tone="danger"
        busyLabel="Sending code..."
        failureTitle="Unable to send code"
        onConfirm={() => send.mutateAsync(undefined, { onSuccess: handleSent })}
      />
      {isSure ? (
        <FormDialog
          unsaved={false}
          busy={deletion.isPending}
          whileBusy={deletingWords}
          onClose={onClose}
          title="Enter Code"
          description={
            <>
              We sent a 6-digit code to <strong className="wrap-anywhere">{email}</strong>. Once you enter it,
              your account and everything in it will be deleted.
            </>
          }
        >
          {(close) => (
            <CodeForm
              onCode={(code) => deletion.mutateAsync(code)}
              submit={{ label: 'Delete Account', busyLabel: 'Deleting...', tone: 'danger' }}
              sentAt={sentAt}
              resend={() => sendCode(email, 'account-deletion')}
              onSent={handleSent}
              backLabel="Keep my account"
              onBack={close}
            />
          )}
        </FormDialog>
      ) : null}
    </>
  )
}

/** Lists what will be deleted, as far as it could be counted. */
function Consequence() {
  const user = useUser()
  const plan = useQuery(planOverviewQuery(user.id))
  const invitations = useQuery(invitationsQuery(user.id))
  const membership = useMembership()
  const { data: hasLeftMemories = false } = useQuery(hasLeftMemoriesQuery(user.id))
  const { data, error } = allLoaded(plan, invitations, membership)
  const lines = data ? whatGoes(...data) : []
  return (
    <div className="grid gap-3">
      <p>
        Your account, everything in it and all your files will be permanently deleted. No one can restore it,
        not even us.
        {lines.length > 0 ? ' You’ll lose:' : null}
      </p>
      {data || error ? null : <p className="text-ink-soft">Counting what’s in it...</p>}
      {lines.length > 0 ? (
        <ul className="grid list-disc gap-1 pl-6">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      ) : null}
      {hasLeftMemories ? (
        <p>
          What you wrote in memory of someone stays with their family, under your name. If you don’t want
          that, delete it before you delete your account.
        </p>
      ) : null}
      <p>
        Want a copy first? Cancel and choose “Export All Data”. If you continue, we’ll send a code to{' '}
        <strong className="wrap-anywhere">{user.email}</strong>. Nothing is deleted until you’ve entered it.
      </p>
    </div>
  )
}
