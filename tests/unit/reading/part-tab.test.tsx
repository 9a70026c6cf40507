import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { late } from '@/browser/late'
import type { Facts, Shown } from '@/parts/kit/facts'
import type { PartData } from '@/parts/kit/part'
import { PartShown, PartTab } from '@/reading/part-tab'
import { memorialParts } from '@/reading/use-plan'
import { readPart } from '../read-part'

const shown: Shown = { ownerName: 'Margaret Ellis', open: async () => '', look: async () => '' }
const wishes: Facts<PartData> = {
  show: (data) => (data ? <p>Her wishes</p> : null),
  tab: () => <p>Her wishes</p>,
}
const [funeral] = memorialParts

/** The part about the funeral, whose code comes or fails as the test says. */
function part(load: () => Promise<Facts<PartData>>, data: unknown = {}) {
  if (!funeral) throw new Error('no part')
  return { ...readPart(funeral, data), facts: late(load) }
}

test('a tab whose code has come shows at once', async () => {
  const ready = part(async () => wishes)
  await act(async () => ready.facts.ahead())
  render(<PartTab part={ready} shown={shown} />)
  expect(screen.getByText('Her wishes')).toBeVisible()
})

test('a tab whose code does not come says so, leaves the rest alone, and can be tried again', async () => {
  const load = vi.fn(async () => wishes)
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module: /assets/abc.js'))
  render(<PartTab part={part(load)} shown={shown} />)
  expect(screen.getByText(/Loading the funeral plan/)).toBeInTheDocument()
  expect(await screen.findByText('Unable to load funeral plan')).toBeVisible()
  expect(screen.getByText(/Check your connection/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Her wishes')).toBeVisible()
})

test('a part without data shows what is said then', async () => {
  render(<PartShown part={part(async () => wishes, null)} shown={shown} none={<p>No wishes yet</p>} />)
  expect(await screen.findByText('No wishes yet')).toBeVisible()
})
