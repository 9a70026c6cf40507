import { useId, useState } from 'react'
import { requestCode } from '@/data/session'
import { Button } from '@/ui/button'
import { useCooldown } from './cooldown'
import { isTooSoon, sendProblem } from './sign-in-problems'

interface Props {
  email: string
  sentAt: number | null
  /** A code is under way, this one or one that was sent within the last minute. */
  onSent: () => void
}

/** "Resend code", which rests for a minute after each code. */
export function ResendCode({ email, sentAt, onSent }: Props) {
  const wordsId = useId()
  const waiting = useCooldown(sentAt)
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | { problem: string; passes: boolean }>('idle')
  // That it was too soon is true for a minute only.
  const problem = typeof state === 'object' && (waiting || !state.passes) ? state.problem : null

  const resend = async () => {
    setState('busy')
    try {
      await requestCode(email)
      setState('sent')
      onSent()
    } catch (error) {
      setState({ problem: sendProblem(error), passes: isTooSoon(error) })
      if (isTooSoon(error)) onSent()
    }
  }

  return (
    <div className="-ml-3 max-w-full min-w-0 sm:-mr-3 sm:ml-0 sm:text-right">
      <Button
        variant="quiet"
        onClick={() => void resend()}
        disabled={waiting}
        busy={state === 'busy'}
        busyLabel="Sending code..."
        aria-describedby={wordsId}
      >
        Resend code
      </Button>
      <div id={wordsId} role="status" className="px-3 text-small text-ink-soft">
        {state === 'sent' && waiting ? <p>A new code is on its way.</p> : null}
        {problem !== null ? (
          <p className="font-semibold text-danger">{problem}</p>
        ) : waiting ? (
          <p>You can ask for another code in a minute.</p>
        ) : null}
      </div>
    </div>
  )
}
