import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isReleased, type Profile } from '@/data/account/profiles'
import { type Objection, objectionsQuery } from '@/data/memorial/objections'
import { formatDate, formatDateTime } from '@/lib/dates'
import { inWords } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { Notice, takeFocus } from '@/ui/base/notice'
import { inDialog, onDemand } from '@/ui/late'

const ObjectionDialog = onDemand(async () => (await import('./objection-dialog')).ObjectionDialog, inDialog)

interface Props {
  owner: Pick<Profile, 'user_id' | 'full_name' | 'death_review' | 'release_at'>
  /** Whether the plan is open already, as its owner had opened it. */
  canView: boolean
}

/** Whether a certificate waits: for a decision, or for the end of the waiting period. */
export function isCertificateWaiting(owner: Pick<Profile, 'death_review' | 'release_at'>): boolean {
  return owner.death_review === 'pending' || (owner.death_review === 'approved' && !isReleased(owner))
}

/** While a certificate waits: who said that something is wrong with it, and the way to say so. */
export function Objections({ owner, canView }: Props) {
  const { user_id: ownerId } = owner
  const ownerName = owner.full_name ?? 'the owner'
  const { data: objections } = useQuery(objectionsQuery(ownerId))
  const [dialog, setDialog] = useState<'open' | 'closed' | null>(null)
  // The memorial says the same without it.
  if (!objections) return null
  const mine = objections.find(({ is_mine }) => is_mine)
  return (
    <div className="mb-6 grid justify-items-start gap-3 empty:hidden print:hidden">
      {objections.length > 0 ? (
        <Notice
          ref={dialog === 'closed' && mine ? takeFocus : undefined}
          tabIndex={-1}
          tone="warning"
          title={titleOf(objections)}
        >
          <p>
            We're looking into it.{' '}
            {canView || owner.death_review === 'approved' ? '' : opensLater(objections, ownerName)}
          </p>
          {mine ? (
            <p className="wrap-anywhere whitespace-pre-line">
              You wrote on {formatDate(mine.objected_at)}: “{mine.words}” Only the people who check
              certificates can read that.
            </p>
          ) : null}
        </Notice>
      ) : null}
      {mine ? null : (
        <Button
          ref={dialog === 'closed' ? takeFocus : undefined}
          variant="quiet"
          icon="warning"
          className="-ml-3"
          onClick={() => setDialog('open')}
        >
          Something is wrong?
        </Button>
      )}
      {dialog === 'open' ? (
        <ObjectionDialog ownerId={ownerId} ownerName={ownerName} onClose={() => setDialog('closed')} />
      ) : null}
    </div>
  )
}

function titleOf(objections: readonly Objection[]): string {
  const others = objections.flatMap(({ is_mine, person_name }) => (is_mine ? [] : [person_name]))
  const names = others.length < objections.length ? ['You', ...others] : others
  return `${inWords(names)} told us that something is wrong with the certificate`
}

function opensLater([first]: readonly Objection[], ownerName: string): string {
  return first?.opens_at
    ? `${ownerName}'s plan won't open before ${formatDateTime(first.opens_at)}, even if the certificate is approved.`
    : ''
}
