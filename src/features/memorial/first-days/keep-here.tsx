import { useEffect, useState } from 'react'
import { askToPersist, isPersisted } from '@/browser/offline'
import { Button } from '@/ui/base/button'

/** Says how long the list opens without a connection on this device, and asks the browser to keep it that long. */
export function KeepHere() {
  /** Whether the browser has promised it; null until it was asked. */
  const [isKept, setKept] = useState<boolean | null>(null)
  useEffect(() => {
    let isHere = true
    void isPersisted().then((kept) => {
      if (isHere && kept) setKept(true)
    })
    return () => {
      isHere = false
    }
  }, [])
  return (
    <section aria-label="Without a connection" className="mt-8 max-w-prose text-ink-soft print:hidden">
      <p>
        This list also opens without a connection on this device, for up to 14 days after you last saw it
        here, until you sign out. {isKept ? 'This browser has promised to keep it that long.' : null}
      </p>
      {isKept ? null : (
        <>
          <p className="mt-2" role="status">
            {isKept === null
              ? 'A browser may delete it sooner: Safari does when you don’t open Heartwood for 7 days. On an iPhone or iPad, choose Share, then Add to Home Screen, and open the list there.'
              : 'This browser doesn’t promise to keep it. Add Heartwood to your home screen and open the list there, or print it.'}
          </p>
          {isKept === null ? (
            <Button variant="quiet" className="-ml-3" onClick={async () => setKept(await askToPersist())}>
              Ask this browser to keep it
            </Button>
          ) : null}
        </>
      )}
    </section>
  )
}
