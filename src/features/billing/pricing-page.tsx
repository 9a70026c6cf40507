import { useState } from 'react'
import { hasStoredSession } from '@/browser/stored-session'
import { useBillingEnabled } from '@/data/membership/use-billing-enabled'
import { paths } from '@/lib/paths'
import { Band, Bands } from '@/ui/base/band'
import { ButtonLink } from '@/ui/base/button'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'
import { Page, PageSection } from '@/ui/base/page'
import { nothing, onDemand } from '@/ui/late'
import { type Offer, trialName } from '@/words/offers'
import { EverythingOpen } from './everything-open'
import { OfferCards } from './offer-cards'
import { SignInHint } from './sign-in-hint'

const PricingMembership = onDemand(
  async () => (await import('./pricing-membership')).PricingMembership,
  nothing,
)

/** What a membership is, whichever way it is paid. */
const included = [
  'All parts of the plan: funeral wishes, contacts, videos, documents, insurance and accounts',
  'The people you name, at no cost to them',
  'Someone who checks before your plan opens, and a button that stops it',
  'Room for 25 GB of documents and videos (2 GB in the free trial)',
  'Emails that remind you to review your plan, every 3, 6 or 12 months',
  'Export or print everything, anytime',
]

/** /pricing: the cost of membership. An offer chosen here is remembered across sign-in. */
export function Component() {
  const billingEnabled = useBillingEnabled()
  const [isKnown] = useState(hasStoredSession)
  const [running, setRunning] = useState<Offer | null>(null)
  return (
    <Bands>
      <Band className="py-10 sm:py-16">
        <Page
          width="full"
          title="Simple pricing"
          back={isKnown ? { to: paths.dashboard, label: 'Dashboard' } : undefined}
          intro={
            billingEnabled
              ? `${isKnown ? 'Cancel anytime.' : `Try everything with a ${trialName}. No credit card required. Choose a plan whenever you’re ready, and cancel anytime.`} The people you name never pay anything.`
              : undefined
          }
        >
          {billingEnabled ? (
            <>
              {running?.id === 'lifetime' ? null : (
                <OfferCards own={running}>
                  {(offer, words) => (
                    <Choice offer={offer} words={words} isKnown={isKnown} isSwitch={running !== null} />
                  )}
                </OfferCards>
              )}
              <PageSection title="Every plan includes">
                <ul className="grid gap-x-8 gap-y-3 md:grid-cols-2">
                  {included.map((words) => (
                    <li key={words} className="flex gap-3">
                      <Icon name="check" className="mt-0.5 shrink-0 text-good" />
                      {words}
                    </li>
                  ))}
                </ul>
              </PageSection>
              <PageSection title="What happens if you stop paying">
                <p className="max-w-prose">
                  We don’t take anything away. You can always read, export and delete what you’ve recorded,
                  and the people you’ve named keep their access after your death. You only need a membership
                  to add to your plan or change it.
                </p>
              </PageSection>
              {/* Tall enough from the start, so that the footer does not move. */}
              <div className={cx('mt-10 rounded-card bg-well p-5 sm:p-6', isKnown && 'min-h-72 sm:min-h-36')}>
                {isKnown ? <PricingMembership onRunningOffer={setRunning} /> : <SignInHint />}
              </div>
            </>
          ) : (
            <EverythingOpen />
          )}
        </Page>
      </Band>
    </Bands>
  )
}

interface ChoiceProps {
  offer: Offer
  words: string
  isKnown: boolean
  /** Whether the person pays for another one. They came for what they have, such as a payment that failed. */
  isSwitch: boolean
}

function Choice({ offer, words, isKnown, isSwitch }: ChoiceProps) {
  const isTrial = offer.id === 'monthly' && !isKnown
  return (
    <ButtonLink
      variant={offer.badge && !isSwitch ? 'primary' : 'secondary'}
      to={isKnown ? paths.choosing(offer.id) : paths.auth('signup', offer.id)}
    >
      {isTrial ? 'Start Free Trial' : words}
    </ButtonLink>
  )
}
