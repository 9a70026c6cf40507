import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ChoiceField, CodeField, sixDigits, TextArea, TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useFields, useForm } from '@/ui/forms/use-form'

function RequestsForm({ text = '' }: { text?: string }) {
  const { field } = useFields({ values: { text }, schema: z.object({ text: z.string() }) })
  return <TextArea label="Requests" limit={10} {...field('text')} />
}

const options = [
  { value: 'burial', label: 'Burial', hint: 'In the earth' },
  { value: 'cremation', label: 'Cremation' },
]

function DispositionForm({ onSave }: { onSave: (values: { disposition: string }) => Promise<void> }) {
  const { field, busy, submit } = useForm({
    values: { disposition: 'burial' },
    schema: z.object({ disposition: z.string() }),
    send: onSave,
  })
  return (
    <FormFrame busy={busy} submit={submit} submitLabel="Save">
      <ChoiceField
        label="Disposition"
        options={options}
        unknownLabel="I don’t know yet"
        {...field('disposition')}
      />
    </FormFrame>
  )
}

function CodeForm() {
  const { field, values } = useFields({ values: { code: '' }, schema: z.object({ code: z.string() }) })
  return (
    <>
      <CodeField label="Code" {...field('code')} />
      <output>{values.code}</output>
    </>
  )
}

describe('text', () => {
  test('TextField links its label, hint and error to the control', () => {
    render(<TextField label="Email Address" hint="Yours" error="Enter a valid email" />)
    const input = screen.getByRole('textbox', { name: 'Email Address' })
    expect(input).toBeInvalid()
    expect(input).toHaveAccessibleDescription('Yours Enter a valid email')
  })

  test('TextField is valid and has no description when there is no error', () => {
    render(<TextField label="Full Name" optional />)
    const input = screen.getByRole('textbox', { name: 'Full Name (optional)' })
    expect(input).not.toHaveAttribute('aria-invalid')
    expect(input).not.toHaveAttribute('aria-describedby')
  })
})

describe('long text', () => {
  test('TextArea shows the characters left near the limit, and never cuts text off', async () => {
    render(<RequestsForm />)
    const input = screen.getByRole('textbox')
    await userEvent.type(input, 'seven 7')
    expect(screen.getByRole('status')).toBeEmptyDOMElement()
    await userEvent.type(input, '89')
    expect(screen.getByRole('status')).toHaveTextContent('1 character left')
    await userEvent.type(input, '012')
    expect(input).toHaveValue('seven 789012')
    expect(input).toHaveAccessibleDescription('2 characters too many')
  })

  test('TextArea counts an emoji as one character, as the database does', async () => {
    render(<RequestsForm />)
    await userEvent.type(screen.getByRole('textbox'), '😀'.repeat(9))
    expect(screen.getByRole('status')).toHaveTextContent('1 character left')
  })

  test('TextArea counts a value that the form fills in', () => {
    render(<RequestsForm text="eight 78" />)
    expect(screen.getByRole('status')).toHaveTextContent('2 characters left')
  })
})

describe('choice', () => {
  test(`ChoiceField works in a form, with "I don't know yet" as the empty answer`, async () => {
    const onSave = vi.fn(async () => {})
    render(<DispositionForm onSave={onSave} />)
    expect(screen.getByRole('group', { name: 'Disposition' })).toBeVisible()
    expect(screen.getByRole('radio', { name: /Burial/ })).toBeChecked()
    expect(screen.getByRole('radio', { name: /Burial/ })).toHaveAccessibleDescription('In the earth')
    await userEvent.click(screen.getByRole('radio', { name: 'I don’t know yet' }))
    await userEvent.click(screen.getByRole('button'))
    expect(onSave).toHaveBeenCalledWith({ disposition: '' })
  })
})

describe('code', () => {
  test.each([
    ['12345678', '123456'],
    ['Your code is 123 456.', '123456'],
    ['1a2b', '12'],
    ['', ''],
  ])('CodeField keeps only the first six digits of %j', (text, digits) => {
    expect(sixDigits(text)).toBe(digits)
  })

  test('CodeField takes the code from a pasted line of a mail, and supports one-time-code autofill', async () => {
    render(<CodeForm />)
    const input = screen.getByRole('textbox', { name: 'Code' })
    expect(input).toHaveAttribute('autocomplete', 'one-time-code')
    expect(input).toHaveAttribute('inputmode', 'numeric')
    await userEvent.click(input)
    await userEvent.paste('Your code: 987-654 (10 minutes)')
    expect(input).toHaveValue('987654')
    expect(screen.getByRole('status')).toHaveTextContent('987654')
    await userEvent.type(input, '3x')
    expect(input).toHaveValue('987654')
  })
})
