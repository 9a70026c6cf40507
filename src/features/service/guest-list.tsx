import { downloadText } from '@/browser/files/download'
import { toastDone } from '@/browser/toasts'
import { type Guest, useWithdrawGuest } from '@/data/service/guests'
import { formatDate, formatDay } from '@/lib/dates'
import { toCsv } from '@/lib/files/csv'
import { Badge, type BadgeTone } from '@/ui/base/badge'
import { Button } from '@/ui/base/button'
import { FailureLine } from '@/ui/base/failure'
import { PageSection } from '@/ui/base/page'
import { PagedList } from '@/ui/lists/paged-list'
import { answerWords, countWords, mailWords } from './service-words'

function exportCsv(guests: readonly Guest[]) {
  const csv = toCsv([
    ['Name', 'Email', 'Answer', 'People', 'Message', 'Invited', 'Note'],
    ...guests.map((guest) => [
      guest.name,
      guest.email,
      guest.answer === null ? null : guest.answer === 'yes' ? 'Yes' : 'No',
      guest.people === null ? null : String(guest.people),
      guest.message,
      formatDate(guest.invited_at),
      mailWords(guest),
    ]),
  ])
  downloadText(`heartwood-guests-${formatDay(new Date())}.csv`, csv, 'text/csv;charset=utf-8')
  toastDone({ title: 'Guest list exported' })
}

/** Who was invited, what they answered, and whom our email did not reach. */
export function GuestList({ guests }: { guests: readonly Guest[] }) {
  if (guests.length === 0) {
    return (
      <PageSection title="Guest list">
        <p className="text-ink-soft">No one has been invited yet.</p>
      </PageSection>
    )
  }
  return (
    <PageSection
      title="Guest list"
      intro={countWords(guests)}
      actions={
        <>
          <Button icon="print" onClick={() => window.print()}>
            Print the guest list
          </Button>
          <Button icon="document" onClick={() => exportCsv(guests)}>
            Export CSV
          </Button>
        </>
      }
    >
      <PagedList framed label="Guest list" items={guests} itemClassName="p-5">
        {(guest) => <GuestRow guest={guest} />}
      </PagedList>
    </PageSection>
  )
}

const tones: Record<'yes' | 'no', BadgeTone> = { yes: 'good', no: 'neutral' }

function GuestRow({ guest }: { guest: Guest }) {
  const withdraw = useWithdrawGuest()
  const { id, name, email, answer, message, is_withdrawn } = guest
  const note = mailWords(guest)
  const label = is_withdrawn ? 'Let the link work again' : 'Withdraw invitation'
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h3 className="text-title wrap-anywhere">{name}</h3>
        <p className="wrap-anywhere text-ink-soft">{email}</p>
        <div className="mt-2">
          <Badge tone={answer ? tones[answer] : 'waiting'}>{answerWords(guest)}</Badge>
        </div>
        {message ? <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">“{message}”</p> : null}
        {note ? <p className="mt-2 text-ink-soft">{note}</p> : null}
        <FailureLine problem={withdraw.error} className="mt-2">
          Unable to change the invitation:
        </FailureLine>
      </div>
      <Button
        variant="quiet"
        busy={withdraw.isPending}
        aria-label={`${label}: ${name}`}
        onClick={() => withdraw.mutate({ id, isWithdrawn: !is_withdrawn })}
      >
        {label}
      </Button>
    </div>
  )
}
