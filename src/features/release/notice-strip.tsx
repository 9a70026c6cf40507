import { Link, useLocation } from 'react-router-dom'
import type { ReleaseNotice } from '@/data/memorial/release-notices'
import { formatDateTime } from '@/lib/dates'
import { asRouted, isAtOrBelow, paths } from '@/lib/paths'
import { reviewTimeWords } from '@/reading/notices/review-words'
import { Button } from '@/ui/base/button'
import { Icon } from '@/ui/base/icons'
import { Strip } from '@/ui/base/notice'
import { useHasCome } from '@/ui/hooks/use-is-past'

interface Props {
  notices: readonly ReleaseNotice[]
  /** Called with the notice that the person put away; what happens later brings a new one. */
  onPutAway: (notice: ReleaseNotice) => void
}

/** What no page of the plan says by itself. */
const saidNowhere = new Set(['certificate_rejected', 'release_stopped'])
/** What the memorial says, but none of the pages below it. */
const saidOnMemorial = new Set(['certificate_needs_another', 'decision_taken_back'])

/** Whether the page tells what the notice does, or what anyone who reads that page must know already. */
function isTold({ action, owner_id }: ReleaseNotice, pathname: string): boolean {
  const memorial = paths.memorial(owner_id)
  if (saidNowhere.has(action)) return false
  return saidOnMemorial.has(action) ? asRouted(pathname) === memorial : isAtOrBelow(memorial, pathname)
}

/** Tells what last happened to each plan, with a link to its memorial. Several are folded into one line. */
export function NoticeStrip({ notices, onPutAway }: Props) {
  const { pathname } = useLocation()
  const shown = notices.filter((notice) => !isTold(notice, pathname))
  const lines = shown.map((notice) => (
    <li key={notice.event_id}>
      <Line
        notice={notice}
        isThere={asRouted(pathname) === paths.memorial(notice.owner_id)}
        onPutAway={() => onPutAway(notice)}
      />
    </li>
  ))
  if (shown.length === 0) return null
  return (
    <Strip className="border-t border-line bg-well">
      <div role="status">
        {shown.length === 1 ? (
          <ul>{lines}</ul>
        ) : (
          <details>
            <summary className="min-h-11 py-2 font-semibold">
              {shown.length} updates about people who have named you
            </summary>
            <ul className="mt-2 grid grid-cols-1 gap-4">{lines}</ul>
          </details>
        )}
      </div>
    </Strip>
  )
}

interface LineProps {
  notice: ReleaseNotice
  /** Whether the memorial that it is about is on the screen. */
  isThere: boolean
  onPutAway: () => void
}

function Line({ notice, isThere, onPutAway }: LineProps) {
  const isOpen = useHasCome(notice.release_at)
  const { title, text } = wordsOf(notice, isOpen)
  return (
    <div className="flex gap-3">
      <Icon name="info" className="mt-0.5 shrink-0 text-ink-soft" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start justify-between gap-x-8 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-semibold wrap-anywhere">{title}</p>
          <p>
            {text} {isThere ? null : <Link to={paths.memorial(notice.owner_id)}>Go to the plan</Link>}
          </p>
        </div>
        {/* Its words stand beside the title, or under the text where there is no room for both. */}
        <Button
          variant="quiet"
          className="-mx-3 sm:-my-2.5"
          aria-label={`Hide this: ${title}`}
          onClick={onPutAway}
        >
          Hide this
        </Button>
      </div>
    </div>
  )
}

interface Words {
  title: string
  text: string
}

function wordsOf({ action, owner_name, release_at }: ReleaseNotice, isOpen: boolean): Words {
  const owner = owner_name ?? 'someone who named you'
  switch (action) {
    case 'certificate_submitted':
      return {
        title: `A death certificate was submitted for ${owner}`,
        text: `Someone on our team is checking it.${reviewTimeWords()} You don’t need to do anything.`,
      }
    case 'certificate_needs_another':
      return {
        title: `We need another photo of the death certificate for ${owner}`,
        text: 'We couldn’t check the last one as it is. Nothing was rejected, and anyone they’ve named can send another one now.',
      }
    case 'decision_taken_back':
      return {
        title: `The death certificate for ${owner} is being checked again`,
        text: 'We’ve taken back the earlier decision. You don’t need to do anything.',
      }
    case 'certificate_rejected':
      return {
        title: `The death certificate for ${owner} wasn’t accepted`,
        text: 'Someone on our team checked it and couldn’t accept it. If they have died, you can submit another certificate.',
      }
    case 'release_stopped':
      return {
        title: `${owner} is alive and stopped the release`,
        text: 'The plan is closed. You don’t need to do anything.',
      }
    default:
      return isOpen
        ? {
            title: `${owner}’s plan is open`,
            text: 'The death was verified. You can read what your role allows. There’s no hurry.',
          }
        : {
            title: `${owner}’s death has been verified`,
            text: `The plan opens on ${formatDateTime(release_at)}. You don’t need to do anything until then.`,
          }
  }
}
