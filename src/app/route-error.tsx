import { useRouteError } from 'react-router-dom'
import { isMissingCode } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/base/button'
import { useDocumentTitle } from '@/ui/base/page'

/** Replaces the whole screen when not even the frame of a page could be drawn. */
export function RootError() {
  return (
    <main id="main">
      <RouteError />
    </main>
  )
}

/** Replaces a page that failed, and offers ways to go on. The error itself is in the console, not on the screen. */
export function RouteError() {
  const missingCode = isMissingCode(useRouteError())
  useDocumentTitle(missingCode ? 'Page not loaded' : 'Unexpected error')
  return (
    <div className="mx-auto max-w-prose px-4 py-16" role="alert">
      <h1 className="text-page">
        {missingCode ? 'This page couldn’t be loaded' : 'Unexpected Application Error!'}
      </h1>
      <p className="mt-3 text-lead text-ink-soft">
        {missingCode
          ? 'The connection was lost, or there’s a newer version since you opened this window. Check your connection, then refresh the page.'
          : 'Something on this page has failed. What you’ve saved is safe. Please try again. If it happens again, go back and try another way.'}
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <Button variant="primary" icon="retry" onClick={() => window.location.reload()}>
          {missingCode ? 'Refresh this page' : 'Try again'}
        </Button>
        {/* A plain link, so that the app starts again after an error. */}
        <Button icon="arrow-left" onClick={() => window.history.back()}>
          Go back
        </Button>
        <a href={paths.home} className="tall-link px-3">
          Return to home
        </a>
      </div>
    </div>
  )
}
