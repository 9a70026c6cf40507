import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { OPEN_PRODUCT } from '@/lib/product'
import { hasStoredSession } from '@/lib/stored-session'
import { ButtonLink } from '@/ui/button'
import { Page } from '@/ui/page/page'

/** The page for every address that does not exist. Logs the path once. */
export function Component() {
  const { pathname } = useLocation()
  const [isKnown] = useState(hasStoredSession)
  const logged = useRef<string>(null)
  useEffect(() => {
    if (logged.current === pathname) return
    logged.current = pathname
    console.error('404: no page at', pathname)
  }, [pathname])
  return (
    <div className="mx-auto grid max-w-wide items-center gap-x-16 py-16 sm:py-20 lg:grid-cols-[1fr_auto]">
      <Page
        title="Oops! Page not found"
        intro="We can't find that page. The address may be mistyped, or the page may have moved."
      >
        <ButtonLink data-signed-in={OPEN_PRODUCT} variant="primary" to={isKnown ? paths.auth() : paths.home}>
          {isKnown ? OPEN_PRODUCT : 'Return to home'}
        </ButtonLink>
      </Page>
      <div aria-hidden="true" className="rings size-96 text-heart opacity-30 max-lg:hidden" />
    </div>
  )
}
