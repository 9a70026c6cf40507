import { useEffect, useState } from 'react'
import { type Subscription, useMembership } from '@/data/membership/membership'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'
import type { Offer } from '@/words/offers'
import { renewalWords } from './membership-words'

/** How often and for how long the database is asked after a visit to the payment provider, in milliseconds. */
const EVERY = 3000
const PATIENCE = 60_000

interface Props {
  subscription: Subscription | null
  /** What was bought, once the database has it. */
  bought: Offer | null
}

/**
 * After a checkout: shows the membership as the database has it, and "still confirming" until then. Returning from the
 * payment page does not prove that a payment was made.
 */
export function Confirmation({ subscription, bought }: Props) {
  const { isAsking, isFetching, askAgain } = useRepeatedReading(bought === null)
  if (bought) {
    return (
      <Notice
        tone="good"
        role="status"
        title="Your membership is confirmed. Thank you."
        action={
          <ButtonLink to={paths.dashboard} variant="primary">
            Go to your plan
          </ButtonLink>
        }
      >
        You’re a member: {bought.label}. Next renewal: {renewalWords(subscription)}
      </Notice>
    )
  }
  if (isAsking) {
    return (
      <Notice role="status" title="Still confirming your payment">
        This usually takes a few seconds. You don’t need to wait here.
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      role="status"
      title="Still confirming your payment"
      action={
        <Button icon="retry" busy={isFetching} busyLabel="Checking..." onClick={askAgain}>
          Check again
        </Button>
      }
    >
      This is taking longer than usual. If you’ve paid, nothing is lost, and you don’t need to pay again. Your
      membership will appear here as soon as the payment provider confirms it.
    </Notice>
  )
}

/** After a visit to the portal: what was paid, switched or canceled there reaches the database only afterward. */
export function AfterPortal() {
  useRepeatedReading(true)
  return (
    <Notice role="status" className="mb-6">
      If you’ve just paid or changed something, it usually appears here within a minute.
    </Notice>
  )
}

/** Reads the membership again and again for a minute, as long as that is wanted. */
function useRepeatedReading(isWanted: boolean) {
  const [isPatient, setPatient] = useState(true)
  const isAsking = isWanted && isPatient
  const { refetch, isFetching } = useMembership({ refetchInterval: isAsking ? EVERY : false })
  useEffect(() => {
    if (!isAsking) return
    const timer = setTimeout(() => setPatient(false), PATIENCE)
    return () => clearTimeout(timer)
  }, [isAsking])
  const askAgain = () => {
    setPatient(true)
    void refetch()
  }
  return { isAsking, isFetching, askAgain }
}
