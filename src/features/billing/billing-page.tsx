import { Link, useSearchParams } from 'react-router-dom'
import { type Membership, type Subscription, useMembership } from '@/data/membership/membership'
import { formatDate } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { useIsFrozen } from '@/parts/kit/plan-open'
import { ButtonLink } from '@/ui/base/button'
import { Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page, PageSection } from '@/ui/base/page'
import { type Offer, offers, trialName, trialStarts } from '@/words/offers'
import { AfterPortal, Confirmation } from './confirmation'
import { EverythingOpen } from './everything-open'
import { MembershipCard } from './membership-card'
import { attentionWords, boughtOffer, hasFreeDays, isAtStripe, runningOffer } from './membership-words'
import { needsAttention } from './needs-attention'
import { OfferCards } from './offer-cards'
import { PaymentButton } from './payment-button'

/** /billing: the person's membership, its price, and how to change it. */
export function Component() {
  const membership = useMembership()
  const [search] = useSearchParams()
  return (
    <Page title="Your membership" intro="What you have, when it renews, and how to change it.">
      {search.has('portal') ? <AfterPortal /> : null}
      <Loaded
        query={membership}
        loading="Loading your membership"
        errorTitle="Unable to load your membership"
        cards={2}
      >
        {(loaded) => (loaded.billingEnabled ? <Paid membership={loaded} /> : <Free {...loaded} />)}
      </Loaded>
    </Page>
  )
}

/** While nothing is charged for. A person who still pays can look at their payments and end them. */
function Free({ subscription }: Membership) {
  const stillPays = runningOffer(subscription) !== null && !subscription?.lifetime
  return (
    <div className="grid gap-8">
      <EverythingOpen />
      {stillPays ? (
        <MembershipCard
          title="Your membership still runs"
          subscription={subscription}
          withoutTrial
          actions={<PaymentButton variant="primary" />}
        />
      ) : null}
    </div>
  )
}

function Paid({ membership: { premium, subscription } }: { membership: Membership }) {
  const [search] = useSearchParams()
  const offer = offers.find(({ id }) => id === search.get('plan'))
  const checkout = search.get('checkout')
  const attention =
    subscription && needsAttention(subscription) ? attentionWords(subscription, premium) : null
  const isFrozen = useIsFrozen()
  // The two are read at once, and a payment may come in between.
  const bought = premium ? boughtOffer(subscription, offer) : null
  // No offers while a payment is being confirmed, so that no one pays twice.
  const isOffered = !isFrozen && !subscription?.lifetime && (checkout !== 'success' || bought)
  return (
    <>
      <div className="mb-8 grid gap-5 empty:hidden">
        {checkout === 'success' ? <Confirmation subscription={subscription} bought={bought} /> : null}
        {checkout === 'cancelled' ? (
          <Notice title="Nothing was charged">
            You left the payment page before paying. Nothing has changed.
          </Notice>
        ) : null}
        {offer && checkout === null && !isFrozen ? (
          <Chosen offer={offer} subscription={subscription} />
        ) : null}
        {attention && !isFrozen ? (
          <Notice tone="warning" title={attention.title}>
            {attention.text}
          </Notice>
        ) : null}
      </div>
      <MembershipCard
        title="Plan overview"
        subscription={subscription}
        actions={isAtStripe(subscription) ? <PaymentButton variant="primary" /> : undefined}
      />
      {isOffered ? <Offers subscription={subscription} /> : null}
      {subscription?.lifetime ? null : (
        <p className="mt-8 max-w-prose">
          When a membership ends, you keep everything you’ve recorded.{' '}
          <Link to={paths.pricing} className="inline-block py-2">
            See the prices, and what happens if you stop paying
          </Link>
        </p>
      )}
    </>
  )
}

function Offers({ subscription }: { subscription: Subscription | null }) {
  const running = runningOffer(subscription)
  const trialIntro = hasFreeDays(subscription) && 'With Monthly or Annual, you keep your remaining free days.'
  return (
    <PageSection
      title={running ? 'Upgrade or switch' : 'Choose a plan'}
      intro={running ? 'We’ll show you the cost before you confirm.' : trialIntro}
    >
      <OfferCards headingLevel={3} own={running}>
        {(offer, words) => (
          <PaymentButton offer={offer} wide>
            {words}
          </PaymentButton>
        )}
      </OfferCards>
    </PageSection>
  )
}

function Chosen({ offer, subscription }: { offer: Offer; subscription: Subscription | null }) {
  if (subscription?.lifetime || runningOffer(subscription)?.id === offer.id) return null
  const isFree = hasFreeDays(subscription)
  // A person with free days who chose the first offer wants to try it; a person who chose another one wants to buy it.
  const paysFirst = !isFree || offer.id !== 'monthly'
  return (
    <Notice
      title={`You chose ${offer.label}, ${offer.price}`}
      action={
        <>
          <PaymentButton offer={offer} variant={paysFirst ? 'primary' : 'secondary'}>
            Continue to payment
          </PaymentButton>
          {isFree ? (
            <div>
              <ButtonLink to={paths.dashboard} variant={paysFirst ? 'secondary' : 'primary'}>
                Start planning
              </ButtonLink>
            </div>
          ) : null}
        </>
      }
    >
      {isFree
        ? `${subscription ? `Your ${trialName} runs until ${formatDate(subscription.trial_end)}.` : trialStarts} You don’t need a card for it. Pay now${offer.id === 'lifetime' ? '' : ' and keep your free days'}, or decide later.`
        : offer.description}
    </Notice>
  )
}
