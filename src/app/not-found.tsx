import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { OPEN } from '@/account/start-link'
import { useIsSignedIn } from '@/data/session/use-is-signed-in'
import { paths } from '@/lib/paths'
import { Band, Bands } from '@/ui/base/band'
import { ButtonLink } from '@/ui/base/button'
import { Page } from '@/ui/base/page'

/** The page for every address that does not exist. Logs the path once. */
export function Component() {
  const { pathname } = useLocation()
  const isSignedIn = useIsSignedIn()
  const logged = useRef<string>(null)
  useEffect(() => {
    if (logged.current === pathname) return
    logged.current = pathname
    console.error('404: no page at', pathname)
  }, [pathname])
  return (
    <Bands>
      <Band className="grid items-center gap-x-16 py-16 sm:py-20 lg:grid-cols-[1fr_auto]">
        <Page
          title="Oops! Page not found"
          intro="We can’t find that page. The address may be mistyped, or the page may have moved."
        >
          <ButtonLink data-signed-in={OPEN} variant="primary" to={isSignedIn ? paths.auth() : paths.home}>
            {isSignedIn ? OPEN : 'Return to home'}
          </ButtonLink>
        </Page>
        <div aria-hidden="true" className="rings size-96 text-heart opacity-30 max-lg:hidden" />
      </Band>
    </Bands>
  )
}
