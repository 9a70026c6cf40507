import { render, screen, within } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { CodedError } from '@/lib/errors'
import { FailureLine, FailureNotice } from '@/ui/base/failure'
import { WayOutOfClosed } from '@/ui/base/way-out-of-closed'
import { SaveProblem } from '@/ui/forms/versioned-form'

const refused = new CodedError('42501')

function inPlan(title: string | null, ask: () => void, children: ReactNode) {
  const closed = title === null ? null : { title, action: <a href="/billing">Choose a plan</a> }
  return <WayOutOfClosed value={{ ask, closed }}>{children}</WayOutOfClosed>
}

test.each([
  ['a notice', <FailureNotice key="1" title="Unable to add contacts" problem={refused} />],
  ['a line', <FailureLine key="2" problem={refused} />],
  ['a notice', <FailureNotice key="3" title="Error" problem={new CodedError('plan_closed')} />],
])(
  '%s about a save that is refused says that the trial ended, once that is known, and offers the way out',
  (_, failure) => {
    const ask = vi.fn()
    const { rerender } = render(inPlan(null, ask, failure))
    expect(ask).toHaveBeenCalledOnce()
    // Nothing says that the page should be refreshed: what was typed on it would be lost.
    expect(screen.getByRole('alert')).toHaveTextContent(/can’t change your plan right now.* in another tab/)
    rerender(inPlan('Your free trial has ended', ask, failure))
    const notice = within(screen.getByRole('alert'))
    expect(notice.getByText('Your free trial has ended')).toBeVisible()
    expect(notice.getByText(/It opens in a new tab, and everything here stays as it is/)).toBeVisible()
    expect(notice.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/billing')
  },
)

test('a line keeps what it says of its own when the trial has ended', () => {
  render(
    inPlan(
      'Your free trial has ended',
      () => {},
      <FailureLine problem={refused}>It was set back.</FailureLine>,
    ),
  )
  expect(screen.getByRole('alert')).toHaveTextContent(/It was set back\. Choose a plan to make changes/)
})

test('a failure of another kind asks for no membership', () => {
  const ask = vi.fn()
  render(
    inPlan(
      'Your free trial has ended',
      ask,
      <FailureNotice title="Error" problem={new CodedError('23505')} />,
    ),
  )
  expect(screen.getByRole('alert')).toHaveTextContent('You’ve already added that.')
  expect(ask).not.toHaveBeenCalled()
})

const formRefused = { busy: false, problem: refused, loadOther: async () => {}, saveMine: () => {} }

test.each([
  ['a notice', <FailureNotice key="1" title="Error" problem={refused} />],
  ['a form', <SaveProblem key="2" what="your name" editing={formRefused} />],
])('where no membership decides, a refusal that %s shows stays what it is', (_, failure) => {
  render(failure)
  expect(screen.getByRole('alert')).toHaveTextContent('You don’t have permission to do that.')
})
