import { useEffect, useRef } from 'react'
import { Outlet, ScrollRestoration, useLocation, useNavigation } from 'react-router-dom'
import { LoadingNote } from '@/ui/base/skeletons'

/** Wraps every page: keeps the scroll position, and shows when the next page takes a while to load. */
export function RootLayout() {
  const { state } = useNavigation()
  useFocusOnArrival()
  return (
    <>
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-24 rounded-control bg-forest px-4 py-2.5 font-semibold text-on-forest focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <div role="status">{state === 'loading' ? <LoadingNote /> : null}</div>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}

/**
 * Moves the focus to the new page where the page itself does not: Back to the first page of the visit, and pages
 * without a heading that takes it, such as the landing page after signing out. A screen reader would otherwise go on
 * reading at a place that no longer exists.
 */
function useFocusOnArrival() {
  const { pathname } = useLocation()
  const seen = useRef(pathname)
  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    const main = document.getElementById('main')
    const { activeElement } = document
    if (!main || (main.contains(activeElement) && activeElement !== main)) return
    const target = main.querySelector('h1[tabindex]') ?? main
    if (target instanceof HTMLElement) target.focus({ preventScroll: true })
  }, [pathname])
}
