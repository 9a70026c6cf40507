import { toastDone } from '@/browser/toasts'
import { type NewBrowser, useAnswerForBrowser } from '@/data/account/new-browsers'
import { formatDateTime } from '@/lib/dates'
import { Button } from '@/ui/base/button'
import { Icon } from '@/ui/base/icons'
import { Strip } from '@/ui/base/notice'
import { focusHeading } from '@/ui/base/page'
import { useHasCome } from '@/ui/hooks/use-is-past'

/** Asks whether new browsers of the account are the person's own. */
export function NewBrowserStrip({ browsers }: { browsers: readonly NewBrowser[] }) {
  return (
    <Strip className="border-t border-line bg-heart-wash">
      <div role="status">
        <ul className="grid grid-cols-1 gap-4">
          {browsers.map((browser) => (
            <li key={browser.id}>
              <Question browser={browser} />
            </li>
          ))}
        </ul>
      </div>
    </Strip>
  )
}

function Question({ browser: { id, label, signed_in_at, held_until } }: { browser: NewBrowser }) {
  const answer = useAnswerForBrowser()
  const waitIsOver = useHasCome(held_until) || held_until === null
  // One person's browsers are often of one kind, and only the time tells them apart.
  const name = `${label ?? 'unknown browser'}, ${formatDateTime(signed_in_at)}`
  const say = (isMine: boolean) =>
    answer.mutate(
      { id, isMine },
      {
        onSuccess: () => {
          toastDone(
            isMine
              ? { title: 'Confirmed', description: 'That browser can do everything now.' }
              : {
                  title: 'Signed out there',
                  description:
                    'Someone else can read your email. Change the password of your email account now, so they can’t sign in again. A page that’s open there can stay readable for up to an hour.',
                  stays: true,
                },
          )
          focusHeading()
        },
      },
    )
  const isSaying = (isMine: boolean) => answer.isPending && answer.variables.isMine === isMine
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3">
      <div className="flex min-w-0 flex-1 basis-[26rem] gap-3">
        <Icon name="info" className="mt-0.5 shrink-0 text-heart" />
        <div className="min-w-0">
          <p className="font-semibold">A new browser signed in to your account. Was that you?</p>
          <p>
            {label ?? 'A browser we have no name for'}, on {formatDateTime(signed_in_at)}.{' '}
            {waitIsOver
              ? 'It can do everything here.'
              : `Until ${formatDateTime(held_until)}, it can’t share your plan, change when it opens, change who you’ve named, export everything, change your email address, or delete the account.`}
          </p>
        </div>
      </div>
      <div className="flex flex-wrap gap-3">
        <Button
          busy={isSaying(true)}
          busyLabel="Saving..."
          disabled={isSaying(false)}
          aria-label={`Yes, that’s me: ${name}`}
          onClick={() => say(true)}
        >
          Yes, that’s me
        </Button>
        <Button
          busy={isSaying(false)}
          busyLabel="Signing it out..."
          disabled={isSaying(true)}
          aria-label={`No, sign it out: ${name}`}
          onClick={() => say(false)}
        >
          No, sign it out
        </Button>
      </div>
    </div>
  )
}
