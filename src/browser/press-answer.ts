/** What a person presses to make something happen. Tabs and switches show it themselves, and a busy button ignores it. */
const pressable = 'button:not([role], [aria-disabled=true]), a[href], summary'

/**
 * Answers each press at once: what was pressed fades in again. A slow phone may need a quarter of a second for what it
 * opens, and someone who sees nothing by then presses again. It moves nothing, so it is there with less motion too.
 */
export function answerPresses(): void {
  const answer = ({ target }: Event) => {
    if (!(target instanceof Element)) return
    target.closest(pressable)?.animate({ opacity: [0.5, 1] }, { duration: 200, easing: 'ease-out' })
  }
  document.addEventListener('click', answer, { capture: true, passive: true })
}
