import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { FilePicker } from '@/ui/forms/file-picker'

function Picker() {
  const [file, setFile] = useState<File | null>(null)
  return <FilePicker label="Letter" hint="A text" file={file} onChange={setFile} />
}
const pdf = (name: string, content: string) => new File([content], name, { type: 'application/pdf' })

test('a refused file replaces the file that was chosen before', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.upload(screen.getByLabelText('Letter'), pdf('good.pdf', '%PDF-1.7'))
  expect(await screen.findByText(/good\.pdf/)).toBeVisible()
  await user.upload(screen.getByLabelText('Letter'), pdf('page.pdf', '<html>'))
  expect(await screen.findByText(/“page\.pdf” isn’t a PDF/)).toBeVisible()
  expect(screen.queryByText(/good\.pdf/)).toBeNull()
})

test('the error of a refused file disappears when another file is chosen and removed', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  await user.upload(screen.getByLabelText('Letter'), pdf('page.pdf', '<html>'))
  expect(await screen.findByText(/“page\.pdf”/)).toBeVisible()
  await user.upload(screen.getByLabelText('Letter'), pdf('good.pdf', '%PDF-1.7'))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(screen.queryByText(/\.pdf/)).toBeNull()
})

test('the button of a file picker names its field, and describes what is accepted and any error', async () => {
  const user = userEvent.setup()
  render(<Picker />)
  const button = screen.getByRole('button', { name: 'Browse files: Letter' })
  expect(button).toHaveAccessibleDescription('A text')
  await user.upload(screen.getByLabelText('Letter'), pdf('page.pdf', '<html>'))
  await screen.findByText(/“page\.pdf”/)
  expect(button).toHaveAccessibleDescription(/^A text “page\.pdf” isn’t a PDF/)
})
