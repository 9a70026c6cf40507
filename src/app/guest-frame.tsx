import { Link, Outlet } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { ComfortButton, ComfortPanel } from '@/ui/base/comfort'
import { ComfortChoices } from '@/ui/base/comfort-choices'
import { RingsMark } from '@/ui/base/icons'

/** The frame of a guest's page. It offers no plan, no price and no sign-in to people who are mourning. */
export function Component() {
  return (
    <div className="frame flex min-h-dvh flex-col">
      <header className="border-b border-line px-4 py-2.5 sm:px-6 print:hidden">
        {/* The line's length is counted in letters of the page's text, not of the name. */}
        <div className="mx-auto flex max-w-prose flex-wrap items-center justify-between gap-x-3">
          <p className="flex items-center gap-2.5 font-serif text-wordmark font-semibold">
            <RingsMark className="text-forest" />
            {PRODUCT_NAME}
          </p>
          <ComfortButton className="-mx-2.5" />
        </div>
        <ComfortPanel>
          <ComfortChoices />
        </ComfortPanel>
      </header>
      <main id="main" tabIndex={-1} className="flex-1 px-4 py-10 sm:px-6">
        <Outlet />
      </main>
      <footer className="border-t border-line bg-well px-4 py-6 sm:px-6 print:hidden">
        <nav aria-label="Footer" className="mx-auto flex max-w-prose flex-wrap gap-x-6">
          {[
            { to: paths.terms, label: 'Terms' },
            { to: paths.privacy, label: 'Privacy' },
            { to: paths.security, label: 'Security' },
            { to: paths.accessibility, label: 'Accessibility' },
            { to: paths.contact, label: 'Contact' },
          ].map(({ to, label }) => (
            <Link key={to} to={to} className="tall-link text-ink">
              {label}
            </Link>
          ))}
        </nav>
      </footer>
    </div>
  )
}
