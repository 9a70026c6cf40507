import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { StopOutcome } from '@/data/account/stop-link'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'
import { Page } from '@/ui/page/page'

/** /stop: where the link in a mail to the owner leads. Opening it does nothing, because mail robots open links too. */
export function Component() {
  const { hash } = useLocation()
  const { outcome, problem, busy, stop } = useStop(hash.slice(1))
  return (
    <div className="py-10 sm:py-16">
      <Page
        title="I'm alive: stop this"
        width="narrow"
        intro={
          outcome
            ? undefined
            : "A death certificate was submitted for you in Heartwood. If you're alive, press the button."
        }
      >
        {outcome ? (
          <Outcome outcome={outcome} />
        ) : (
          <>
            <p className="mb-6">
              We'll reject the certificate, close your plan right away and tell everyone who has accepted your
              invitation that you stopped it. Nothing in your plan will be lost.
            </p>
            <Button variant="primary" busy={busy} busyLabel="Stopping..." onClick={() => void stop()}>
              I'm alive: stop this
            </Button>
            {problem ? (
              <Notice tone="danger" role="alert" className="mt-6" title="We couldn't stop it just now">
                <p>{problem}</p>
              </Notice>
            ) : null}
          </>
        )}
      </Page>
    </div>
  )
}

function useStop(token: string) {
  const [outcome, setOutcome] = useState<StopOutcome | null>(token ? null : 'link_not_valid')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const stop = async () => {
    setBusy(true)
    setProblem(null)
    try {
      const { stopByLink } = await import('@/data/account/stop-link')
      setOutcome(await stopByLink(token))
    } catch (error) {
      setProblem(errorSentence(error))
    }
    setBusy(false)
  }
  return { outcome, problem, busy, stop }
}

const words: Record<StopOutcome, { tone: 'good' | 'warning'; title: string; text: string }> = {
  stopped: {
    tone: 'good',
    title: 'Stopped',
    text: "Your plan is closed, and we're telling everyone who has accepted your invitation that you're alive. Sign in to look at your plan.",
  },
  nothing_to_stop: {
    tone: 'good',
    title: "There's nothing to stop",
    text: 'This certificate is no longer valid, or the link is more than 30 days old. Sign in to see the current state.',
  },
  link_not_valid: {
    tone: 'warning',
    title: "This link doesn't work",
    text: 'Part of it may be missing. Open it from the email again, or sign in: the same button is at the top of every page.',
  },
}

function Outcome({ outcome }: { outcome: StopOutcome }) {
  const { tone, title, text } = words[outcome]
  return (
    <Notice
      tone={tone}
      role="status"
      title={title}
      action={
        <ButtonLink variant="primary" to={paths.auth()}>
          Sign in
        </ButtonLink>
      }
    >
      <p>{text}</p>
    </Notice>
  )
}
