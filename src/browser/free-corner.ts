/** Where toasts may be, the best first. */
const corners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

/** The size of a toast with a sentence, and how far from the edges it is, in pixels: sonner's own. */
const toast = { width: 356, height: 112, offset: 24 }

/** What is never to be covered: Menu and Close, and the buttons of a row or a form. A link that is covered for a while is no loss. */
const controls =
  ':is(button, input, select, textarea, summary, .row-of-actions > a):not([data-sonner-toast] *)'

/**
 * Finds the corner of the window in which a toast covers no button; where each has some, as on a phone, the one with the
 * fewest, and rather any than those of the header and of a dialog.
 * @param hasWorked whether it tells of something that worked: the dialog that did it closes now
 */
export function freeCorner(hasWorked: boolean): (typeof corners)[number] {
  const boxes = [...document.querySelectorAll(controls)].flatMap((control) => {
    const box = control.getBoundingClientRect()
    const isInDialog = control.closest('[role=dialog]') !== null
    if (box.width === 0 || (hasWorked && isInDialog)) return []
    return { box, weight: isInDialog || control.closest('header') ? 100 : 1 }
  })
  const coveredIn = (corner: string) => {
    const [left, right] = corner.endsWith('left')
      ? [0, toast.offset + toast.width]
      : [window.innerWidth - toast.offset - toast.width, window.innerWidth]
    const [top, bottom] = corner.startsWith('top')
      ? [0, toast.offset + toast.height]
      : [window.innerHeight - toast.offset - toast.height, window.innerHeight]
    return boxes.reduce(
      (sum, { box, weight }) =>
        box.left < right && box.right > left && box.top < bottom && box.bottom > top ? sum + weight : sum,
      0,
    )
  }
  return corners.reduce((best, corner) => (coveredIn(corner) < coveredIn(best) ? corner : best))
}
