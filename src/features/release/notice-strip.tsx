import { Link, useLocation } from 'react-router-dom'
import type { ReleaseNotice } from '@/data/memorial/release-notices'
import { formatDateTime } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { reviewTimeWords } from '@/plan/memorial/review-time'
import { Button } from '@/ui/button'
import { useHasCome } from '@/ui/hooks/use-has-come'
import { Icon } from '@/ui/icons'
import { Strip } from '@/ui/page/strip'

/** Tells what last happened to a plan and links to its memorial; notices about finished events can be dismissed. */
export function NoticeStrip({ notice, onPutAway }: { notice: ReleaseNotice; onPutAway: () => void }) {
  const { pathname } = useLocation()
  const isOpen = useHasCome(notice.release_at)
  const { title, text, standing, onMemorial } = wordsOf(notice, isOpen)
  const isThere = pathname === paths.memorial(notice.owner_id)
  if (isThere && onMemorial) return null
  return (
    <Strip className="border-t border-line bg-heart-wash">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <div role="status" className="flex min-w-0 flex-1 basis-72 gap-3">
          <Icon name="info" className="mt-0.5 shrink-0 text-heart" />
          <div className="min-w-0">
            <p className="font-semibold">{title}</p>
            <p>
              {text} {isThere ? null : <Link to={paths.memorial(notice.owner_id)}>Go to the memorial</Link>}
            </p>
          </div>
        </div>
        {standing ? null : (
          <Button variant="quiet" className="-mx-3" aria-label={`Hide this: ${title}`} onClick={onPutAway}>
            Hide this
          </Button>
        )}
      </div>
    </Strip>
  )
}

interface Words {
  title: string
  text: string
  /** Still in progress, so the notice cannot be dismissed. */
  standing?: boolean
  /** The memorial itself shows the same. */
  onMemorial?: boolean
}

function wordsOf({ action, owner_name, release_at }: ReleaseNotice, isOpen: boolean): Words {
  const owner = owner_name ?? 'somebody who named you'
  switch (action) {
    case 'certificate_submitted':
      return {
        title: `A death certificate was submitted for ${owner}`,
        text: `Someone on our team is checking it.${reviewTimeWords()} You don't need to do anything.`,
        standing: true,
        onMemorial: true,
      }
    case 'decision_taken_back':
      return {
        title: `The death certificate for ${owner} is being checked again`,
        text: 'The earlier decision was taken back. You do not need to do anything.',
        standing: true,
        onMemorial: true,
      }
    case 'certificate_rejected':
      return {
        title: `The death certificate for ${owner} was not accepted`,
        text: 'A person on our side checked it: it does not count. If they have died, another certificate can be submitted.',
      }
    case 'release_stopped':
      return {
        title: `${owner} is alive and stopped the release`,
        text: 'The plan is closed again. You do not need to do anything.',
      }
    default:
      return isOpen
        ? {
            title: `The plan of ${owner} is open`,
            text: 'The death was verified. You can read what your role allows. There is no hurry.',
            onMemorial: true,
          }
        : {
            title: `The death of ${owner} was verified`,
            text: `The plan opens on ${formatDateTime(release_at)}. You do not need to do anything until then.`,
            standing: true,
            onMemorial: true,
          }
  }
}
