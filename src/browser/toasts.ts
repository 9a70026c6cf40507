import { onFirstTouch } from './first-touch'

/** What a toast says: a short title, and a sentence under it. */
export interface ToastWords {
  title: string
  description?: string | undefined
  /** Stays until closed: it says what the person must still do, or what no screen says. */
  stays?: boolean | undefined
}

/** How often toasts were wanted: by a touch on the page, which may lead to one, and by each toast. */
let timesWanted = 0
const listeners = new Set<() => void>()

/** For the toaster (ui/base/toaster.tsx): calls back when toasts are wanted. @returns a function that stops that */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For the toaster, which loads its code once this is not 0. */
export const timesToastsWanted = () => timesWanted

function wantToasts(): void {
  timesWanted += 1
  for (const listener of listeners) listener()
}

// So that the first toast shows at once, even if the connection is lost by then, and in a region that screen readers know.
onFirstTouch(wantToasts)

/** Does something with toasts once their code is there. Toasts that come before the toaster wait for it. */
async function withToasts(show: (toast: typeof import('sonner').toast) => void): Promise<void> {
  wantToasts()
  try {
    const { toast } = await import('sonner')
    show(toast)
  } catch {
    // Their code did not come. What blocks a person also stands on the screen.
  }
}

const close = { label: 'Close', onClick: () => {} }

/** The problems on the screen that disappear by themselves. */
const passingProblems = new Set<string | number>()

/** Says that something worked, or announces a notice. Disappears by itself unless it stays, and removes the passing problems. */
export function toastDone({ title, description, stays = false }: ToastWords): void {
  void withToasts((toast) => {
    // These problems are solved, and would only cover the page.
    for (const id of passingProblems) toast.dismiss(id)
    passingProblems.clear()
    toast.success(title, { description, duration: stays ? Number.POSITIVE_INFINITY : 8000, cancel: close })
  })
}

/**
 * Says that something failed. Stays until closed. A problem that blocks the person must also be shown on the screen.
 * @param passing disappears by itself; for problems that the screen shows too, whose solution the toast would cover
 */
export function toastProblem({ title, description }: ToastWords, { passing = false } = {}): void {
  const duration = passing ? 8000 : Number.POSITIVE_INFINITY
  void withToasts((toast) => {
    const id = toast.error(title, { description, duration, cancel: close })
    if (passing) passingProblems.add(id)
  })
}

/** Removes all toasts, so that one person's messages are not shown to the next. */
export function forgetToasts(): void {
  if (timesWanted > 0) void withToasts((toast) => toast.dismiss())
}
