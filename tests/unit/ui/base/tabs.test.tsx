import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { Tabs } from '@/ui/base/tabs'

function Example() {
  const [value, setValue] = useState('sending')
  return (
    <Tabs
      label="Parts"
      value={value}
      onValueChange={setValue}
      items={[
        { value: 'sending', label: 'Sending', keep: true, content: <input aria-label="Kept" /> },
        { value: 'reading', label: 'Reading', content: <input aria-label="Begun again" /> },
      ]}
    />
  )
}

test('a tab marked "keep" keeps its state while another is shown, and other tabs start over', async () => {
  const user = userEvent.setup()
  render(<Example />)
  await user.type(screen.getByLabelText('Kept'), 'half')
  await user.click(screen.getByRole('tab', { name: 'Reading' }))
  expect(screen.getByLabelText('Kept')).not.toBeVisible()
  await user.type(screen.getByLabelText('Begun again'), 'half')
  await user.click(screen.getByRole('tab', { name: 'Sending' }))
  expect(screen.getByLabelText('Kept')).toBeVisible()
  expect(screen.getByLabelText('Kept')).toHaveValue('half')
  expect(screen.queryByLabelText('Begun again')).toBeNull()
})
