import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerPresses } from '@/browser/press-answer'

const animate = vi.fn()

const listen = vi.spyOn(document, 'addEventListener')

beforeEach(() => {
  // jsdom has no animations.
  Element.prototype.animate = animate
})
afterEach(() => {
  // Other files share this document.
  for (const [name, listener] of listen.mock.calls) document.removeEventListener(name, listener, true)
  listen.mockRestore()
  Reflect.deleteProperty(Element.prototype, 'animate')
  document.body.replaceChildren()
})

test('a button or a link that is pressed answers at once, also where its icon was pressed; words, tabs and what is busy do not', () => {
  answerPresses()
  document.body.innerHTML =
    '<p id="words">Words</p><button><svg id="icon"></svg>Edit</button><a href="#there" id="link">There</a><button id="tab" role="tab">Tab</button><button id="busy" aria-disabled="true">Saving...</button>'
  const press = (id: string) => {
    animate.mockClear()
    document.getElementById(id)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    return animate.mock.contexts
  }
  expect(press('icon')).toEqual([document.querySelector('button')])
  expect(press('link')).toEqual([document.getElementById('link')])
  for (const other of ['words', 'tab', 'busy']) expect(press(other)).toEqual([])
})
