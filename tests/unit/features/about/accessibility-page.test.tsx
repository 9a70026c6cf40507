import { render, screen } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, test } from 'vitest'
import { Component as GuestFrame } from '@/app/guest-frame'
import { Component as PublicFrame } from '@/app/public-frame'
import { Component as AccessibilityPage } from '@/features/about/accessibility-page'

const show = (Component: () => React.ReactNode) =>
  render(<RouterProvider router={createMemoryRouter([{ path: '/', Component }])} />)

test('the accessibility page says where “Text size” is', () => {
  show(AccessibilityPage)
  expect(screen.getByText(/“Text size”, at the top of every page or in its menu/)).toBeVisible()
})

test.each([
  { frame: 'of a public page', Frame: PublicFrame },
  { frame: "of a guest's page", Frame: GuestFrame },
])('the frame $frame has “Text size” at its top, with its choices', ({ Frame }) => {
  show(Frame)
  const button = screen.getByRole('button', { name: 'Text size' })
  expect(button.closest('header')).not.toBeNull()
  const panel = document.getElementById(button.getAttribute('popovertarget') ?? '')
  expect(panel).toHaveAccessibleName('Make reading easier')
  expect(panel?.querySelectorAll('input[type=radio]').length).toBeGreaterThan(5)
})

test('every frame has it, also one that is added', () => {
  const sources = import.meta.glob<string>('/src/app/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const frames = Object.entries(sources).filter(([, source]) => source.includes('<header'))
  expect(frames.length).toBeGreaterThan(2)
  for (const [file, source] of frames) {
    expect([file, source.includes('<ComfortButton'), source.includes('<ComfortPanel')]).toEqual([
      file,
      true,
      true,
    ])
  }
})
