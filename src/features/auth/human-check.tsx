import { useRef } from 'react'
import { turnstileSiteKey } from '@/lib/env'

/**
 * The check that a person asks for a code, for installations that switched it on.
 * @returns `place`, where the check may show something to do; and `prove`, which gives a token that is good for one
 * request. Without the setting there is no place, and no token either. `prove` rejects as proveHuman does
 */
export function useHumanCheck() {
  const container = useRef<HTMLDivElement>(null)
  const siteKey = turnstileSiteKey()
  return {
    place: siteKey === null ? null : <div ref={container} className="mt-5" />,
    prove: async () => {
      if (siteKey === null || container.current === null) return undefined
      const { proveHuman } = await import('./turnstile')
      return proveHuman(siteKey, container.current)
    },
  }
}
