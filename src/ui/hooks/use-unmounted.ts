import { useEffect, useRef } from 'react'

/** @returns a function that tells whether the component has left the page, for what goes on after an answer */
export function useUnmounted(): () => boolean {
  const isGone = useRef(false)
  useEffect(() => {
    isGone.current = false
    return () => {
      isGone.current = true
    }
  }, [])
  return () => isGone.current
}
