import { useCallback, useSyncExternalStore } from 'react'

/** Where the navigation stands beside the page: as the variant lg in ui/styles/tokens.css, where CSS can't read this. */
export const largeScreen = '(width >= 64rem)'

/**
 * Whether a media query holds; renders the component again when that changes. For what is too much to draw where no one
 * sees it; how things look is for CSS.
 * @param query such as largeScreen, in the text that the browser begins with
 */
export function useMedia(query: string): boolean {
  const watch = useCallback(
    (tell: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', tell)
      return () => list.removeEventListener('change', tell)
    },
    [query],
  )
  return useSyncExternalStore(watch, () => window.matchMedia(query).matches)
}
