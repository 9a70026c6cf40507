import { type RefObject, useEffect } from 'react'

/** Opens all that is folded in an element while the page is laid out for printing. */
export function useOpenInPrint(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = []
    const before = () => {
      opened = [...(element.current?.querySelectorAll('details') ?? [])].filter(({ open }) => !open)
      for (const one of opened) one.open = true
    }
    const after = () => {
      for (const one of opened) one.open = false
    }
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [element])
}
