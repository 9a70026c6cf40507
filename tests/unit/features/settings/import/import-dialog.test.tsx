import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { ImportDialog } from '@/features/settings/import/import-dialog'
import { patterns } from '@/lib/paths'
import { fakeSupabase, signIn } from '../../../fake-supabase'
import { renderPage } from '../../../render'

const Dialog = () => <ImportDialog onClose={() => {}} />

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

test('a file that is no export is refused once, as an alert, below what says which file to choose', async () => {
  const { user } = renderPage({ page: Dialog, pattern: patterns.settings })
  await user.upload(
    await screen.findByLabelText('Zip of an export'),
    new File(['Dear Anna'], 'letter.zip', { type: 'application/zip' }),
  )
  expect(await screen.findByRole('alert')).toHaveTextContent(/^This file can’t be brought in/)
  expect(screen.getByRole('alert')).toHaveTextContent(/This isn’t a zip\./)
  expect(screen.getByText(/“Export everything, with files”/)).toHaveTextContent(/^Choose the zip/)
})
