import { useId } from 'react'
import type { Subscription } from '@/data/membership/membership'
import { paths } from '@/lib/paths'
import { Button, ButtonLink } from '@/ui/button'
import { MembershipCard } from './membership-card'
import { closedWords } from './membership-words'
import { closedTitle, needsAttention } from './needs-attention'
import { OfferCards } from './offer-cards'
import { PaymentButton } from './payment-button'

/** The text of the premium gate, above a screen that stays as it is. */
export function TrialEnded({ subscription }: { subscription: Subscription | null }) {
  const title = useId()
  return (
    <section aria-labelledby={title} className="mb-14 border-b border-line pb-12 print:hidden">
      <h2 id={title} className="text-page">
        {closedTitle(subscription)}
      </h2>
      <div className="mt-2.5 mb-6 max-w-prose text-lead text-ink-soft">
        <p>
          {closedWords(subscription)} What you've recorded is still yours: read, print, delete or export it
          whenever you like. The people you've named keep their access.
        </p>
      </div>
      <div className="mb-8 flex flex-wrap gap-3">
        <Button icon="chevron-down" onClick={toScreen}>
          Read what you've recorded
        </Button>
        <ButtonLink to={paths.settings}>Export your data</ButtonLink>
      </div>
      <MembershipCard
        title="Your membership"
        headingLevel={3}
        subscription={subscription}
        withoutTrial={Boolean(subscription?.plan)}
        actions={
          subscription && needsAttention(subscription) ? <PaymentButton variant="primary" /> : undefined
        }
      />
      <div className="mt-5">
        <OfferCards headingLevel={3}>
          {(offer) => <PaymentButton offer={offer}>Choose {offer.label}</PaymentButton>}
        </OfferCards>
      </div>
    </section>
  )
}

/** Scrolls to the screen's own heading and moves the focus there, for screen readers. */
function toScreen() {
  document.querySelector('h1')?.focus()
}
