import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import type { CheckedFile } from '@/lib/files/file-rules'
import { FilePicker } from '@/ui/forms/file-picker'
import { FormFrame } from '@/ui/forms/form-frame'

const will = new File(['%PDF-'], 'will.pdf', { type: 'application/pdf' })

interface Props {
  check: () => Promise<CheckedFile>
  sent: (name: string | undefined) => void
}

function Form({ check, sent }: Props) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <FormFrame busy={false} submit={() => sent(file?.name)} submitLabel="Save">
      <FilePicker
        label="Paper"
        hint="A PDF"
        file={file}
        accept={{ types: '.pdf', check }}
        onChange={setFile}
      />
    </FormFrame>
  )
}

/** A form with a file that is checked until the test answers. */
function openForm() {
  const sent = vi.fn()
  let answer: (checked: CheckedFile) => void = () => {}
  const checked = new Promise<CheckedFile>((resolve) => {
    answer = resolve
  })
  render(<Form check={() => checked} sent={sent} />)
  return { sent, answer, user: userEvent.setup() }
}

test('a form that is sent while its file is being checked waits, and sends the file', async () => {
  const { sent, user, answer } = openForm()
  await user.upload(screen.getByLabelText('Paper'), will)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent).not.toHaveBeenCalled()
  answer({ file: will })
  await vi.waitFor(() => expect(sent.mock.calls).toEqual([['will.pdf']]))
})

test('a form that is sent while its file is being checked is not sent when the file is refused', async () => {
  const { sent, user, answer } = openForm()
  await user.upload(screen.getByLabelText('Paper'), will)
  await user.click(screen.getByRole('button', { name: 'Save' }))
  answer({ problem: 'It holds a web page.' })
  expect(await screen.findByText('It holds a web page.')).toBeVisible()
  expect(sent).not.toHaveBeenCalled()
  await user.click(screen.getByRole('button', { name: 'Save' }))
  expect(sent.mock.calls).toEqual([[undefined]])
})
