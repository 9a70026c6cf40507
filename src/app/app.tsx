import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { addScreens, routes } from './routes'

/**
 * Starts the app in an element of the page. If the build has put the landing page's markup into that element (see
 * prerender.tsx), the markup stays on screen and is taken over once the page's code has loaded.
 * @throws Error when the element is missing.
 */
export function mount(root: HTMLElement | null): void {
  if (!root) throw new Error('index.html has no element #root')
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addScreens })
  const app = (
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>
  )
  if (root.dataset.prerendered !== window.location.pathname) {
    root.replaceChildren()
    createRoot(root).render(app)
    return
  }
  const takeOver = () => hydrateRoot(root, app)
  if (router.state.initialized) {
    takeOver()
    return
  }
  const stop = router.subscribe((state) => {
    if (!state.initialized) return
    stop()
    takeOver()
  })
}
