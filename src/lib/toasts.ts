/** What a toast says: a short title, and a sentence under it. */
export interface ToastWords {
  title: string
  description?: string | undefined
}

// The toaster's code is fetched when the first toast is due, or by the shell once it is idle.
async function sonner() {
  return (await import('sonner')).toast
}

const close = { label: 'Close', onClick: () => {} }

/** The passing problems on the screen. */
const passingProblems = new Set<string | number>()

/** Says that something worked, or announces a notice. Goes away by itself, and takes problems that pass along. */
export function toastDone({ title, description }: ToastWords): void {
  void sonner().then((toast) => {
    // They were mended, and would only cover what is below them.
    for (const id of passingProblems) toast.dismiss(id)
    passingProblems.clear()
    toast.success(title, { description, duration: 8000, cancel: close })
  })
}

/**
 * Says that something failed. Stays until closed. What blocks the person must stand on the screen as well.
 * @param passing goes away by itself, where the screen says the same and the toast would cover what mends it
 */
export function toastProblem({ title, description }: ToastWords, { passing = false } = {}): void {
  const duration = passing ? 8000 : Number.POSITIVE_INFINITY
  void sonner().then((toast) => {
    const id = toast.error(title, { description, duration, cancel: close })
    if (passing) passingProblems.add(id)
  })
}

/** Takes all toasts off the screen: what was said to one person is not shown to the next. */
export function forgetToasts(): void {
  void sonner().then((toast) => toast.dismiss())
}
