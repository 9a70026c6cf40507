import { type ReactNode, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { StopOutcome, Stoppable } from '@/data/account/stop-link'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import { Page } from '@/ui/base/page'
import { errorSentenceOfReading } from '@/words/refusals'

interface StopFrameProps {
  what: Stoppable
  /** The heading, and the button's words. */
  title: string
  intro: string
  busyLabel?: string
  /** What a press does. */
  children: ReactNode
  outcomes: Record<StopOutcome, Outcome>
  /** What is known before a press; then nothing is asked. */
  known?: Outcome | undefined
}

interface Outcome {
  tone: 'good' | 'warning'
  title: string
  text: string
  /** What more the owner can do, beside signing in. */
  more?: ReactNode
}

/** Where a link in an email to the owner leads. Opening it does nothing, because email robots open links too. */
export function StopFrame({
  what,
  title,
  intro,
  busyLabel = 'Stopping...',
  children,
  outcomes,
  known,
}: StopFrameProps) {
  const { hash } = useLocation()
  const { outcome, problem, busy, stop } = useStop(what, hash.slice(1))
  // A press that began before it was known still says how it ended.
  const said = outcome ? outcomes[outcome] : busy || problem ? undefined : known
  return (
    <div className="py-10 sm:py-16">
      <Page title={title} width="narrow" intro={said ? undefined : intro}>
        {said ? (
          <OutcomeNotice {...said} />
        ) : (
          <>
            <p className="mb-6">{children}</p>
            <Button variant="alarm" busy={busy} busyLabel={busyLabel} onClick={() => void stop()}>
              {title}
            </Button>
            {problem ? (
              <Notice tone="danger" role="alert" className="mt-6" title="We couldn’t stop it just now">
                <p>{problem}</p>
              </Notice>
            ) : null}
          </>
        )}
      </Page>
    </div>
  )
}

function useStop(what: StopFrameProps['what'], token: string) {
  const [outcome, setOutcome] = useState<StopOutcome | null>(token ? null : 'HW064')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { stopByLink } = await import('@/data/account/stop-link')
      setOutcome(await stopByLink(what, token))
    } catch (error) {
      setProblem(errorSentenceOfReading(error))
    }
    setBusy(false)
  }
  return { outcome, problem, busy, stop }
}

function OutcomeNotice({ tone, title, text, more }: Outcome) {
  return (
    <Notice
      tone={tone}
      role="status"
      title={title}
      action={
        <>
          <ButtonLink variant="primary" to={paths.auth()}>
            Sign in
          </ButtonLink>
          {more}
        </>
      }
    >
      <p>{text}</p>
    </Notice>
  )
}
