import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { patterns } from '@/lib/paths'
import type { HealthNotes, HealthPaper } from '@/parts/health/data'
import { Component as SheetPage } from '@/parts/health/sheet/page'
import { anna, fakeSupabase, json, type Routes, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'
import { fullNotes, healthNotes, healthPaper } from './rows'

function open(notes: HealthNotes[], papers: HealthPaper[] = [], routes: Routes = {}) {
  fakeSupabase({
    'GET profiles': json({ user_id: anna.id, full_name: 'Anna Ellis' }),
    'GET health_notes': json(notes),
    'GET health_papers': json(papers),
    ...routes,
  })
  return renderPage({ page: SheetPage, pattern: patterns.healthSheet })
}
const sheet = () => screen.findByRole('region', { name: 'The sheet' })
const box = (name: string) => screen.findByRole('checkbox', { name })
const printButton = () => screen.getByRole('button', { name: 'Print' })

beforeEach(() => {
  fakeSupabase({})
  window.print = vi.fn()
  return signIn()
})

test('on the sheet for the fridge nothing is checked at first, and it cannot be printed', async () => {
  const { user } = open([fullNotes], [healthPaper('polst')])
  expect(await sheet()).toHaveTextContent('What you check above appears here.')
  for (const one of screen.getAllByRole('checkbox')) expect(one).not.toBeChecked()
  expect(printButton()).toBeDisabled()
  await user.click(printButton())
  expect(window.print).not.toHaveBeenCalled()
  expect(await sheet()).not.toHaveTextContent(/Penicillin|Blue folder/)
})

test('the sheet for the fridge has only what is checked, in the order of need, and loses it again', async () => {
  const { user } = open([fullNotes])
  await user.click(await box('Decides for me'))
  await user.click(await box('Allergies'))
  const terms = async () =>
    within(await sheet())
      .getAllByRole('term')
      .map(({ textContent }) => textContent)
  expect(await terms()).toEqual(['Allergies', 'Decides for me'])
  expect(await sheet()).toHaveTextContent('AllergiesPenicillinDecides for meRuth Bennett, (555) 010-2030')
  expect(await sheet()).not.toHaveTextContent(/Apixaban|What you tick/)
  await user.click(printButton())
  expect(window.print).toHaveBeenCalledOnce()
  await user.click(await box('Decides for me'))
  expect(await terms()).toEqual(['Allergies'])
  await user.click(await box('Allergies'))
  expect(printButton()).toBeDisabled()
  expect(await sheet()).not.toHaveTextContent('Penicillin')
})

test('the sheet for the fridge offers only what is written down, and papers whose original has a place', async () => {
  open(
    [healthNotes({ allergies: 'Penicillin', doctor_name: 'Dr. Patel' })],
    [healthPaper('release', { place: null }), healthPaper('polst'), healthPaper('health_proxy')],
  )
  await box('Allergies')
  expect(screen.getAllByRole('checkbox').map((one) => one.closest('label')?.textContent)).toEqual([
    'Allergies',
    'Doctor',
    'Health care proxy (medical power of attorney)',
    'Doctor’s orders (POLST, DNR)',
  ])
})

test('the sheet for the fridge can be made of signed papers alone, and says no day on which notes were looked through', async () => {
  const { user } = open([], [healthPaper('polst')])
  await user.click(await box('Doctor’s orders (POLST, DNR)'))
  expect(await sheet()).toHaveTextContent('Doctor’s orders (POLST, DNR)Blue folder')
  expect(await sheet()).not.toHaveTextContent('Looked through')
})

test('the sheet for the fridge says whose it is and how old the notes are', async () => {
  open([fullNotes])
  expect(await screen.findByRole('heading', { name: 'Anna Ellis' })).toBeVisible()
  expect(await sheet()).toHaveTextContent('Looked through on Nov 3, 2026; medicines may have changed.')
})

test('the sheet for the fridge has a line to write the name on when none was entered', async () => {
  open([fullNotes], [], { 'GET profiles': json({ user_id: anna.id, full_name: null }) })
  expect(await screen.findByRole('heading', { name: /^_{10,}$/ })).toBeVisible()
})

test.each([
  ['nothing is written down', [], []],
  ['the notes are empty and no paper has a place', [healthNotes()], [healthPaper('polst', { place: null })]],
])('the sheet for the fridge says what to do first while %s', async (_what, notes, papers) => {
  open(notes, papers)
  expect(
    await screen.findByText(/^Write down what they should know under Health & Care first\./),
  ).toBeVisible()
  expect(screen.queryByRole('region', { name: 'The sheet' })).toBeNull()
  expect(printButton()).toBeDisabled()
})

test('the sheet for the fridge offers a retry when the notes cannot be loaded, and no half of it is printed', async () => {
  const { user } = open([], [healthPaper('polst')], {
    'GET health_notes': [refusal('57014', 500), json([fullNotes])],
  })
  expect(await screen.findByText('Unable to load your notes')).toBeVisible()
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(printButton()).toBeDisabled()
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await box('Allergies')).toBeVisible()
})
