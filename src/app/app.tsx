import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter, RouterProvider } from 'react-router-dom'
import { afterPresses } from '@/browser/after-presses'
import { answerPresses } from '@/browser/press-answer'
import { addScreens, routes } from './routes'

/**
 * Starts the app in an element of the page. If the build has put the markup of the page at this address into that
 * element (see prerender.tsx), the markup stays on screen until the app can draw the same page.
 * @throws Error when the element is missing.
 */
export async function mount(root: HTMLElement | null): Promise<void> {
  if (!root) throw new Error('index.html has no element #root')
  answerPresses()
  // The code was only just read. Each of the next steps takes a slow phone a tenth of a second.
  await afterPresses()
  const router = createBrowserRouter(routes, { patchRoutesOnNavigation: addScreens })
  // In a transition React pauses between parts of the page, so that a slow phone can answer a press meanwhile.
  const draw = () =>
    startTransition(() =>
      createRoot(root).render(
        <StrictMode>
          <RouterProvider router={router} />
        </StrictMode>,
      ),
    )
  if (root.dataset.prerendered !== window.location.pathname) root.replaceChildren()
  else if (!router.state.initialized) {
    const stop = router.subscribe((state) => {
      if (!state.initialized) return
      stop()
      draw()
    })
    return
  }
  await afterPresses()
  draw()
}
