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

test('a refused file replaces the file that was chosen before', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.upload(screen.getByLabelText('Letter'), text('good.txt', 'short'))
  expect(await screen.findByText(/good\.txt/)).toBeVisible()
  await user.upload(screen.getByLabelText('Letter'), text('large.txt', 'much too long'))
  expect(await screen.findByText(/“large\.txt” is .* at most/)).toBeVisible()
  expect(screen.queryByText(/good\.txt/)).toBeNull()
})

test('the error of a refused file disappears when another file is chosen and removed', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.upload(screen.getByLabelText('Letter'), text('large.txt', 'much too long'))
  expect(await screen.findByText(/“large\.txt”/)).toBeVisible()
  await user.upload(screen.getByLabelText('Letter'), text('good.txt', 'short'))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(screen.queryByText(/\.txt/)).toBeNull()
})

test('the button of a file picker names its field, and describes what is accepted and any error', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  const button = screen.getByRole('button', { name: 'Browse files: Letter' })
  expect(button).toHaveAccessibleDescription('A text')
  await user.upload(screen.getByLabelText('Letter'), text('large.txt', 'much too long'))
  await screen.findByText(/“large\.txt”/)
  expect(button).toHaveAccessibleDescription(/^A text “large\.txt” is /)
})
