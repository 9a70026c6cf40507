import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { signOut } from '@/data/session/sign-out'
import { TextField } from '@/ui/forms/field'
import { useForm } from '@/ui/forms/use-form'
import { anna, fakeSupabase, signIn } from '../../fake-supabase'

const schema = z.object({ name: z.string(), phone: z.string() })

function Form() {
  const { field } = useForm({ schema, values: { name: '', phone: '555' }, send: async () => {} })
  return (
    <form>
      <TextField label="Name" {...field('name')} />
      <TextField label="Phone" {...field('phone')} />
    </form>
  )
}

const name = () => screen.getByLabelText('Name')

/** Someone types a name in a dialog, and their session ends. */
async function typeUntil(ends: () => Promise<unknown>, address = '/contacts?add') {
  window.history.replaceState(null, '', address)
  const { unmount } = render(<Form />)
  await userEvent.type(name(), 'Rose Park')
  await act(ends)
  unmount()
}
const byItself = () => supabase.auth.signOut({ scope: 'local' })

beforeEach(async () => {
  sessionStorage.clear()
  fakeSupabase({ 'POST auth/logout': () => new Response(null, { status: 204 }) })
  await signIn()
})

test('what was typed when the session ended is there again after signing in, once', async () => {
  await typeUntil(byItself)
  await signIn()
  const { unmount } = render(<Form />)
  expect(name()).toHaveValue('Rose Park')
  expect(screen.getByLabelText('Phone')).toHaveValue('555')
  unmount()
  render(<Form />)
  expect(name()).toHaveValue('')
})

test.each([
  ['at another address', '/contacts?add', () => window.history.replaceState(null, '', '/home-and-pets?add')],
  ['in Health & Care, which no device keeps', '/health-and-care', () => {}],
  ['in Health & Care by an address in capitals', '/Health-And-Care/', () => {}],
])('what was typed when the session ended does not come back %s', async (_where, address, goOn) => {
  await typeUntil(byItself, address)
  await signIn()
  goOn()
  render(<Form />)
  expect(name()).toHaveValue('')
})

test('what was typed when the session ended is not shown to the next person', async () => {
  await typeUntil(byItself)
  await signIn({ ...anna, id: '00000000-0000-4000-8000-0000000000ff', email: 'next@example.com' })
  render(<Form />)
  expect(name()).toHaveValue('')
})

test('who signs out leaves nothing behind of what they typed', async () => {
  await typeUntil(signOut)
  expect(sessionStorage).toHaveLength(0)
})
