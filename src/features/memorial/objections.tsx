import { type ReactNode, useState } from 'react'
import { isReleased, type Profile } from '@/data/account/profiles'
import { type Objection, useWithdrawObjection } from '@/data/memorial/objections'
import { formatDate, formatDateTime } from '@/lib/dates'
import { inWords } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { FailureLine } from '@/ui/base/failure'
import { Notice, takeFocus } from '@/ui/base/notice'
import { inDialog, onDemand } from '@/ui/late'

const ObjectionDialog = onDemand(async () => (await import('./objection-dialog')).ObjectionDialog, inDialog)

interface Props {
  owner: Pick<Profile, 'user_id' | 'full_name' | 'death_review' | 'release_at'>
  /** Oldest first; undefined until they are read. */
  objections: readonly Objection[] | undefined
  /** Whether the plan is open already, as its owner had opened it. */
  canView: boolean
  /** What else the reader can do. It comes first, so that it stays where it is when the objections have come. */
  children?: ReactNode
}

/** Whether a certificate waits: for a decision, or for the end of the waiting period. */
export function isCertificateWaiting(owner: Pick<Profile, 'death_review' | 'release_at'>): boolean {
  return owner.death_review === 'pending' || (owner.death_review === 'approved' && !isReleased(owner))
}

/** While a certificate waits: who said that something is wrong with it, the way to say so, and to take it back. */
export function Objections({ owner, objections: read, canView, children }: Props) {
  const objections = read ?? []
  const { user_id: ownerId } = owner
  const ownerName = owner.full_name ?? 'the owner'
  const [dialog, setDialog] = useState<'open' | 'closed' | null>(null)
  const withdraw = useWithdrawObjection(ownerId)
  const standing = objections.filter(({ withdrawn_at }) => withdrawn_at === null)
  const mine = standing.find(({ is_mine }) => is_mine)
  // The button that was pressed is gone.
  const wasPressed = (dialog === 'closed' && mine) || withdraw.isSuccess
  const focused = { ref: wasPressed ? takeFocus : undefined, tabIndex: -1 }
  const opensLater =
    canView || owner.death_review === 'approved' ? null : opensLaterWords(objections, ownerName)
  return (
    <div className="mb-6 grid gap-3 print:hidden">
      {standing.length > 0 ? (
        <Notice
          key={String(mine !== undefined)}
          {...focused}
          tone="warning"
          title={`${namesOf(standing)} told us that something is wrong with the certificate`}
          action={
            mine ? (
              <Button
                busy={withdraw.isPending}
                busyLabel="Withdrawing..."
                onClick={() => withdraw.mutate(undefined)}
              >
                Withdraw it
              </Button>
            ) : undefined
          }
        >
          <p>We’re looking into it. {opensLater}</p>
          {mine ? (
            <p className="wrap-anywhere whitespace-pre-line">
              You wrote on {formatDate(mine.objected_at)}: “{mine.words}” Only the people who check
              certificates can read that.
            </p>
          ) : null}
          <FailureLine problem={withdraw.error}>It wasn’t withdrawn:</FailureLine>
        </Notice>
      ) : objections.length > 0 ? (
        <Notice
          {...focused}
          title={`${namesOf(objections)} told us that something is wrong with the certificate, and withdrew it`}
        >
          {opensLater}
        </Notice>
      ) : null}
      <div className="row-of-actions items-center empty:hidden">
        {children}
        {mine || !read ? null : (
          <Button
            ref={dialog === 'closed' ? takeFocus : undefined}
            variant="quiet"
            icon="warning"
            onClick={() => setDialog('open')}
          >
            Is something wrong?
          </Button>
        )}
      </div>
      {dialog === 'open' ? (
        <ObjectionDialog ownerId={ownerId} ownerName={ownerName} onClose={() => setDialog('closed')} />
      ) : null}
    </div>
  )
}

function namesOf(objections: readonly Objection[]): string {
  const others = objections.flatMap(({ is_mine, person_name }) => (is_mine ? [] : [person_name]))
  return inWords(others.length < objections.length ? ['You', ...others] : others)
}

function opensLaterWords([first]: readonly Objection[], ownerName: string): string | null {
  return first?.opens_at
    ? `${ownerName}’s plan won’t open before ${formatDateTime(first.opens_at)}, even if the certificate is approved.`
    : null
}
