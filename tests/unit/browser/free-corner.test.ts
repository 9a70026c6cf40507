import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freeCorner } from '@/browser/free-corner'

beforeEach(() => {
  vi.stubGlobal('innerWidth', 1024)
  vi.stubGlobal('innerHeight', 768)
})
afterEach(() => {
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

/** Puts the control that the markup ends with at a place of the screen. */
function place(markup: string, left: number, top: number): void {
  document.body.insertAdjacentHTML('beforeend', markup)
  const control = [...document.body.querySelectorAll('a, button')].at(-1)
  if (control) control.getBoundingClientRect = () => new DOMRect(left, top, 80, 44)
}

const button = '<button>Delete</button>'
const link = '<a href="/contacts">Contacts</a>'
const inRow: [string, number, number] = [button, 900, 700]
const inForm: [string, number, number] = [button, 40, 650]
const menu: [string, number, number] = [`<header>${button}</header>`, 920, 10]
const inDialog: [string, number, number] = [`<div role="dialog">${button}</div>`, 900, 700]

test.each<[string, [string, number, number][], string]>([
  ['where nothing is in its way, at the bottom right', [], 'bottom-right'],
  ['beside the buttons of a row, over a link', [inRow, [link, 40, 700]], 'bottom-left'],
  ['above the buttons of a row and of a form', [inRow, inForm], 'top-right'],
  ['away from Menu, too', [inRow, inForm, menu], 'top-left'],
  [
    'where it covers the fewest buttons and never Menu, if there are some everywhere',
    [inRow, inRow, inRow, inForm, inForm, menu, [`<header>${button}</header>`, 10, 10]],
    'bottom-left',
  ],
])('a toast appears %s', (_, controls, corner) => {
  for (const control of controls) place(...control)
  // The button of a toast, and one that is not shown, are in no one's way.
  place(`<ol><li data-sonner-toast>${button}</li></ol>`, 900, 700)
  document.body.insertAdjacentHTML('beforeend', '<button>Hidden</button>')
  expect(freeCorner(true)).toBe(corner)
})

test('a toast of a problem covers no button of the dialog that stays open for it', () => {
  place(...inDialog)
  expect(freeCorner(true)).toBe('bottom-right')
  expect(freeCorner(false)).toBe('bottom-left')
})
