import { afterEach, expect, test, vi } from 'vitest'
import { freeCorner } from '@/browser/free-corner'

afterEach(() => document.body.replaceChildren())

/** Puts a control on a screen of 1024 × 768 pixels. */
function place(markup: string, left: number, top: number): void {
  document.body.insertAdjacentHTML('beforeend', markup)
  const control = document.body.lastElementChild?.querySelector('button') ?? document.body.lastElementChild
  if (control) control.getBoundingClientRect = () => new DOMRect(left, top, 80, 44)
}

const last = '<button>Delete</button>'

test.each([
  ['where nothing is in its way, at the bottom right', [], 'bottom-right'],
  ['beside the buttons of a row', [[900, 700]], 'bottom-left'],
  [
    'above the buttons of a row and of a form',
    [
      [900, 700],
      [40, 650],
    ],
    'top-right',
  ],
  [
    'away from Menu, too',
    [
      [900, 700],
      [40, 650],
      [920, 10],
    ],
    'top-left',
  ],
  [
    'at the bottom right where there is a button everywhere',
    [
      [0, 0],
      [900, 0],
      [0, 700],
      [900, 700],
    ],
    'bottom-right',
  ],
])('a toast appears %s', (_, boxes, corner) => {
  vi.stubGlobal('innerWidth', 1024)
  vi.stubGlobal('innerHeight', 768)
  for (const [left = 0, top = 0] of boxes) place(last, left, top)
  // The button of a toast, and one that is not shown, are in no one's way.
  place(`<ol><li data-sonner-toast>${last}</li></ol>`, 900, 700)
  document.body.insertAdjacentHTML('beforeend', '<button>Hidden</button>')
  expect(freeCorner()).toBe(corner)
  vi.unstubAllGlobals()
})
