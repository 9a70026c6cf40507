import { useId, useState } from 'react'
import { Button } from '@/ui/base/button'
import { isTooSoon, useCooldown } from '@/ui/hooks/use-cooldown'
import { errorSentence } from '@/words/refusals'

export interface ResendCodeProps {
  /** When the last code was asked for, in milliseconds; null for never. */
  sentAt: number | null
  /** Asks for another code. Rejects when no code was sent. */
  resend: () => Promise<unknown>
  /** Called when a code was sent, now or within the last minute. */
  onSent: () => void
}

/** "Resend code", disabled for a minute after each code. */
export function ResendCode({ sentAt, resend, onSent }: ResendCodeProps) {
  const wordsId = useId()
  const waiting = useCooldown(sentAt)
  const [state, setState] = useState<'idle' | 'busy' | 'sent' | { problem: string; passes: boolean }>('idle')
  // The message that it was too soon is only true for a minute.
  const problem = typeof state === 'object' && (waiting || !state.passes) ? state.problem : null

  const send = async () => {
    setState('busy')
    try {
      await resend()
      setState('sent')
      onSent()
    } catch (error) {
      setState({ problem: errorSentence(error), passes: isTooSoon(error) })
      if (isTooSoon(error)) onSent()
    }
  }

  return (
    <div className="-ml-3 max-w-full min-w-0 sm:-mr-3 sm:ml-0 sm:text-right">
      <Button
        variant="quiet"
        onClick={() => void send()}
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
