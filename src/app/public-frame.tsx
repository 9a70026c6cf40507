import { Link, Outlet, useLocation } from 'react-router-dom'
import { OPEN, StartLink } from '@/account/start-link'
import { useBillingEnabled } from '@/data/membership/use-billing-enabled'
import { leadsToHelp } from '@/data/session/return-target'
import { useIsSignedIn } from '@/data/session/use-is-signed-in'
import { paths, quietPaths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { Button } from '@/ui/base/button'
import { ComfortButton, ComfortPanel } from '@/ui/base/comfort'
import { ComfortChoices } from '@/ui/base/comfort-choices'
import { cx } from '@/ui/base/cx'
import { Wordmark } from './wordmark'

const footerLinks = [
  { to: paths.features, label: 'Features' },
  { to: paths.pricing, label: 'Pricing' },
  { to: paths.terms, label: 'Terms' },
  { to: paths.privacy, label: 'Privacy' },
  { to: paths.healthPrivacy, label: 'Health Privacy' },
  { to: paths.security, label: 'Security' },
  { to: paths.accessibility, label: 'Accessibility' },
  { to: paths.contact, label: 'Contact' },
]

/** The links of a page that asks no one to pay or to plan. */
const helpLinks = footerLinks.filter(({ to }) => to !== paths.features && to !== paths.pricing)

/** The frame of the public pages: header, page, footer. */
export function Component() {
  const isSignedIn = useIsSignedIn()
  const billingEnabled = useBillingEnabled()
  const isQuiet = useIsQuiet()
  // What it offers is what the page is.
  const isAuth = useLocation().pathname === paths.auth()
  return (
    <div className="frame flex min-h-dvh flex-col">
      <header className="border-b border-line print:hidden">
        <div className="mx-auto flex max-w-wide flex-wrap items-center px-4 py-2.5 sm:gap-x-3 sm:px-6">
          <Wordmark to={paths.home} />
          <ComfortButton className={cx('ml-auto', isQuiet ? 'max-sm:-mr-2.5' : 'max-sm:hidden')} />
          <nav
            aria-label="Main"
            className={cx(
              'flex items-center sm:gap-x-1 sm:[&>.tall-link:last-child]:-mr-3',
              isQuiet ? null : 'max-sm:ml-auto',
            )}
          >
            {isQuiet ? null : (
              <PlainLink to={paths.pricing} className="max-sm:hidden">
                Pricing
              </PlainLink>
            )}
            {isSignedIn || isAuth ? null : (
              // On a phone there is no room for it beside the name, and the footer has it too.
              <PlainLink
                to={paths.auth()}
                signedIn=""
                className={cx('sign-in max-sm:px-1.5', isQuiet && 'max-sm:hidden')}
              >
                Sign In
              </PlainLink>
            )}
            {isQuiet || isAuth ? null : (
              // On a phone the page's own button is enough; who is signed in has this one in place of Sign In. Where it
              // finds no room there, it is in the menu.
              <StartLink
                billingEnabled={billingEnabled}
                className="max-xs:hidden max-sm:px-3 sm:ml-2 max-sm:[.sign-in~&]:hidden"
              >
                Start Free Trial
              </StartLink>
            )}
          </nav>
          {isQuiet ? null : (
            <Button variant="plain" popoverTarget="public-menu" className="-mr-1.5 max-sm:px-1.5 sm:hidden">
              Menu
            </Button>
          )}
        </div>
        {isQuiet ? null : (
          // The browser itself opens it, so it works without the app.
          <div
            id="public-menu"
            popover="auto"
            className="top-16 right-4 left-auto m-0 min-w-48 rounded-card border border-line bg-sheet p-2 text-ink shadow-raised print:hidden"
          >
            <nav aria-label="Menu" className="grid justify-items-start">
              {isAuth ? null : (
                <PlainLink
                  to={paths.auth()}
                  signedIn={OPEN}
                  className="xs:hidden [header:has(.sign-in)_&]:hidden"
                >
                  {isSignedIn ? OPEN : 'Sign In'}
                </PlainLink>
              )}
              <PlainLink to={paths.pricing}>Pricing</PlainLink>
              <ComfortButton />
            </nav>
          </div>
        )}
        <ComfortPanel>
          <ComfortChoices />
        </ComfortPanel>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 px-4 sm:px-6">
        <Outlet />
      </main>
      <footer className="mt-16 border-t border-line bg-well">
        <div className="mx-auto flex max-w-wide flex-wrap items-center justify-between gap-x-8 gap-y-3 px-4 py-8 sm:px-6">
          <p className="text-ink-soft">© 2025 {PRODUCT_NAME}</p>
          <nav aria-label="Footer" className="-mx-2.5 flex flex-wrap sm:-mx-3">
            {(isQuiet ? helpLinks : footerLinks).map(({ to, label }) => (
              <PlainLink key={to} to={to}>
                {label}
              </PlainLink>
            ))}
            <PlainLink to={paths.auth()} signedIn={OPEN}>
              {isSignedIn ? OPEN : 'Sign In'}
            </PlainLink>
          </nav>
        </div>
      </footer>
    </div>
  )
}

/** Whether the page is one of those that ask no one to pay or to plan. People who were named come to sign-in for that alone. */
function useIsQuiet(): boolean {
  const { pathname } = useLocation()
  // Families look for a person to write to there.
  if (pathname === paths.contact) return true
  return quietPaths.includes(pathname) || (pathname === paths.auth() && leadsToHelp())
}

interface PlainLinkProps {
  to: string
  /** Its words for people who are signed in, where the app does not run (public-page.ts); '' takes it away. */
  signedIn?: string
  className?: string | undefined
  children: string
}

function PlainLink({ to, signedIn, className, children }: PlainLinkProps) {
  return (
    <Link
      to={to}
      data-signed-in={signedIn}
      className={cx('tall-link px-2.5 text-ink no-underline hover:underline sm:px-3', className)}
    >
      {children}
    </Link>
  )
}
