import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { requiredLine } from '@/lib/validation'
import { WayOutOfClosed } from '@/ui/base/way-out-of-closed'
import { TextField } from '@/ui/forms/field'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { VersionedForm } from '@/ui/forms/versioned-form'

interface Row {
  name: string
  phone: string
  updated_at: string
}

const schema = z.object({ name: requiredLine('Enter a name.', 120), phone: z.string() })
const toValues = (row: Row | null) => ({ name: row?.name ?? '', phone: row?.phone ?? '' })
const first: Row = { name: 'Ada', phone: '', updated_at: '2026-11-01T10:00:00+00:00' }
const newer: Row = { name: 'Bea', phone: '1', updated_at: '2026-11-02T10:00:00+00:00' }

const refusal = (code: string) => Object.assign(new Error(code), { code })
const lost = () => Promise.reject(new TypeError('Failed to fetch'))

/** Saves as a table does: returns what was sent, with a new version. */
const saves = async (input: z.output<typeof schema>): Promise<Row> => ({
  ...input,
  updated_at: '2026-11-03T10:00:00+00:00',
})

type Save = (input: z.output<typeof schema>, over: Row | null, newId: string) => Promise<Row>

interface Given {
  loaded?: Row | null
  save: Save
  reread?: () => Promise<Row>
}

function Form({ loaded = first, save, reread = async () => newer }: Given) {
  const editing = useVersionedForm({ schema, loaded, toValues, save, reread })
  return (
    <VersionedForm editing={editing} what="this contact" submitLabel="Save">
      <TextField label="Name" {...editing.field('name')} />
      <TextField label="Phone" {...editing.field('phone')} />
    </VersionedForm>
  )
}

function open(given: Given) {
  const view = render(<Form {...given} />)
  return {
    user: userEvent.setup(),
    arrives: (loaded: Row) => view.rerender(<Form {...given} loaded={loaded} />),
  }
}
const name = () => screen.getByLabelText('Name')
const press = (label: string) => screen.getByRole('button', { name: label })

test('a versioned form saves over the loaded row, then over the saved one', async () => {
  const save = vi.fn<Save>(saves)
  const { user } = open({ save })
  await user.type(name(), ' B.{Enter}')
  await user.type(name(), ' C.{Enter}')
  expect(save.mock.calls.map(([input, over]) => [input.name, over?.updated_at])).toEqual([
    ['Ada B.', first.updated_at],
    ['Ada B. C.', '2026-11-03T10:00:00+00:00'],
  ])
})

test('a versioned form focuses the first invalid field and saves nothing', async () => {
  const save = vi.fn<Save>(saves)
  const { user } = open({ save })
  await user.clear(name())
  await user.click(press('Save'))
  expect(name()).toHaveFocus()
  expect(name()).toHaveAccessibleDescription('Enter a name.')
  expect(save).not.toHaveBeenCalled()
})

test('a versioned form can overwrite a row that was changed in another window', async () => {
  const save = vi.fn<Save>(saves).mockRejectedValueOnce(refusal('changed_elsewhere'))
  const { user } = open({ save })
  await user.type(name(), '!{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Keep mine and save' }))
  expect(save.mock.lastCall?.slice(0, 2)).toEqual([{ name: 'Ada!', phone: '' }, newer])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a versioned form can load a row that was changed in another window in place of what was typed', async () => {
  const save = vi.fn<Save>().mockRejectedValue(refusal('changed_elsewhere'))
  const { user } = open({ save })
  await user.type(name(), '!{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Load the other version' }))
  expect(name()).toHaveValue('Ada!')
  const dialog = within(await screen.findByRole('alertdialog'))
  await user.click(dialog.getByRole('button', { name: 'Load the other version' }))
  expect(name()).toHaveValue('Bea')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('a versioned form keeps the text when the row to overwrite was deleted elsewhere', async () => {
  const { user } = open({
    save: () => Promise.reject(refusal('changed_elsewhere')),
    reread: () => Promise.reject(refusal('deleted_elsewhere')),
  })
  await user.type(name(), '!{Enter}')
  await user.click(await screen.findByRole('button', { name: 'Keep mine and save' }))
  expect(await screen.findByText(/This was deleted in another window/)).toBeVisible()
  expect(name()).toHaveValue('Ada!')
})

test('a versioned form retries a new row with the same id after a lost answer', async () => {
  const save = vi.fn<Save>(saves).mockImplementationOnce(lost)
  const { user } = open({ loaded: null, save })
  await user.type(name(), 'Cleo{Enter}')
  expect(await screen.findByText(/We couldn’t reach the server/)).toBeVisible()
  expect(name()).toHaveValue('Cleo')
  await user.click(press('Save'))
  const [one, other] = save.mock.calls
  expect(one?.[2]).toMatch(/^[0-9a-f-]{36}$/)
  expect(other).toEqual(one)
})

test('a versioned form keeps what is typed while it saves', async () => {
  let answer = () => {}
  const save = vi.fn<Save>(async (input) => {
    await new Promise<void>((resolve) => {
      answer = resolve
    })
    return saves({ ...input, phone: 'as saved' })
  })
  const { user, arrives } = open({ save })
  await user.type(name(), '!{Enter}')
  await user.type(name(), '?')
  await user.click(press('Saving...'))
  expect(save).toHaveBeenCalledTimes(1)
  answer()
  expect(await screen.findByDisplayValue('as saved')).toBeVisible()
  arrives({ ...newer, updated_at: '2026-11-04T10:00:00+00:00' })
  expect(name()).toHaveValue('Ada!?')
})

test('a versioned form shows a newer version when nothing was typed', async () => {
  const save = vi.fn<Save>(saves)
  const { user, arrives } = open({ save })
  arrives(newer)
  expect(await screen.findByDisplayValue('Bea')).toBe(name())
  arrives(first)
  await user.type(name(), '!{Enter}')
  expect(save.mock.lastCall?.slice(0, 2)).toEqual([{ name: 'Bea!', phone: '1' }, newer])
})

test('a versioned form with typed text neither shows nor overwrites a newer version', async () => {
  const save = vi.fn<Save>(saves)
  const { user, arrives } = open({ save })
  await user.type(name(), '!')
  arrives(newer)
  expect(name()).toHaveValue('Ada!')
  await user.click(press('Save'))
  expect(save.mock.lastCall?.slice(0, 2)).toEqual([{ name: 'Ada!', phone: '' }, first])
})

test('a save that is refused because the trial ended says so, keeps what was typed, and offers the way out', async () => {
  const ask = vi.fn()
  const save = vi.fn<Save>().mockRejectedValue(refusal('plan_closed'))
  const form = (title: string | null) => (
    <MemoryRouter>
      <WayOutOfClosed
        value={{
          ask,
          closed: title === null ? null : { title, action: <a href="/billing">Choose a plan</a> },
        }}
      >
        <Form save={save} />
      </WayOutOfClosed>
    </MemoryRouter>
  )
  const { rerender } = render(form(null))
  await userEvent.type(name(), ' B.{Enter}')
  await vi.waitFor(() => expect(ask).toHaveBeenCalled())
  rerender(form('Your free trial has ended'))
  const notice = within(await screen.findByRole('alert'))
  expect(notice.getByText('Your free trial has ended')).toBeVisible()
  expect(notice.getByText(/everything here stays as it is/)).toBeVisible()
  expect(notice.getByRole('link', { name: 'Choose a plan' })).toHaveAttribute('href', '/billing')
  expect(name()).toHaveValue('Ada B.')
})

test('a failure that comes again is told again: its message leaves before the next try', async () => {
  const { user } = open({ save: () => lost() })
  await user.type(name(), ' B.{Enter}')
  const told = await screen.findByRole('alert')
  await user.click(press('Save'))
  await vi.waitFor(() => expect(screen.getByRole('alert')).toBeVisible())
  expect(told).not.toBeInTheDocument()
})
