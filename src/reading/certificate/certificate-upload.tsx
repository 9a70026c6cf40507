import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { needsAnother, type Profile } from '@/data/account/profiles'
import {
  certificateLink,
  certificateWaitQuery,
  UNTIL_LIFTED,
  useIsSubmitting,
} from '@/data/memorial/death-certificates'
import { formatDateTime } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/stored-names'
import { isStoppedByOwner, ReachUs } from '@/reading/notices/review-words'
import { Badge, type BadgeTone } from '@/ui/base/badge'
import { Card } from '@/ui/base/card'
import { Notice } from '@/ui/base/notice'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { inPage, onDemand } from '@/ui/late'
import { DescriptionList } from '@/ui/lists/description-list'
import { OpenFileButton } from '@/ui/media/file-buttons'
import { BehindButton } from './behind-button'
import type { CertificateFormProps } from './certificate-form'

const statuses: Record<Profile['death_review'], { words: string; tone: BadgeTone }> = {
  none: { words: 'No certificate', tone: 'neutral' },
  pending: { words: 'Under review', tone: 'waiting' },
  approved: { words: 'Approved', tone: 'good' },
  rejected: { words: 'Rejected', tone: 'warning' },
}

// Few people come to submit a certificate.
const SubmitCertificate = onDemand(
  async () => (await import('./certificate-form')).SubmitCertificate,
  inPage({ loading: 'Loading the form', errorTitle: 'Unable to load the form', cards: 1 }),
)

const stoppedStatus = { words: 'Stopped', tone: 'neutral' } as const
const needsAnotherStatus = { words: 'Another photo needed', tone: 'waiting' } as const

export interface DeathCertificateProps extends Pick<CertificateFormProps, 'intro' | 'consequence'> {
  /** The button behind which the form is, as long as no certificate was submitted. */
  behind: string
  owner: Profile
  /** When the last certificate was submitted, an ISO timestamp; null when none was. */
  submittedAt: string | null
  /** Called when the link to the certificate was made. */
  onOpened?: () => void
  /** Said once the certificate was approved: that no other is taken. */
  approvedWords: string
  /** Said when the owner ended the last review or release. */
  stoppedWords: { title: string; text: string; more?: ReactNode }
}

/** Shows the certificate's review and, while a certificate is wanted, the form to submit one. */
export function DeathCertificate({
  owner,
  submittedAt,
  onOpened,
  approvedWords,
  stoppedWords,
  behind,
  ...form
}: DeathCertificateProps) {
  const { death_review: review, death_certificate_path: path, death_reviewed_at: reviewedAt } = owner
  const isSubmitting = useIsSubmitting(owner.user_id)
  const stopped = isStoppedByOwner(owner)
  const isSetAside = needsAnother(owner)
  const status = stopped ? stoppedStatus : isSetAside ? needsAnotherStatus : statuses[review]
  const updatedAt = reviewedAt ?? submittedAt
  const wanted = review === 'none' || review === 'rejected'
  // Nearly always a certificate that was rejected or stopped is what makes a person wait. Submitting says the same.
  const wait = useQuery({ ...certificateWaitQuery(owner.user_id), enabled: review === 'rejected' })
  const isOver = useHasCome(wait.data)
  const untilLifted = wait.data === UNTIL_LIFTED
  const isWaiting = Boolean(wait.data) && !isOver
  const open = async (certificate: string) => {
    const link = await certificateLink(certificate)
    onOpened?.()
    return link
  }
  const box = useRef<HTMLDivElement>(null)
  const wasSending = useRef(false)
  useEffect(() => {
    // Submitting removes the focused element, so the focus moves here and a screen reader reads the new state.
    if (!wanted && wasSending.current) box.current?.focus()
    wasSending.current = isSubmitting || (wanted && wasSending.current)
  }, [wanted, isSubmitting])

  return (
    <Card title="Death certificate" aside={<Badge tone={status.tone}>{status.words}</Badge>}>
      <div ref={box} tabIndex={-1} className="rounded-small outline-offset-8">
        {/* Without one, the badge says so. */}
        {path === null ? null : (
          <>
            <DescriptionList
              items={[
                { term: 'File', value: fileNameOf(path) },
                ...(updatedAt ? [{ term: 'Last updated', value: formatDateTime(updatedAt) }] : []),
                ...(review === 'approved' ? [{ term: 'Approved', value: formatDateTime(reviewedAt) }] : []),
              ]}
            />
            <div className="mt-5 flex flex-wrap gap-3 print:hidden">
              <OpenFileButton link={() => open(path)}>View certificate</OpenFileButton>
            </div>
          </>
        )}
        {wanted ? null : (
          <p className="mt-5 text-ink-soft">
            {review === 'approved' ? approvedWords : 'Another can’t be added during the review.'}
          </p>
        )}
        {review === 'rejected' ? (
          <Notice
            tone={stopped ? 'info' : 'warning'}
            className="mt-5"
            title={stopped ? stoppedWords.title : 'The last certificate wasn’t accepted'}
          >
            {stopped ? (
              <>
                <p>{stoppedWords.text}</p>
                {stoppedWords.more}
              </>
            ) : (
              <p className="wrap-anywhere whitespace-pre-line">
                {owner.death_review_message
                  ? `A note from the person who checked it: “${owner.death_review_message}”`
                  : 'There may be a simple reason, such as a missing or unreadable page.'}
              </p>
            )}
            <ReachUs />
          </Notice>
        ) : null}
        {isSetAside ? (
          <Notice tone="warning" className="mt-5" title="We need another photo of the certificate">
            <p>
              We couldn’t check the last one as it is. Nothing was rejected: please send another photo below.
            </p>
            {owner.death_review_message ? (
              <p className="wrap-anywhere whitespace-pre-line">
                A note from the person who checked it: “{owner.death_review_message}”
              </p>
            ) : null}
            <ReachUs />
          </Notice>
        ) : null}
      </div>
      {!wanted || wait.isLoading ? null : isWaiting ? (
        <Notice
          className="mt-5"
          title={
            untilLifted
              ? 'You can’t submit another certificate for now'
              : `You can submit another certificate from ${formatDateTime(wait.data)}`
          }
        >
          {untilLifted ? (
            <>
              <p>
                Several certificates you submitted were stopped, so we have to talk to you first. Anyone else
                who was named can submit one.
              </p>
              <ReachUs />
            </>
          ) : (
            <p>Until then, anyone else who was named can submit one.</p>
          )}
        </Notice>
      ) : (
        <BehindButton label={review === 'none' && !isSetAside ? behind : undefined}>
          <SubmitCertificate ownerId={owner.user_id} {...form} />
        </BehindButton>
      )}
    </Card>
  )
}
