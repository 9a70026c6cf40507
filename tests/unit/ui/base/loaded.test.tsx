import { act, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Loaded } from '@/ui/base/loaded'
import { SkeletonPage } from '@/ui/base/skeletons'

const words = 'This is taking longer than usual. Please check your connection.'
const stalled = { data: undefined, error: null, isFetching: true, refetch: async () => {} }

test.each([
  ['a list', <Loaded key="list" {...texts()} />],
  ['cards', <Loaded key="cards" {...texts()} cards={2} />],
  ['a page', <SkeletonPage key="page" label="Loading contacts" />],
])('the placeholder of %s says within six seconds that the connection stalls', (_what, placeholder) => {
  vi.useFakeTimers()
  render(placeholder)
  expect(screen.getByRole('status')).toHaveTextContent(/^Loading contacts\.\.\.$/)
  act(() => vi.advanceTimersByTime(5_999))
  expect(screen.getByRole('status')).toHaveTextContent(words)
  vi.useRealTimers()
})

function texts() {
  return {
    query: stalled,
    loading: 'Loading contacts',
    errorTitle: 'Unable to load contacts',
    children: () => null,
  }
}
