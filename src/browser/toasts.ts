import { onFirstTouch } from './first-touch'
import { late } from './late'

/** What a toast says: a short title, and a sentence under it. */
export interface ToastWords {
  title: string
  description?: string | undefined
  /** Stays until closed: it says what the person must still do, or what no screen says. */
  stays?: boolean | undefined
}

/** The code of toasts, for what shows them (ui/base/toaster.tsx). */
export const sonner = late(() => import('./toast-code'))

// So that the first toast shows at once, even if the connection is lost by then, and in a region that screen readers know.
onFirstTouch(sonner.ahead)

type ToastCode = typeof import('./toast-code')
type Corner = ReturnType<ToastCode['freeCorner']>

/** Where the toasts are that are shown now: the others join them. */
let corner: Corner | undefined

/** Does something with toasts once their code is there. Toasts that come before the toaster wait for it. */
async function withToasts(
  show: (toast: ToastCode['toast'], cornerNow: (hasWorked: boolean) => Corner) => void,
): Promise<void> {
  try {
    const { toast, freeCorner } = await sonner.get()
    show(toast, (hasWorked) => {
      if (toast.getToasts().length === 0 || corner === undefined) corner = freeCorner(hasWorked)
      return corner
    })
  } catch {
    // Their code did not come. What blocks a person also stands on the screen.
  }
}

const close = { label: 'Close', onClick: () => {} }

/** The problems on the screen that disappear by themselves. */
const passingProblems = new Set<string | number>()

/** The last of each kind that worked, by its title: three times "Saved" would pile up. */
const lastDone = new Map<string, string | number>()

/** Says that something worked, or announces a notice. Disappears by itself unless it stays, and removes the passing problems. */
export function toastDone({ title, description, stays = false }: ToastWords): void {
  void withToasts((toast, cornerNow) => {
    // These problems are solved, and would only cover the page.
    for (const id of passingProblems) toast.dismiss(id)
    passingProblems.clear()
    const before = lastDone.get(title)
    if (before !== undefined) toast.dismiss(before)
    const id = toast.success(title, {
      description,
      duration: stays ? Number.POSITIVE_INFINITY : 8000,
      cancel: close,
      position: cornerNow(true),
    })
    if (!stays) lastDone.set(title, id)
  })
}

/** Removes what was said of things that worked: the person goes on, and a dialog's buttons may be where it is. */
export function forgetDone(): void {
  if (lastDone.size === 0) return
  const shown = [...lastDone.values()]
  lastDone.clear()
  void withToasts((toast) => {
    for (const id of shown) toast.dismiss(id)
  })
}

/**
 * Says that something failed. Stays until closed. A problem that blocks the person must also be shown on the screen.
 * @param passing disappears by itself; for problems that the screen shows too, whose solution the toast would cover
 */
export function toastProblem({ title, description }: ToastWords, { passing = false } = {}): void {
  const duration = passing ? 8000 : Number.POSITIVE_INFINITY
  void withToasts((toast, cornerNow) => {
    const id = toast.error(title, {
      description,
      duration,
      cancel: close,
      position: cornerNow(false),
    })
    if (passing) passingProblems.add(id)
  })
}

/** Removes all toasts, so that one person's messages are not shown to the next. */
export function forgetToasts(): void {
  const { data, isFetching } = sonner.now()
  if (data || isFetching) void withToasts((toast) => toast.dismiss())
}
