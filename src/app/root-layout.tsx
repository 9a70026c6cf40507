import { Outlet, ScrollRestoration, useNavigation } from 'react-router-dom'

/** Wraps every page: keeps the scroll position, and shows when the next page takes a while to load. */
export function RootLayout() {
  const { state } = useNavigation()
  return (
    <>
      <a
        href="#main"
        className="absolute top-2 left-2 z-50 -translate-y-24 rounded-control bg-forest px-4 py-2.5 font-semibold text-on-forest focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      <div role="status" className="fixed inset-x-0 top-0 z-50 print:hidden">
        {state === 'loading' ? (
          <p className="placeholder-bar mx-auto w-fit rounded-t-none bg-forest px-4 py-1 text-small text-on-forest">
            Loading…
          </p>
        ) : null}
      </div>
      <Outlet />
      <ScrollRestoration />
    </>
  )
}
