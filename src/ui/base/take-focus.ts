/**
 * The ref of an element that takes the focus when it appears, because the button that was pressed is gone or can no
 * longer be pressed. Give the element tabIndex={-1}.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
