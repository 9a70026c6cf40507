/** Where toasts may be, the best first. At the top are Menu and Close, and at the left a form's buttons begin. */
const corners = ['bottom-right', 'bottom-left', 'top-right', 'top-left'] as const

/** The size of a toast with a sentence, and how far from the edges it is, in pixels: sonner's own. */
const toast = { width: 356, height: 112, offset: 24 }

const controls = ':is(a[href], button, input, select, textarea, summary, [role="tab"])'

/**
 * Finds the corner of the window in which a toast covers nothing that can be pressed. Where there is none, as often on a
 * phone, it's the first.
 */
export function freeCorner(): (typeof corners)[number] {
  const boxes = [...document.querySelectorAll(`${controls}:not([data-sonner-toast] *)`)]
    .map((control) => control.getBoundingClientRect())
    .filter(({ width, height }) => width > 0 && height > 0)
  const isCovered = (corner: string) => {
    const [left, right] = corner.endsWith('left')
      ? [0, toast.offset + toast.width]
      : [window.innerWidth - toast.offset - toast.width, window.innerWidth]
    const [top, bottom] = corner.startsWith('top')
      ? [0, toast.offset + toast.height]
      : [window.innerHeight - toast.offset - toast.height, window.innerHeight]
    return boxes.some((box) => box.left < right && box.right > left && box.top < bottom && box.bottom > top)
  }
  return corners.find((corner) => !isCovered(corner)) ?? corners[0]
}
