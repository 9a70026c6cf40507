import { useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { sonner } from '@/browser/toasts'

/** Where toasts appear, in the product's colors, once browser/toasts has loaded their code. */
export function Toaster() {
  const Sonner = useSyncExternalStore(sonner.listen, sonner.now).data?.Toaster
  return (
    // Present from the start: a dialog that opens before the code has loaded hides everything from assistive technology
    // that is not a live region at that moment. Only the region inside announces toasts.
    <div aria-live="off" className="print:hidden">
      {Sonner ? (
        <Sonner
          // Each toast says where it covers no button (browser/free-corner.ts).
          position="bottom-right"
          containerAriaLabel="Notifications"
          visibleToasts={3}
          style={{ fontFamily: 'inherit' }}
          toastOptions={{
            unstyled: true,
            classNames: {
              toast:
                'flex w-full flex-wrap items-start gap-x-3 rounded-control border border-edge bg-sheet p-4 text-ink shadow-raised',
              icon: 'mt-1 shrink-0',
              content: 'min-w-0 flex-1 basis-44',
              title: 'font-semibold',
              description: 'text-ink-soft',
              success: 'border-l-4 border-l-good',
              error: 'border-l-4 border-l-danger',
              cancelButton:
                '-my-1.5 ml-auto min-h-11 rounded-control px-2 font-semibold text-heart underline underline-offset-4',
            },
          }}
        />
      ) : null}
    </div>
  )
}

/** How long a toast stays, and a little more. */
const farewellMilliseconds = 10_000

/**
 * Shows toasts for a while on the next page: "Account Deleted" appears just as the frame with the toaster is removed.
 * The public pages have no toaster of their own, to keep them small.
 */
export function keepToasts(): void {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(<Toaster />)
  setTimeout(() => {
    root.unmount()
    place.remove()
  }, farewellMilliseconds)
}
