import type { PatchRoutesOnNavigationFunction, RouteObject } from 'react-router-dom'
import { afterPresses } from '@/browser/after-presses'
import { patterns } from '@/lib/paths'
import { SkeletonPage } from '@/ui/base/skeletons'
import { RootLayout } from './root-layout'
import { RootError, RouteError } from './route-error'

const ROOT = 'root'

/** The route table, except for the screens behind sign-in: their routes (screens.tsx) load with the first of them. */
export const routes: RouteObject[] = [
  {
    id: ROOT,
    Component: RootLayout,
    ErrorBoundary: RootError,
    HydrateFallback: FirstLoad,
    children: [
      {
        lazy: () => import('./guest-frame'),
        children: [
          {
            ErrorBoundary: RouteError,
            children: [{ path: patterns.guest, lazy: () => import('@/features/service/guest-page') }],
          },
        ],
      },
      {
        lazy: () => import('./public-frame'),
        children: [
          {
            ErrorBoundary: RouteError,
            children: [
              { path: patterns.home, lazy: () => import('@/features/landing/landing-page') },
              { path: patterns.pricing, lazy: () => import('@/features/billing/pricing-page') },
              { path: patterns.auth, lazy: () => import('@/features/auth/auth-page') },
              { path: patterns.stop, lazy: () => import('@/features/release/stop-page') },
              { path: patterns.stopOpening, lazy: () => import('@/features/release/stop-opening-page') },
              { path: patterns.stopCard, lazy: () => import('@/features/release/stop-card-page') },
              { path: patterns.card, lazy: () => import('@/features/card/card-page') },
              { path: patterns.terms, lazy: () => import('@/features/about/terms-page') },
              { path: patterns.privacy, lazy: () => import('@/features/about/privacy-page') },
              { path: patterns.healthPrivacy, lazy: () => import('@/features/about/health-privacy-page') },
              { path: patterns.security, lazy: () => import('@/features/about/security-page') },
              { path: patterns.accessibility, lazy: () => import('@/features/about/accessibility-page') },
              { path: patterns.contact, lazy: () => import('@/features/about/contact-page') },
              { path: '*', lazy: () => import('./not-found') },
            ],
          },
        ],
      },
    ],
  },
]

/** Adds the routes of the screens behind sign-in when an address may be one of them. A second call adds nothing. */
export const addScreens: PatchRoutesOnNavigationFunction = async ({ patch }) => {
  const { screenRoutes } = await import('./screens')
  await afterPresses()
  patch(ROOT, screenRoutes)
}

/** Shown while the first page's code loads. */
function FirstLoad() {
  return (
    <main className="mx-auto max-w-page px-5 py-12">
      <SkeletonPage />
    </main>
  )
}
