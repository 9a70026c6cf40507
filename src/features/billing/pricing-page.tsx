import { Suspense, useEffect, useState } from 'react'
import { isBillingEnabled } from '@/data/membership/billing-setting'
import { paths } from '@/lib/paths'
import { hasStoredSession } from '@/lib/stored-session'
import { ButtonLink } from '@/ui/button'
import { cx } from '@/ui/cx'
import { Page, Section } from '@/ui/page/page'
import { EverythingOpen } from './everything-open'
import { OfferCards } from './offer-cards'
import type { Offer } from './offers'
import { PricingMembership } from './rarely-shown'
import { SignInHint } from './sign-in-hint'

/** /pricing: the cost of membership. An offer chosen here is remembered across sign-in. */
export function Component() {
  const billingEnabled = useBillingEnabled()
  const [isKnown] = useState(hasStoredSession)
  const [running, setRunning] = useState<Offer | null>(null)
  return (
    <div className="py-10 sm:py-16">
      <Page
        title="Simple pricing"
        back={isKnown ? { to: paths.dashboard, label: 'Dashboard' } : undefined}
        intro={
          billingEnabled
            ? 'Every plan starts with a 7-day free trial. No credit card required, cancel anytime. The people you name never pay anything.'
            : undefined
        }
      >
        {billingEnabled ? (
          <>
            {/* Tall enough from the start, so that the cards do not move while the person is about to press one. */}
            <div className={cx('mb-8 rounded-card bg-well p-5 sm:p-6', isKnown && 'min-h-72 sm:min-h-36')}>
              {isKnown ? (
                <Suspense fallback={null}>
                  <PricingMembership onRunningOffer={setRunning} />
                </Suspense>
              ) : (
                <SignInHint />
              )}
            </div>
            {running?.id === 'lifetime' ? null : (
              <OfferCards own={running}>{(offer) => <Choice offer={offer} isKnown={isKnown} />}</OfferCards>
            )}
            <Section title="What happens to your plan when you stop paying">
              <p className="max-w-prose">
                Nothing is taken away. You can always read, export and delete what you recorded, and the
                people you named keep their access after your death. Only adding and changing needs a
                membership.
              </p>
            </Section>
          </>
        ) : (
          <EverythingOpen />
        )}
      </Page>
    </div>
  )
}

/** Assumed to be on until the answer has arrived. */
function useBillingEnabled(): boolean {
  const [enabled, setEnabled] = useState(true)
  useEffect(() => {
    const left = new AbortController()
    // Without an answer the prices stay; the server decides at the checkout.
    isBillingEnabled(left.signal).then(setEnabled, () => {})
    return () => left.abort()
  }, [])
  return enabled
}

function Choice({ offer, isKnown }: { offer: Offer; isKnown: boolean }) {
  const isTrial = offer.id === 'monthly' && !isKnown
  return (
    <ButtonLink
      variant={offer.id === 'monthly' ? 'primary' : 'secondary'}
      to={isKnown ? paths.choosing(offer.id) : paths.auth('signup', offer.id)}
    >
      {isTrial ? 'Start Free Trial' : `Choose ${offer.label}`}
    </ButtonLink>
  )
}
