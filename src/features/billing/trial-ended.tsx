import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Subscription } from '@/data/membership/membership'
import { planOverviewQuery } from '@/data/plan-overview'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/base/button'
import { focusHeading } from '@/ui/base/page'
import { MembershipCard } from './membership-card'
import { closedWords } from './membership-words'
import { closedTitle, needsAttention } from './needs-attention'
import { OfferCards } from './offer-cards'
import { PaymentButton } from './payment-button'

/** The text of the premium gate, above a screen that stays as it is. The membership and the offers are behind a button. */
export function TrialEnded({ subscription }: { subscription: Subscription | null }) {
  const title = useId()
  const offers = useId()
  const [isChoosing, setChoosing] = useState(false)
  const { data: overview } = useQuery(planOverviewQuery(useUser().id))
  const isEmpty = Object.values(overview?.counts ?? {}).every((count) => count === 0)
  const isUnpaid = subscription !== null && needsAttention(subscription)
  return (
    <section
      aria-labelledby={title}
      className="mb-10 rounded-card border border-line bg-sheet p-5 shadow-card sm:p-6 print:hidden"
    >
      <h2 id={title} className="text-heading">
        {closedTitle(subscription)}
      </h2>
      <p className="mt-2 max-w-prose">
        {closedWords(subscription)} What you’ve recorded is still yours: read, print, delete or{' '}
        <Link to={paths.settings}>export</Link> it whenever you like. Anyone you’ve named keeps their access.
      </p>
      <div className="row-of-actions mt-5">
        {isUnpaid ? <PaymentButton variant="primary" /> : null}
        <Button
          variant={isUnpaid ? 'quiet' : 'primary'}
          icon={isChoosing ? 'close' : 'chevron-down'}
          aria-expanded={isChoosing}
          aria-controls={offers}
          onClick={() => setChoosing(!isChoosing)}
        >
          Choose a plan
        </Button>
        {isEmpty ? null : (
          <Button variant="quiet" onClick={focusHeading}>
            Read what you’ve recorded
          </Button>
        )}
      </div>
      <div id={offers} hidden={!isChoosing} className="mt-6 border-t border-line pt-6">
        <MembershipCard
          title="Your membership"
          headingLevel={3}
          subscription={subscription}
          withoutTrial={Boolean(subscription?.plan)}
        />
        <div className="mt-5">
          <OfferCards headingLevel={3}>
            {(offer, words) => (
              <PaymentButton offer={offer} wide>
                {words}
              </PaymentButton>
            )}
          </OfferCards>
        </div>
      </div>
    </section>
  )
}
