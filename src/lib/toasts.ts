/** What a toast says: a short title, and a sentence under it. */
export interface ToastWords {
  title: string
  description?: string | undefined
}

// The toaster's code loads with the first toast, or earlier, once the shell is idle.
async function sonner() {
  return (await import('sonner')).toast
}

const close = { label: 'Close', onClick: () => {} }

/** The problems on the screen that disappear by themselves. */
const passingProblems = new Set<string | number>()

/** Says that something worked, or announces a notice. Disappears by itself, and removes the passing problems. */
export function toastDone({ title, description }: ToastWords): void {
  void sonner().then((toast) => {
    // These problems are solved, and would only cover the page.
    for (const id of passingProblems) toast.dismiss(id)
    passingProblems.clear()
    toast.success(title, { description, duration: 8000, cancel: close })
  })
}

/**
 * Says that something failed. Stays until closed. A problem that blocks the person must also be shown on the screen.
 * @param passing disappears by itself; for problems that the screen shows too, whose solution the toast would cover
 */
export function toastProblem({ title, description }: ToastWords, { passing = false } = {}): void {
  const duration = passing ? 8000 : Number.POSITIVE_INFINITY
  void sonner().then((toast) => {
    const id = toast.error(title, { description, duration, cancel: close })
    if (passing) passingProblems.add(id)
  })
}

/** Removes all toasts, so that one person's messages are not shown to the next. */
export function forgetToasts(): void {
  void sonner().then((toast) => toast.dismiss())
}
