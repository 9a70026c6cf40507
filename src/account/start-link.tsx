import { useIsSignedIn } from '@/data/session/use-is-signed-in'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { ButtonLink } from '@/ui/base/button'
import { cx } from '@/ui/base/cx'
import { monthlyPrice } from '@/words/offers'

/** For people who are signed in. It leads through sign-in, which knows whether they plan or only help. */
export const OPEN = `Open ${PRODUCT_NAME}`
/** Where membership costs nothing, there is no trial. */
const WITHOUT_TRIAL = 'Get Started'

interface StartLinkProps {
  billingEnabled: boolean
  className?: string
  /** The words for those who may still begin a trial. */
  children: string
}

/**
 * The way into a plan. A person who is signed in may have used up the trial, so it is not offered to them. The attributes
 * are for pages where the app does not run (public-page.ts).
 */
export function StartLink({ billingEnabled, className, children }: StartLinkProps) {
  const isSignedIn = useIsSignedIn()
  return (
    <ButtonLink
      data-signed-in={OPEN}
      data-unpaid={WITHOUT_TRIAL}
      variant="primary"
      to={paths.auth(isSignedIn ? undefined : 'signup')}
      className={className}
    >
      {isSignedIn ? OPEN : billingEnabled ? children : WITHOUT_TRIAL}
    </ButtonLink>
  )
}

const FREE = 'No credit card required.'

/** Price and terms, for those who may still begin a trial. */
export function TrialTerms({ billingEnabled, className }: Omit<StartLinkProps, 'children'>) {
  const isSignedIn = useIsSignedIn()
  if (isSignedIn) return null
  return (
    <p data-signed-in="" data-unpaid={FREE} className={cx('text-balance', className)}>
      {billingEnabled
        ? `No credit card required. Cancel\u00a0anytime. ${monthlyPrice.replaceAll(' ', '\u00a0')} after the trial.`
        : FREE}
    </p>
  )
}
