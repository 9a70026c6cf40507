import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { answerPresses } from '@/browser/press-answer'

const animate = vi.fn()

beforeEach(() => {
  // jsdom has no animations.
  Element.prototype.animate = animate
})
afterEach(() => {
  Reflect.deleteProperty(Element.prototype, 'animate')
  animate.mockReset()
  document.body.replaceChildren()
})

test('a button or a link that is pressed answers at once, also where its icon was pressed; words around it do not', () => {
  answerPresses()
  document.body.innerHTML =
    '<p id="words">Words</p><button><svg id="icon"></svg>Edit</button><a href="#there" id="link">There</a>'
  const press = (id: string) => {
    animate.mockClear()
    document.getElementById(id)?.dispatchEvent(new MouseEvent('click', { bubbles: true }))
    return animate.mock.contexts
  }
  expect(press('icon')).toEqual([document.querySelector('button')])
  expect(press('link')).toEqual([document.getElementById('link')])
  expect(press('words')).toEqual([])
})
