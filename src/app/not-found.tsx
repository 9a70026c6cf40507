import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { ButtonLink } from '@/ui/button'
import { Page } from '@/ui/page'
import { paths } from './paths'

/** The page for every address that does not exist. Logs the path once. */
export function Component() {
  const { pathname } = useLocation()
  const logged = useRef<string>(null)
  useEffect(() => {
    if (logged.current === pathname) return
    logged.current = pathname
    console.error('404: no page at', pathname)
  }, [pathname])
  return (
    <div className="relative mx-auto max-w-page overflow-hidden py-16 sm:py-24">
      <div
        aria-hidden="true"
        className="rings absolute -top-10 -right-40 size-130 text-heart opacity-20 max-sm:hidden"
      />
      <div className="relative">
        <Page
          title="Oops! Page not found"
          intro="There is nothing at this address. It may have been typed with a mistake, or the page has moved."
          width="narrow"
        >
          <ButtonLink variant="primary" to={paths.home}>
            Return to home
          </ButtonLink>
        </Page>
      </div>
    </div>
  )
}
