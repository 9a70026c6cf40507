import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { FileRules } from '@/lib/files/file-rules'
import { FilePicker } from '@/ui/forms/file-picker'

const rules: FileRules = { types: ['text/plain'], limit: 10, wanted: 'a text' }

function Picker() {
  const [file, setFile] = useState<File | null>(null)
  return <FilePicker label="Letter" hint="A text" rules={rules} file={file} onChange={setFile} />
}
const text = (name: string, content: string) => new File([content], name, { type: 'text/plain' })

test('a refused file takes the place of the one before', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.upload(screen.getByLabelText('Letter'), text('good.txt', 'short'))
  expect(await screen.findByText(/good\.txt/)).toBeVisible()
  await user.upload(screen.getByLabelText('Letter'), text('large.txt', 'much too long'))
  expect(await screen.findByText(/“large\.txt” is .* at most/)).toBeVisible()
  expect(screen.queryByText(/good\.txt/)).toBeNull()
})

test('what was wrong with a file is gone once another one was taken and removed', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.upload(screen.getByLabelText('Letter'), text('large.txt', 'much too long'))
  expect(await screen.findByText(/“large\.txt”/)).toBeVisible()
  await user.upload(screen.getByLabelText('Letter'), text('good.txt', 'short'))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(screen.queryByText(/\.txt/)).toBeNull()
})

test('the button says what is browsed for, what is accepted and what was wrong', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  const button = screen.getByRole('button', { name: 'Browse files: Letter' })
  expect(button).toHaveAccessibleDescription('A text')
  await user.upload(screen.getByLabelText('Letter'), text('large.txt', 'much too long'))
  await screen.findByText(/“large\.txt”/)
  expect(button).toHaveAccessibleDescription(/^A text “large\.txt” is /)
})
