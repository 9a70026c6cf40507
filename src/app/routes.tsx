import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom'
import { patterns } from '@/lib/paths'
import { SkeletonPage } from '@/ui/page/skeleton-page'
import { RootLayout } from './root-layout'
import { RootError, RouteError } from './route-error'

const ROOT = 'root'

/** The route table, but for the screens behind sign-in: theirs (screens.tsx) comes with the first of them. */
export const routes: RouteObject[] = [
  {
    id: ROOT,
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: FirstLoad,
    children: [
      {
        lazy: () => import('./public-frame'),
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              { path: patterns.home, lazy: () => import('@/features/landing/landing-page') },
              { path: patterns.pricing, lazy: () => import('@/features/billing/pricing-page') },
              { path: patterns.auth, lazy: () => import('@/features/auth/auth-page') },
              { path: '*', lazy: () => import('./not-found') },
            ],
          },
        ],
      },
    ],
  },
]

/** Adds the routes of the screens behind sign-in, for an address that may be one of them. Again, it adds nothing. */
export const addScreens: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { screenRoutes } = await import('./screens')
  patch(ROOT, screenRoutes)
}

/** Stands on the screen while the first page's code is on its way. */
function FirstLoad() {
  return (
    <main className="mx-auto max-w-page px-5 py-12">
      <SkeletonPage />
    </main>
  )
}
