import { useState } from 'react'
import { downloadText } from '@/browser/files/download'
import { toastDone } from '@/browser/toasts'
import { type Guest, useWithdrawGuest } from '@/data/service/guests'
import type { Service } from '@/data/service/services'
import { formatDate, formatDay, parseTimestamp } from '@/lib/dates'
import { phoneCell, toCsv } from '@/lib/files/csv'
import { telHref } from '@/lib/ways-to-contact'
import { Badge, type BadgeTone } from '@/ui/base/badge'
import { Button } from '@/ui/base/button'
import { FailureLine } from '@/ui/base/failure'
import { PageSection } from '@/ui/base/page'
import { useIsPast } from '@/ui/hooks/use-is-past'
import { inDialog, onDemand } from '@/ui/late'
import { PagedList } from '@/ui/lists/paged-list'
import { RemindGuests } from './remind-guests'
import { answeredEarlier, answerWords, countWords, mailWords, takenWords } from './service-words'

const TakeAnswerDialog = onDemand(
  async () => (await import('./take-answer-dialog')).TakeAnswerDialog,
  inDialog,
)

function exportCsv(guests: readonly Guest[], service: Service | null) {
  const csv = toCsv([
    [
      'Name',
      'Email',
      'Phone',
      'Answer',
      'People',
      'Message',
      'Answered',
      'Before the date changed',
      'Taken by phone by',
      'Invited',
      'Reminded',
      'Note',
    ],
    ...guests.map((guest) => [
      guest.name,
      guest.email,
      phoneCell(guest.phone),
      guest.answer === null ? null : guest.answer === 'yes' ? 'Yes' : 'No',
      guest.people === null ? null : String(guest.people),
      guest.message,
      formatDate(guest.answered_at),
      answeredEarlier(guest, service) ? 'Yes' : null,
      guest.answer_taken_by,
      formatDate(guest.invited_at),
      formatDate(guest.reminded_at),
      mailWords(guest),
    ]),
  ])
  downloadText(`heartwood-guests-${formatDay(new Date())}.csv`, csv, 'text/csv;charset=utf-8')
  toastDone({ title: 'Guest list exported' })
}

interface Props {
  ownerId: string
  service: Service | null
  guests: readonly Guest[]
}

/** Who was invited, what they answered, whom our email did not reach; and who can be reminded or has to be called. */
export function GuestList({ ownerId, service, guests }: Props) {
  const isOver = useIsPast(parseTimestamp(service?.starts_at)?.getTime() ?? null)
  const isToCome = service !== null && !service.is_called_off && !isOver
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
      intro={countWords(guests, service)}
      actions={
        <>
          <Button icon="print" onClick={() => window.print()}>
            Print the guest list
          </Button>
          <Button icon="document" onClick={() => exportCsv(guests, service)}>
            Export CSV
          </Button>
        </>
      }
    >
      {isToCome ? <RemindGuests ownerId={ownerId} service={service} guests={guests} /> : null}
      <PagedList framed label="Guest list" items={guests} itemClassName="p-5">
        {(guest) => <GuestRow guest={guest} service={service} takesAnswers={isToCome} />}
      </PagedList>
    </PageSection>
  )
}

const tones: Record<'yes' | 'no', BadgeTone> = { yes: 'good', no: 'neutral' }

interface RowProps {
  guest: Guest
  service: Service | null
  takesAnswers: boolean
}

function GuestRow({ guest, service, takesAnswers }: RowProps) {
  const withdraw = useWithdrawGuest()
  const [isAnswering, setIsAnswering] = useState(false)
  const { id, name, email, phone, answer, message, is_withdrawn } = guest
  const isEarlier = answeredEarlier(guest, service)
  const notes = [
    isEarlier ? 'They answered before the date changed.' : null,
    takenWords(guest),
    guest.reminded_at ? `Reminded on ${formatDate(guest.reminded_at)}.` : null,
    mailWords(guest),
  ].filter((note) => note !== null)
  const label =
    email === null
      ? is_withdrawn
        ? 'Put back on the list'
        : 'Take off the list'
      : is_withdrawn
        ? 'Let the link work again'
        : 'Withdraw invitation'
  const answerLabel = answer ? 'Change the answer' : 'Enter an answer'
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h3 className="text-title wrap-anywhere">{name}</h3>
        {email ? <p className="wrap-anywhere text-ink-soft">{email}</p> : null}
        {phone ? (
          <p>
            <a href={telHref(phone)} className="tall-link wrap-anywhere">
              {phone}
            </a>
          </p>
        ) : null}
        <div className="mt-2">
          <Badge tone={answer && !isEarlier ? tones[answer] : 'waiting'}>{answerWords(guest)}</Badge>
        </div>
        {message ? <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere">“{message}”</p> : null}
        {notes.length > 0 ? <p className="mt-2 max-w-prose text-ink-soft">{notes.join(' ')}</p> : null}
        <FailureLine problem={withdraw.error} className="mt-2">
          Unable to change the invitation:
        </FailureLine>
      </div>
      <div className="row-of-actions">
        {takesAnswers && !is_withdrawn ? (
          <Button variant="quiet" aria-label={`${answerLabel}: ${name}`} onClick={() => setIsAnswering(true)}>
            {answerLabel}
          </Button>
        ) : null}
        <Button
          variant="quiet"
          busy={withdraw.isPending}
          aria-label={`${label}: ${name}`}
          onClick={() => withdraw.mutate({ id, isWithdrawn: !is_withdrawn })}
        >
          {label}
        </Button>
      </div>
      {isAnswering ? <TakeAnswerDialog guest={guest} onClose={() => setIsAnswering(false)} /> : null}
    </div>
  )
}
