import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
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

describe('content', () => {
  const drawn: string[] = []
  beforeEach(() => drawn.splice(0))
  const given = (data: string | undefined) => (
    <Loaded {...texts()} query={{ ...stalled, data }} skeleton={<Drawn as="skeleton" drawn={drawn} />}>
      {(loaded) => <Drawn as={loaded} drawn={drawn} />}
    </Loaded>
  )

  test('content that comes is drawn after the page could answer a press', () => {
    const { rerender } = render(given(undefined))
    rerender(given('contacts'))
    expect(drawn).toEqual(['skeleton', 'skeleton', 'contacts'])
  })

  test('content that is there already is drawn at once, and so is each change to it', () => {
    const { rerender } = render(given('contacts'))
    rerender(given('more contacts'))
    expect(drawn).toEqual(['contacts', 'more contacts'])
  })
})

function Drawn({ as, drawn }: { as: string; drawn: string[] }) {
  drawn.push(as)
  return null
}

function texts() {
  return {
    query: stalled,
    loading: 'Loading contacts',
    errorTitle: 'Unable to load contacts',
    children: () => null,
  }
}
