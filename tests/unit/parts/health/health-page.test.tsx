import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startUpload } from '@/data/files/uploads'
import { patterns } from '@/lib/paths'
import { type HealthNotes, type HealthPaper, noteLimits } from '@/parts/health/data'
import { Component as HealthPage } from '@/parts/health/page'
import { PlanState } from '@/parts/kit/plan-open'
import { HEALTH_WORDED_ON } from '@/words/health-consent'
import {
  anna,
  type Call,
  fakeSupabase,
  json,
  offline,
  type Routes,
  refusal,
  signIn,
} from '../../fake-supabase'
import { renderPage } from '../../render'
import { fullNotes, healthNotes, healthPaper } from './rows'

vi.mock('@/data/files/uploads', async (original) => ({
  ...(await original<typeof import('@/data/files/uploads')>()),
  startUpload: vi.fn(),
  removeUpload: vi.fn(async () => {}),
}))

const proxyPath = `${anna.id}/health/1700000000000-proxy.pdf`
const proxy = healthPaper('health_proxy', {
  id: '44444444-4444-4444-8444-444444444444',
  file_path: proxyPath,
})
const agreed = { created_at: '2026-11-02T10:00:00+00:00', worded_on: HEALTH_WORDED_ON }
const scan = new File(['%PDF-1.7'], 'proxy.pdf', { type: 'application/pdf' })

type State = 'open' | 'lapsed' | 'frozen'

function PageWhoseTrialEnds() {
  const [state, setState] = useState<State>('open')
  return (
    <PlanState value={state}>
      <button type="button" onClick={() => setState('lapsed')}>
        End the trial
      </button>
      <HealthPage />
    </PlanState>
  )
}

interface Given {
  notes?: HealthNotes[]
  papers?: HealthPaper[]
  routes?: Routes
  /** Of the address: "?add". */
  search?: string
  plan?: State
}

/** Opens the page of an owner who has agreed, where the part is offered. */
function open({ notes = [], papers = [], routes = {}, search = '', plan = 'open' }: Given = {}) {
  const calls = fakeSupabase({
    'POST rpc/parts_not_offered': json([]),
    'GET health_consents': json([agreed]),
    'GET health_notes': json(notes),
    'GET health_papers': json(papers),
    'GET designations': json([]),
    'GET part_access': json([]),
    ...routes,
  })
  const at = { pathname: patterns.health, search }
  return { calls, ...renderPage({ page: HealthPage, pattern: patterns.health, at, plan }) }
}
const notAgreed: Routes = { 'GET health_consents': json([]) }
const notOffered: Routes = { 'POST rpc/parts_not_offered': json(['health']) }

const sent = (calls: Call[]) => calls.filter(({ route }) => !/^GET|^HEAD|parts_not_offered/.test(route))
const bodies = (calls: Call[], route: string) =>
  calls.filter((call) => call.route === route).map(({ body }) => body)
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const dialogNamed = async (name: string) => within(await screen.findByRole('dialog', { name }))
const notesDialog = () => dialogNamed('What they should know')
const begin = () => button('Begin')
const tick = () => screen.findByRole('checkbox', { name: /^I agree that Heartwood keeps/ })
const begun = () => screen.findByRole('heading', { name: 'Your consent' })

beforeEach(() => {
  fakeSupabase({})
  vi.mocked(startUpload).mockReset()
  return signIn()
})

/** The next upload arrives at once. */
function uploadArrives() {
  vi.mocked(startUpload).mockReturnValue({
    done: Promise.resolve(),
    progress: () => ({ sent: 0, total: scan.size, connected: true }),
    subscribe: () => () => {},
    resume: () => {},
    cancel: () => {},
  })
}

describe('consent', () => {
  test('Health & Care asks for consent first: nothing is checked, and "Begin" waits until it is', async () => {
    const { user, calls } = open({ routes: notAgreed })
    expect(await screen.findByRole('heading', { name: 'Before you begin' })).toBeVisible()
    expect(await tick()).not.toBeChecked()
    expect(await begin()).toBeDisabled()
    await user.click(await begin())
    expect(sent(calls)).toEqual([])
    expect(screen.queryByRole('button', { name: /^Write it down|^Add / })).toBeNull()
    expect(screen.getByRole('link', { name: /^How we treat what you tell us/ })).toHaveAttribute(
      'href',
      '/privacy/health',
    )
    await user.click(await tick())
    expect(await begin()).toBeEnabled()
    await user.click(await tick())
    expect(await begin()).toBeDisabled()
  })

  test('a consent to Health & Care is sent with the day of the words that were agreed to', async () => {
    const { user, calls } = open({
      routes: {
        'GET health_consents': [json([]), json([agreed])],
        'POST health_consents': json(null, 201),
      },
    })
    await user.click(await tick())
    await user.click(await begin())
    expect(await begun()).toBeVisible()
    expect(screen.getByText(/^On Nov 2, 2026 you agreed that Heartwood keeps/)).toBeVisible()
    expect(await button('Write it down')).toBeVisible()
    expect(bodies(calls, 'POST health_consents')).toEqual([{ user_id: anna.id, worded_on: HEALTH_WORDED_ON }])
  })

  test('a consent to Health & Care whose answer was lost is found when it is read again', async () => {
    const { user } = open({
      routes: { 'GET health_consents': [json([]), json([agreed])], 'POST health_consents': offline },
    })
    await user.click(await tick())
    await user.click(await begin())
    expect(await begun()).toBeVisible()
  })

  test('a consent to Health & Care that is there already counts as given', async () => {
    const { user, calls } = open({
      routes: {
        // What is read right after the first try is older than what that try saved.
        'GET health_consents': [json([]), json([]), json([agreed])],
        'POST health_consents': [offline, refusal('23505', 409)],
        'PATCH health_consents': json(agreed),
      },
    })
    await user.click(await tick())
    await user.click(await begin())
    expect(await screen.findByText('We couldn’t save that')).toBeVisible()
    await user.click(await begin())
    expect(await begun()).toBeVisible()
    expect(screen.queryByText('We couldn’t save that')).toBeNull()
    expect(bodies(calls, 'POST health_consents')).toHaveLength(2)
  })

  test('a consent to Health & Care that is refused says so, keeps the tick, and lets nothing be written', async () => {
    const { user } = open({ routes: { ...notAgreed, 'POST health_consents': refusal('42501', 403) } })
    await user.click(await tick())
    await user.click(await begin())
    expect(await screen.findByText('We couldn’t save that')).toBeVisible()
    expect(screen.getByText('You don’t have permission to do that.')).toBeVisible()
    expect(await tick()).toBeChecked()
    expect(screen.queryByRole('button', { name: 'Write it down' })).toBeNull()
  })

  test('a consent to Health & Care that is refused because the trial has ended stays, with the reason', async () => {
    fakeSupabase({
      'POST rpc/parts_not_offered': json([]),
      'GET health_notes': json([]),
      'GET health_papers': json([]),
      ...notAgreed,
      'POST health_consents': refusal('42501'),
    })
    const { user } = renderPage({ page: PageWhoseTrialEnds, pattern: patterns.health })
    await user.click(await tick())
    await user.click(await begin())
    expect(await screen.findByText('We couldn’t save that')).toBeVisible()
    await user.click(await button('End the trial'))
    expect(await tick()).toBeChecked()
    expect(screen.getByText('We couldn’t save that')).toBeVisible()
  })

  test.each(['lapsed', 'frozen'] as const)(
    'in a plan that is %s no consent to Health & Care is asked for',
    async (state) => {
      open({ routes: notAgreed, plan: state })
      expect(await screen.findByRole('heading', { name: 'Nothing here' })).toBeVisible()
      expect(screen.queryByRole('heading', { name: 'Before you begin' })).toBeNull()
      expect(screen.queryByRole('checkbox')).toBeNull()
      expect(screen.queryByRole('button', { name: 'Begin' })).toBeNull()
    },
  )

  test.each([
    ['open', 1],
    ['lapsed', 0],
  ] as const)(
    'once the words about Health & Care have changed, a plan that is %s says once how a consent is taken back',
    async (plan, asked) => {
      const before = { ...agreed, worded_on: '2026-01-01' }
      open({ routes: { 'GET health_consents': json([before]) }, plan })
      await begun()
      expect(screen.queryAllByRole('heading', { name: 'Our words have changed' })).toHaveLength(asked)
      expect(screen.getAllByText(/You can take this back/)).toHaveLength(1)
      expect(screen.getAllByRole('link', { name: /How we treat/ })).toHaveLength(1)
    },
  )

  test.each([
    ['30', 'and from our backups within 30 days.'],
    ['', 'and from our backups when those are deleted.'],
  ])('the consent to Health & Care says when backups lose it: VITE_BACKUP_DAYS=%j', async (days, words) => {
    vi.stubEnv('VITE_BACKUP_DAYS', days)
    open({ routes: notAgreed })
    const item = await screen.findByText(
      /^You can take this back\. While a death certificate is being checked/,
    )
    expect(item.textContent?.endsWith(words)).toBe(true)
    vi.unstubAllEnvs()
  })

  test.each(['?add', '?add=polst'])(
    '%s in the address opens nothing before the owner agreed',
    async (search) => {
      open({ routes: notAgreed, search })
      expect(await screen.findByRole('heading', { name: 'Before you begin' })).toBeVisible()
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )
})

describe('notes', () => {
  test('an owner without notes about health reads what to begin with, and can make no sheet yet', async () => {
    open()
    expect(await screen.findByText(/^Start with a blood thinner and allergies/)).toBeVisible()
    expect(await button('Write it down')).toBeVisible()
    for (const name of ['It’s all still right', 'Edit what they should know'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(screen.queryByRole('link', { name: 'Make a sheet for the fridge' })).toBeNull()
  })

  test('Health & Care offers a retry when it cannot be loaded', async () => {
    const { user } = open({ routes: { 'GET health_notes': [refusal('57014', 500), json([fullNotes])] } })
    expect(await screen.findByText('Unable to load health and care')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Write it down' })).toBeNull()
    await user.click(await button('Try again'))
    expect(await screen.findByText('Penicillin')).toBeVisible()
  })

  test('notes about health are added with the owner, and each empty field as null', async () => {
    const { user, calls } = open({
      routes: { 'POST health_notes': json(healthNotes({ allergies: 'Penicillin' }), 201) },
    })
    await user.click(await button('Write it down'))
    const dialog = await notesDialog()
    const save = dialog.getByRole('button', { name: 'Save' })
    expect(save).toBeDisabled()
    await user.type(dialog.getByLabelText(/^Allergies/), ' ')
    expect(save).toBeDisabled()
    await user.type(dialog.getByLabelText(/^Allergies/), 'Penicillin ')
    await user.selectOptions(dialog.getByLabelText(/^Organ donation/), 'No')
    await user.click(save)
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await screen.findByText('Penicillin')).toBeVisible()
    const { created_at, updated_at, ...empty } = healthNotes()
    expect(bodies(calls, 'POST health_notes')).toEqual([
      {
        ...empty,
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        user_id: anna.id,
        allergies: 'Penicillin',
        donor: 'no',
      },
    ])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test.each(Object.entries(noteLimits))(
    'a note about health that is longer than its limit is refused beside its field: %s',
    async (name, limit) => {
      const { user, calls } = open({ search: '?add' })
      const dialog = await notesDialog()
      const field = document.querySelector(`[name="${name}"]`)
      if (!field) throw new Error(`no field ${name}`)
      fireEvent.change(field, { target: { value: 'x'.repeat(limit + 1) } })
      await user.click(dialog.getByRole('button', { name: 'Save' }))
      await waitFor(() => expect(field).toBeInvalid())
      expect(field).toHaveAccessibleDescription(new RegExp(`${limit.toLocaleString('en-US')} characters`))
      expect(dialog.getAllByRole('textbox').filter((one) => one.ariaInvalid === 'true')).toHaveLength(1)
      expect(sent(calls)).toEqual([])
    },
  )

  test('the text of a note about health is kept when it cannot be saved', async () => {
    const { user } = open({ search: '?add', routes: { 'POST health_notes': offline } })
    const dialog = await notesDialog()
    await user.type(dialog.getByLabelText(/^Blood thinner/), 'Apixaban')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/What you typed is still here/)).toBeVisible()
    expect(dialog.getByLabelText(/^Blood thinner/)).toHaveValue('Apixaban')
  })

  test('the notes about health are edited over the version that was loaded, with a cleared field as null', async () => {
    const changed = { ...fullNotes, implants: null, updated_at: '2026-11-04T10:00:00+00:00' }
    const { user, calls } = open({ notes: [fullNotes], routes: { 'PATCH health_notes': json(changed) } })
    await user.click(await button('Edit what they should know'))
    const dialog = await notesDialog()
    expect(dialog.getByLabelText(/^Implants and devices/)).toHaveValue('Pacemaker')
    await user.clear(dialog.getByLabelText(/^Implants and devices/))
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(await screen.findByText('You last looked through this on Nov 4, 2026.')).toBeVisible()
    const { id, created_at, updated_at, ...values } = fullNotes
    const patch = calls.find(({ route }) => route === 'PATCH health_notes')
    expect(patch?.body).toEqual({ ...values, implants: null })
    expect(patch?.url.searchParams.get('id')).toBe(`eq.${id}`)
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${updated_at}`)
  })

  test('notes about health that were changed elsewhere are not overwritten, and what was typed is kept', async () => {
    const theirs = { ...fullNotes, allergies: 'Latex', updated_at: '2026-11-04T10:00:00+00:00' }
    const { user } = open({
      notes: [fullNotes],
      routes: {
        'PATCH health_notes': json([]),
        'GET health_notes': [json([fullNotes]), json([theirs])],
      },
    })
    await user.click(await button('Edit what they should know'))
    const dialog = await notesDialog()
    await user.type(dialog.getByLabelText(/^Allergies/), ', nuts')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText(/Nothing was overwritten/)).toBeVisible()
    expect(dialog.getByLabelText(/^Allergies/)).toHaveValue('Penicillin, nuts')
  })

  test('"Delete" stands beside "Edit" at the end of the notes about health', async () => {
    open({ notes: [fullNotes] })
    const edit = await button('Edit what they should know')
    expect(edit.nextElementSibling).toBe(await button('Delete what they should know'))
  })

  test('"It\'s all still right" saves the same notes over the version that was loaded, and shows the new day', async () => {
    const today = { ...fullNotes, updated_at: '2026-11-05T10:00:00+00:00' }
    const { user, calls } = open({ notes: [fullNotes], routes: { 'PATCH health_notes': json(today) } })
    expect(await screen.findByText('You last looked through this on Nov 3, 2026.')).toBeVisible()
    await user.click(await button('It’s all still right'))
    expect(await screen.findByText('You last looked through this on Nov 5, 2026.')).toBeVisible()
    expect(screen.getByText('Saved')).toBeVisible()
    const { id, created_at, updated_at, ...values } = fullNotes
    const patch = calls.find(({ route }) => route === 'PATCH health_notes')
    expect(patch?.body).toEqual(values)
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${updated_at}`)
  })

  test('"It\'s all still right" says so when the notes were changed elsewhere meanwhile', async () => {
    const theirs = { ...fullNotes, allergies: 'Latex', updated_at: '2026-11-04T10:00:00+00:00' }
    const { user } = open({
      routes: {
        'GET health_notes': [json([fullNotes]), json([theirs])],
        'PATCH health_notes': json([]),
      },
    })
    await user.click(await button('It’s all still right'))
    expect(await screen.findByText('We couldn’t save that')).toBeVisible()
    expect(await screen.findByText('Latex')).toBeVisible()
  })

  test.each(['lapsed', 'frozen'] as const)(
    'in a plan that is %s the notes about health are read, and not changed',
    async (state) => {
      open({ notes: [fullNotes], papers: [proxy], plan: state })
      expect(await screen.findByText('Penicillin')).toBeVisible()
      expect(await button('Open copy: Health care proxy (medical power of attorney)')).toBeVisible()
      for (const name of [/^Edit/, /^Add/, 'It’s all still right'])
        expect(screen.queryByRole('button', { name })).toBeNull()
    },
  )
})

describe('address', () => {
  test.each([
    ['?add', 'What they should know'],
    ['?add=polst', 'Doctor’s orders (POLST, DNR)'],
    ['?add=nonsense', 'What they should know'],
    [`?edit=${fullNotes.id}`, 'What they should know'],
    [`?edit=${proxy.id}`, 'Health care proxy (medical power of attorney)'],
    [`?delete=${fullNotes.id}`, 'Delete what they should know?'],
    [`?delete=${proxy.id}`, 'Delete Health care proxy (medical power of attorney)?'],
  ])('on Health & Care the address %s opens “%s”', async (search, name) => {
    open({ notes: [fullNotes], papers: [proxy], search })
    expect(await screen.findByRole(/^Delete/.test(name) ? 'alertdialog' : 'dialog', { name })).toBeVisible()
  })

  test('"?add" in the address edits the notes about health that are there already, so that no second row is added', async () => {
    open({ notes: [fullNotes], search: '?add' })
    expect((await notesDialog()).getByLabelText(/^Allergies/)).toHaveValue('Penicillin')
  })

  test('"?add=health_proxy" in the address edits the paper of this kind that is there already', async () => {
    open({ papers: [proxy], search: '?add=health_proxy' })
    const dialog = await dialogNamed('Health care proxy (medical power of attorney)')
    expect(dialog.getByLabelText(/^Where is the signed original/)).toHaveValue('Blue folder')
    expect(dialog.getByText('The copy you added')).toBeVisible()
  })

  test.each(['?edit=unknown', '?delete=unknown'])(
    'on Health & Care the address %s opens nothing',
    async (search) => {
      open({ notes: [fullNotes], papers: [proxy], search })
      expect(await screen.findByText('Penicillin')).toBeVisible()
      await vi.dynamicImportSettled()
      expect(screen.queryByRole('dialog')).toBeNull()
      expect(screen.queryByRole('alertdialog')).toBeNull()
    },
  )
})

describe('papers', () => {
  const place = (dialog: Awaited<ReturnType<typeof notesDialog>>) =>
    dialog.getByLabelText(/^Where is the signed original/)

  test('the four signed papers are explained, each can be added, and none can be deleted yet', async () => {
    open()
    for (const [name, words] of [
      ['Health care proxy (medical power of attorney)', /decides for you/],
      ['Advance directive (living will)', /which treatment you want/],
      ['Doctor’s orders (POLST, DNR)', /Ambulance crews/],
      ['Release of information (HIPAA)', /talk to the people it names/],
    ] as const) {
      const item = within((await screen.findByRole('heading', { name })).closest('li') ?? document.body)
      expect(item.getByText(words)).toBeVisible()
      expect(item.getByRole('button')).toHaveAccessibleName(`Add ${name}`)
    }
  })

  test.each([
    ['health_proxy', 'Health care proxy (medical power of attorney)'],
    ['advance_directive', 'Advance directive (living will)'],
    ['polst', 'Doctor’s orders (POLST, DNR)'],
    ['release', 'Release of information (HIPAA)'],
  ] as const)('a signed paper is added with the place of its original alone: %s', async (kind, name) => {
    const added = healthPaper(kind, { place: 'On the fridge' })
    const { user, calls } = open({ routes: { 'POST health_papers': json(added, 201) } })
    await user.click(await button(`Add ${name}`))
    const dialog = await dialogNamed(name)
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.type(place(dialog), ' On the fridge ')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Paper added')).toBeVisible()
    expect(await button(`Edit ${name}`)).toBeVisible()
    expect(screen.getByText('On the fridge')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Open copy/ })).toBeNull()
    expect(bodies(calls, 'POST health_papers')).toEqual([
      { id: expect.stringMatching(/^[0-9a-f-]{36}$/), user_id: anna.id, kind, place: 'On the fridge' },
    ])
    expect(startUpload).not.toHaveBeenCalled()
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  })

  test('a signed paper is added with a copy alone, which is stored in the folder of health', async () => {
    uploadArrives()
    const { user, calls } = open({
      search: '?add=health_proxy',
      routes: { 'POST health_papers': json({ ...proxy, place: null }, 201) },
    })
    const dialog = await dialogNamed('Health care proxy (medical power of attorney)')
    await user.upload(dialog.getByLabelText(/^Copy/), scan)
    await waitFor(() => expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled())
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('File uploaded')).toBeVisible()
    expect(await button('Open copy: Health care proxy (medical power of attorney)')).toBeVisible()
    expect(screen.getByText('You haven’t written down where the original is.')).toBeVisible()
    const file_path = expect.stringMatching(new RegExp(`^${anna.id}/health/\\d+-file\\.pdf$`))
    expect(startUpload).toHaveBeenCalledWith(
      expect.objectContaining({ bucket: 'documents', path: file_path }),
    )
    expect(bodies(calls, 'POST health_papers')).toEqual([
      expect.objectContaining({ kind: 'health_proxy', place: null, file_path }),
    ])
  })

  test('a copy of a signed paper that is no PDF or image is refused, and nothing is sent', async () => {
    const { user, calls } = open({ search: '?add=polst' })
    const dialog = await dialogNamed('Doctor’s orders (POLST, DNR)')
    await user.upload(
      dialog.getByLabelText(/^Copy/),
      new File(['MZ'], 'orders.pdf', { type: 'application/pdf' }),
    )
    expect(await dialog.findByText(/“orders\.pdf” isn’t/)).toBeVisible()
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    expect(sent(calls)).toEqual([])
  })

  test('the place of a signed paper that is longer than its limit is refused beside its field', async () => {
    const { user, calls } = open({ search: '?add=polst' })
    const dialog = await dialogNamed('Doctor’s orders (POLST, DNR)')
    fireEvent.change(place(dialog), { target: { value: 'x'.repeat(301) } })
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(place(dialog)).toBeInvalid())
    expect(sent(calls)).toEqual([])
  })

  test('a signed paper of which another device added the same kind is refused in words, and the text is kept', async () => {
    const { user } = open({
      search: '?add=polst',
      routes: {
        'POST health_papers': refusal('23505', 409),
        'GET health_papers': [json([]), json([])],
      },
    })
    const dialog = await dialogNamed('Doctor’s orders (POLST, DNR)')
    await user.type(place(dialog), 'On the fridge')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await dialog.findByText('You’ve already added that.')).toBeVisible()
    expect(place(dialog)).toHaveValue('On the fridge')
  })

  test('the place of a signed paper is changed over the loaded version, and its copy stays', async () => {
    const moved = { ...proxy, place: 'Desk', updated_at: '2026-11-05T10:00:00+00:00' }
    const { user, calls } = open({ papers: [proxy], routes: { 'PATCH health_papers': json(moved) } })
    await user.click(await button('Edit Health care proxy (medical power of attorney)'))
    const dialog = await dialogNamed('Health care proxy (medical power of attorney)')
    await user.clear(place(dialog))
    await user.type(place(dialog), 'Desk')
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Paper saved')).toBeVisible()
    const patch = calls.find(({ route }) => route === 'PATCH health_papers')
    expect(patch?.body).toEqual({ kind: 'health_proxy', place: 'Desk' })
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${proxy.updated_at}`)
    expect(await screen.findByText('Desk')).toBeVisible()
  })

  test('the copy of a signed paper is replaced by another file', async () => {
    uploadArrives()
    const other = { ...proxy, file_path: `${anna.id}/health/1800000000000-new.pdf` }
    const { user, calls } = open({ papers: [proxy], routes: { 'PATCH health_papers': json(other) } })
    await user.click(await button('Edit Health care proxy (medical power of attorney)'))
    const dialog = await dialogNamed('Health care proxy (medical power of attorney)')
    await user.upload(
      dialog.getByLabelText(/^Replace it with/),
      new File(['%PDF-1.7'], 'new.pdf', { type: 'application/pdf' }),
    )
    await dialog.findByText(/new\.pdf/)
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('File uploaded')).toBeVisible()
    expect(bodies(calls, 'PATCH health_papers')).toEqual([
      {
        kind: 'health_proxy',
        place: 'Blue folder',
        file_path: expect.stringMatching(new RegExp(`^${anna.id}/health/\\d+-file\\.pdf$`)),
      },
    ])
  })

  test('the copy of a signed paper can be removed, and the place of the original stays', async () => {
    const without = { ...proxy, file_path: null }
    const { user, calls } = open({ papers: [proxy], routes: { 'PATCH health_papers': json(without) } })
    await user.click(await button('Edit Health care proxy (medical power of attorney)'))
    const dialog = await dialogNamed('Health care proxy (medical power of attorney)')
    await user.click(dialog.getByRole('button', { name: 'Remove copy' }))
    expect(dialog.getByText('The copy will be deleted when you save.')).toBeVisible()
    await user.click(dialog.getByRole('button', { name: 'Save' }))
    expect(await screen.findByText('Paper saved')).toBeVisible()
    expect(bodies(calls, 'PATCH health_papers')).toEqual([
      { kind: 'health_proxy', place: 'Blue folder', file_path: null },
    ])
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Open copy/ })).toBeNull())
  })

  test('a signed paper without a place is not saved without its copy, because nothing would be left', async () => {
    const { user } = open({ papers: [{ ...proxy, place: null }] })
    await user.click(await button('Edit Health care proxy (medical power of attorney)'))
    const dialog = await dialogNamed('Health care proxy (medical power of attorney)')
    expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
    await user.click(dialog.getByRole('button', { name: 'Remove copy' }))
    expect(dialog.getByRole('button', { name: 'Save' })).toBeDisabled()
    await user.click(dialog.getByRole('button', { name: 'Keep the copy' }))
    expect(dialog.getByRole('button', { name: 'Save' })).toBeEnabled()
  })

  test('a signed paper that is deleted elsewhere while it is edited keeps its dialog and what was typed', async () => {
    const { user, queryClient } = open({ routes: { 'GET health_papers': [json([proxy]), json([])] } })
    await user.click(await button('Edit Health care proxy (medical power of attorney)'))
    const dialog = await dialogNamed('Health care proxy (medical power of attorney)')
    await user.type(place(dialog), ', top drawer')
    await queryClient.invalidateQueries({ queryKey: ['health_papers'] })
    await screen.findByText(/^Names the person who decides/, { selector: 'li p' })
    expect(place(dialog)).toBeVisible()
    expect(place(dialog)).toHaveValue('Blue folder, top drawer')
  })

  test.each([
    [proxy, /^The copy and where the original is will be taken out of your plan\./],
    [{ ...proxy, file_path: null }, /^Where the original is will be taken out of your plan\./],
  ])('a signed paper is deleted after a question that says what goes: %#', async (paper, consequence) => {
    const { user, calls } = open({ papers: [paper], routes: { 'DELETE health_papers': json([paper]) } })
    await user.click(await button('Delete Health care proxy (medical power of attorney)'))
    const question = within(
      await screen.findByRole('alertdialog', {
        name: 'Delete Health care proxy (medical power of attorney)?',
      }),
    )
    expect(question.getByText(consequence)).toBeVisible()
    expect(sent(calls)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Paper deleted')).toBeVisible()
    expect(await button('Add Health care proxy (medical power of attorney)')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await vi.dynamicImportSettled()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(calls.at(-1)?.url.searchParams.get('id')).toBe(`eq.${paper.id}`)
  })

  test('a signed paper is not deleted when the owner says no, or when it is refused', async () => {
    const { user, calls } = open({ papers: [proxy], routes: { 'DELETE health_papers': offline } })
    await user.click(await button('Delete Health care proxy (medical power of attorney)'))
    await user.click(await button('Cancel'))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent(calls)).toEqual([])
    await user.click(await button('Delete Health care proxy (medical power of attorney)'))
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Delete' }))
    expect(await question.findByText(/couldn’t reach the server/)).toBeVisible()
    expect(screen.getByText('Blue folder')).toBeInTheDocument()
  })

  test.each([
    ['lapsed', 1],
    ['frozen', 0],
  ] as const)('in a plan that is %s, %i of one signed papers can be deleted', async (state, count) => {
    open({ papers: [proxy], plan: state })
    expect(await screen.findByText('Blue folder')).toBeVisible()
    expect(screen.queryAllByRole('button', { name: /^Delete / })).toHaveLength(count)
  })
})

describe('not offered', () => {
  test('where Health & Care is not offered its page says so, and asks for no consent', async () => {
    open({ routes: { ...notOffered, ...notAgreed } })
    expect(await screen.findByText('Health & Care isn’t offered here')).toBeVisible()
    expect(screen.getByText('The people who run this site haven’t switched it on.')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Before you begin' })).toBeNull()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })

  test('what was written before Health & Care was switched off is read and deleted, and nothing is added or changed', async () => {
    const { user, calls } = open({
      notes: [fullNotes],
      papers: [proxy],
      routes: { ...notOffered, 'DELETE health_papers': json([proxy]) },
    })
    expect(
      await screen.findByText(/^Nothing can be added now, and no one you’ve named can read it\./),
    ).toBeVisible()
    expect(screen.getByText('Penicillin')).toBeVisible()
    expect(await button('Open copy: Health care proxy (medical power of attorney)')).toBeVisible()
    for (const name of [/^Edit/, /^Add/, /^Write/, 'It’s all still right'])
      expect(screen.queryByRole('button', { name })).toBeNull()
    expect(await button('Take it back and delete everything')).toBeVisible()
    await user.click(await button('Delete Health care proxy (medical power of attorney)'))
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Paper deleted')).toBeVisible()
    expect(sent(calls).map(({ route }) => route)).toEqual(['DELETE health_papers'])
  })

  test.each(['?add', '?add=polst', `?edit=${fullNotes.id}`, `?edit=${proxy.id}`])(
    'where Health & Care is not offered, %s in the address opens no form',
    async (search) => {
      open({ notes: [fullNotes], papers: [proxy], search, routes: notOffered })
      expect(await screen.findByText('Penicillin')).toBeInTheDocument()
      await vi.dynamicImportSettled()
      expect(screen.queryByRole('dialog')).toBeNull()
    },
  )

  test('Health & Care is not said to be missing here when it could not be read whether it is offered', async () => {
    const { user } = open({ routes: { 'POST rpc/parts_not_offered': [refusal('57014', 500), json([])] } })
    expect(await screen.findByText('Unable to load health and care')).toBeVisible()
    expect(screen.queryByText('Health & Care isn’t offered here')).toBeNull()
    await user.click(await button('Try again'))
    expect(await button('Write it down')).toBeVisible()
  })
})

describe('withdrawing', () => {
  const withdraw = 'POST rpc/withdraw_health_consent'
  async function ask(given: Given) {
    const opened = open(given)
    await opened.user.click(await button('Take it back and delete everything'))
    const question = within(
      await screen.findByRole('alertdialog', { name: 'Delete everything in Health & Care?' }),
    )
    return { ...opened, question, confirm: question.getByRole('button', { name: 'Delete everything' }) }
  }

  test('a consent to Health & Care is taken back after a question, and then notes and papers are gone from the screen', async () => {
    const { user, calls, question, confirm, queryClient } = await ask({
      notes: [fullNotes],
      papers: [proxy],
      routes: { 'GET health_consents': [json([agreed]), json([])], [withdraw]: json(null) },
    })
    expect(
      question.getByText(/That includes the copies of your signed papers\. This can’t be undone/),
    ).toBeVisible()
    expect(sent(calls)).toEqual([])
    await user.click(confirm)
    expect(await screen.findByText('Health & Care deleted')).toBeVisible()
    expect(await screen.findByRole('heading', { name: 'Before you begin' })).toBeVisible()
    expect(await tick()).not.toBeChecked()
    expect(screen.queryByText('Penicillin')).toBeNull()
    expect(screen.queryByRole('alertdialog')).toBeNull()
    for (const table of ['health_notes', 'health_papers'])
      expect(queryClient.getQueryData([table, anna.id])).toEqual([])
    expect(sent(calls).map(({ route }) => route)).toEqual([withdraw])
  })

  test('a consent to Health & Care is not taken back when the owner says no', async () => {
    const { user, calls, question } = await ask({ notes: [fullNotes] })
    await user.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    expect(sent(calls)).toEqual([])
    expect(screen.getByText('Penicillin')).toBeVisible()
  })

  test.each([
    ['HW080', /^This browser is new to your account/],
    ['HW005', /^This plan can no longer be changed\./],
  ])(
    'a consent to Health & Care that cannot be taken back says why, and nothing is gone: %s',
    async (code, words) => {
      const { user, question, confirm } = await ask({
        notes: [fullNotes],
        routes: { [withdraw]: refusal(code, 400) },
      })
      await user.click(confirm)
      expect(await question.findByText(words)).toBeVisible()
      expect(screen.getByText('Penicillin')).toBeInTheDocument()
      expect(screen.queryByText('Health & Care deleted')).toBeNull()
    },
  )

  test.each([
    ['lapsed', 1],
    ['frozen', 0],
  ] as const)(
    'in a plan that is %s, the consent to Health & Care has %i buttons to take it back',
    async (state, count) => {
      open({ notes: [fullNotes], plan: state })
      expect(await begun()).toBeVisible()
      expect(screen.queryAllByRole('button', { name: 'Take it back and delete everything' })).toHaveLength(
        count,
      )
    },
  )
})
