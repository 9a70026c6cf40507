/**
 * Answers what queries by role, accessible names, pointers and Radix ask of nearly every element: whether it is displayed,
 * visible, takes presses, and is animated. jsdom matches the element and its ancestors with every rule of its style sheet
 * for each answer, which takes a third of the time of these tests. No style sheet of ours is loaded in them, so what counts
 * is the element's kind and its `style` attribute; everything else is answered by jsdom.
 */
export function answerStylesFast(window: Window & typeof globalThis): void {
  const computed = window.getComputedStyle.bind(window)
  const displays = new Map<string, string>()

  /** `display` as jsdom computes it, once for each kind of element. */
  const displayOf = (element: HTMLElement): string => {
    const kind = ['hidden', 'type', 'open'].map((name) => element.getAttribute(name))
    const parent = element.parentElement
    const key = [
      element.localName,
      ...kind,
      element.style?.display,
      parent?.localName,
      parent?.hasAttribute('open'),
    ]
    const name = key.join(' ')
    const known = displays.get(name) ?? computed(element).display
    displays.set(name, known)
    return known
  }

  /** An inherited property: what the nearest element with a value in its `style` attribute says. */
  const inherited = (
    element: HTMLElement | null,
    property: 'visibility' | 'pointerEvents',
  ): string | undefined => {
    for (let at = element; at; at = at.parentElement) {
      const value = at.style?.[property]
      if (value && value !== 'inherit') return value
    }
    return undefined
  }

  const answers: Record<string, (element: HTMLElement) => string> = {
    display: displayOf,
    visibility: (element) => inherited(element, 'visibility') ?? 'visible',
    pointerEvents: (element) => inherited(element, 'pointerEvents') ?? 'auto',
    opacity: (element) => element.style?.opacity || '1',
    animationName: () => 'none',
    'pointer-events': (element) => inherited(element, 'pointerEvents') ?? 'auto',
  }

  window.getComputedStyle = (element, pseudoElement) => {
    if (pseudoElement) return computed(element, pseudoElement)
    const answer = (name: string) => answers[name]?.(element as HTMLElement)
    return new Proxy({} as CSSStyleDeclaration, {
      get(_style, name) {
        if (name === 'getPropertyValue')
          return (property: string) => answer(property) ?? computed(element).getPropertyValue(property)
        return (typeof name === 'string' && answer(name)) || Reflect.get(computed(element), name)
      },
    })
  }
}
