import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { type FuneralPlan, funeralPlanKeys } from '@/data/funeral-plan'
import { patterns } from '@/lib/paths'
import { Component as FuneralEditPage } from '@/parts/funeral/wizard/page'
import { type Answer, anna, fakeSupabase, held, json, offline, refusal, signIn } from '../../fake-supabase'
import { renderPage } from '../../render'

const plan: FuneralPlan = {
  user_id: anna.id,
  disposition: 'burial',
  funeral_home: 'Alder & Sons',
  service_type: null,
  venue: 'The chapel',
  officiant: null,
  personal_requests: 'No lilies.',
  obituary: null,
  likeness: null,
  music_playlist_provider: null,
  music_playlist_ref: null,
  completed_at: null,
  created_at: '2026-11-01T10:00:00+00:00',
  updated_at: '2026-11-02T10:00:00+00:00',
}
const later = { ...plan, updated_at: '2026-11-03T10:00:00+00:00' }
const noRow = json([])

/** Saves as the database does: returns what was sent, with a new version. */
const saves: Answer = (call) =>
  json({ ...plan, ...(call.body as object), updated_at: '2026-11-04T10:00:00+00:00' })(call)

function open(step = 1) {
  return renderPage({
    page: FuneralEditPage,
    pattern: patterns.funeralEdit,
    gated: true,
    at: `${patterns.funeralEdit}?step=${step}`,
  })
}

const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  fakeSupabase({})
  return signIn()
})

describe('steps', () => {
  test.each([
    [1, 'Final Disposition', ['Disposition type', 'Funeral home (optional)']],
    [2, 'Service Details', ['Type of service', 'Venue (optional)', 'Officiant (optional)']],
    [3, 'Personal Requests', ['Special requests (optional)', 'May anyone imitate your voice or face?']],
    [4, 'Your Story', ['Obituary notes (optional)']],
  ])(
    'the steps of the funeral plan form show step %i as "%s" with its fields and buttons',
    async (step, title, fields) => {
      fakeSupabase({ 'GET funeral_plan': json(plan) })
      open(step)
      expect(await screen.findByRole('heading', { name: title })).toBeVisible()
      expect(screen.getByText(`Step ${step} of 4`)).toBeVisible()
      for (const name of fields)
        expect(screen.queryByRole('textbox', { name }) ?? screen.getByRole('group', { name })).toBeVisible()
      expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard')
      const view = screen.getByRole('link', { name: 'View plan' })
      expect(view).toHaveAttribute('href', '/funeral')
      expect(button('Save Progress')).toBeVisible()
      // Above the question it would push it down when the plan arrives.
      expect(button('Save Progress').compareDocumentPosition(view)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
      expect(button(step === 4 ? 'Complete' : 'Save & Continue')).toBeVisible()
      expect(button('Previous')).toHaveProperty('disabled', step === 1)
      expect(
        screen.getByText(/^Only the people you’ve named can see this, and only after your death/),
      ).toBeVisible()
    },
  )

  test(`the steps of the funeral plan form show what was saved, with "I don't know yet" as a choice`, async () => {
    fakeSupabase({ 'GET funeral_plan': json(plan) })
    const { user } = open()
    expect(await screen.findByRole('radio', { name: /^Burial/ })).toBeChecked()
    expect(screen.getByRole('textbox', { name: /Funeral home/ })).toHaveValue('Alder & Sons')
    await user.click(screen.getByRole('radio', { name: 'I don’t know yet' }))
    expect(screen.getByRole('radio', { name: /^Burial/ })).not.toBeChecked()
  })

  test('the steps of the funeral plan form have a tall field for long texts', async () => {
    fakeSupabase({ 'GET funeral_plan': noRow })
    open(4)
    expect(await screen.findByRole('textbox', { name: /Obituary notes/ })).toHaveAttribute('rows', '10')
  })
})

describe('saving', () => {
  test('for the first time creates the plan and leads to the next step', async () => {
    const calls = fakeSupabase({ 'GET funeral_plan': noRow, 'POST funeral_plan': saves })
    const { user, router } = open()
    await user.click(await screen.findByRole('radio', { name: /^Cremation/ }))
    await user.click(button('Save & Continue'))
    expect(await screen.findByRole('heading', { name: 'Service Details' })).toHaveFocus()
    expect(router.state.location.search).toBe('?step=2')
    expect(await screen.findByText('Your funeral plan has been saved.')).toBeVisible()
    expect(calls.at(-1)?.body).toEqual({
      user_id: anna.id,
      disposition: 'cremation',
      funeral_home: null,
      service_type: null,
      venue: null,
      officiant: null,
      personal_requests: null,
      obituary: null,
      likeness: null,
    })
  })

  test('with "Save Progress" stays on the step and saves only over the loaded version', async () => {
    const calls = fakeSupabase({ 'GET funeral_plan': json(plan), 'PATCH funeral_plan': saves })
    const { user } = open(2)
    await user.type(await screen.findByRole('textbox', { name: /Venue/ }), ' by the lake')
    await user.click(button('Save Progress'))
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(screen.getByText('Step 2 of 4')).toBeVisible()
    const patch = calls.at(-1)
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${plan.updated_at}`)
    expect(patch?.body).toMatchObject({ venue: 'The chapel by the lake', disposition: 'burial' })
    expect(patch?.body).not.toHaveProperty('completed_at')
  })

  test('a second time saves over the version that the first save made', async () => {
    const calls = fakeSupabase({ 'GET funeral_plan': json(plan), 'PATCH funeral_plan': saves })
    const { user } = open(2)
    await user.type(await screen.findByRole('textbox', { name: /Venue/ }), '!')
    await user.click(button('Save Progress'))
    await screen.findByText('Saved')
    await user.click(button('Save & Continue'))
    await screen.findByText('Step 3 of 4')
    expect(calls.at(-1)?.url.searchParams.get('updated_at')).toBe('eq.2026-11-04T10:00:00+00:00')
  })

  test('in step 4 completes the plan and leads to the dashboard without a question', async () => {
    const calls = fakeSupabase({ 'GET funeral_plan': json(plan), 'PATCH funeral_plan': saves })
    const { user } = open(4)
    await user.type(await screen.findByRole('textbox', { name: /Obituary/ }), 'She rowed.')
    await user.click(button('Complete'))
    expect(await screen.findByText('Now at /dashboard')).toBeVisible()
    expect(await screen.findByText('Funeral Plan Completed!')).toBeVisible()
    expect(screen.getByText('Your funeral plan has been saved successfully.')).toBeVisible()
    expect(calls.at(-1)?.body).toMatchObject({ obituary: 'She rowed.', completed_at: expect.any(String) })
    expect(sessionStorage).toHaveLength(0)
  })

  test('saving the funeral plan happens once when the button is pressed twice, and keeps what is typed meanwhile', async () => {
    const { answer, open: release } = held(saves)
    const calls = fakeSupabase({ 'GET funeral_plan': json(plan), 'PATCH funeral_plan': answer })
    const { user } = open(2)
    const venue = await screen.findByRole('textbox', { name: /Venue/ })
    await user.type(venue, '!')
    await user.dblClick(button('Save Progress'))
    await user.type(venue, '?')
    release()
    expect(await screen.findByText('Saved')).toBeVisible()
    expect(calls.filter(({ route }) => route.startsWith('PATCH'))).toHaveLength(1)
    expect(venue).toHaveValue('The chapel!?')
  })

  test('"Complete", pressed in the moment after "Save Progress", does not change what that press saves', async () => {
    const calls = fakeSupabase({ 'GET funeral_plan': json(plan), 'PATCH funeral_plan': saves })
    const { user } = open(4)
    await user.type(await screen.findByLabelText(/^Obituary notes/), 'Rowed.')
    await act(async () => {
      button('Save Progress').click()
      button('Complete').click()
    })
    expect(await screen.findByText('Your funeral plan has been saved.')).toBeVisible()
    const sent = calls.filter(({ route }) => route.startsWith('PATCH'))
    expect(sent.map(({ body }) => body)).toEqual([
      expect.not.objectContaining({ completed_at: expect.anything() }),
    ])
    expect(screen.getByText('Step 4 of 4')).toBeVisible()
  })
})

describe('failures', () => {
  test('a funeral plan that cannot be saved keeps a text that is too long, with the error beside its field', async () => {
    fakeSupabase({ 'GET funeral_plan': json(plan) })
    const { user } = open(1)
    const field = await screen.findByRole('textbox', { name: /Funeral home/ })
    await user.clear(field)
    await user.click(field)
    await user.paste('x'.repeat(201))
    await user.click(button('Save Progress'))
    expect(await screen.findByText('Please keep this to 200 characters.')).toBeVisible()
    expect(field).toHaveFocus()
    expect(field).toHaveAccessibleDescription(/Please keep this to 200 characters\./)
    expect(field).toHaveValue('x'.repeat(201))
  })

  test('a funeral plan that cannot be saved leads to the step that has the error', async () => {
    fakeSupabase({ 'GET funeral_plan': json(plan) })
    const { user } = open(3)
    const requests = await screen.findByRole('textbox', { name: /Special requests/ })
    await user.click(requests)
    await user.paste('x'.repeat(5001))
    await user.click(button('Previous'))
    await user.click(button('Save & Continue'))
    expect(await screen.findByText('Please keep this to 5,000 characters.')).toBeVisible()
    const field = screen.getByRole('textbox', { name: /Special requests/ })
    await waitFor(() => expect(field).toHaveFocus())
    expect(field).toHaveValue(`No lilies.${'x'.repeat(5001)}`)
  })

  test('a funeral plan that cannot be saved keeps what was typed when the connection is lost, and can be saved again', async () => {
    fakeSupabase({ 'GET funeral_plan': json(plan), 'PATCH funeral_plan': [offline, saves] })
    const { user } = open(2)
    const venue = await screen.findByRole('textbox', { name: /Venue/ })
    await user.type(venue, ' by the lake')
    await user.click(button('Save & Continue'))
    expect(await screen.findByRole('alert')).toHaveTextContent(/We couldn’t reach the server/)
    expect(await screen.findByText('Error: not saved')).toBeVisible()
    expect(venue).toHaveValue('The chapel by the lake')
    expect(screen.getByText('Step 2 of 4')).toBeVisible()
    await user.click(button('Save & Continue'))
    expect(await screen.findByText('Step 3 of 4')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test.each([
    ['the plan is frozen', { 'GET funeral_plan': json(plan), 'PATCH funeral_plan': noRow }],
    [
      'creating a plan is not allowed',
      { 'GET funeral_plan': noRow, 'POST funeral_plan': refusal('42501', 403) },
    ],
  ])(
    'a funeral plan that cannot be saved says that the plan takes no changes when %s',
    async (_case, routes) => {
      fakeSupabase(routes)
      const { user } = open(2)
      await user.type(await screen.findByRole('textbox', { name: /Officiant/ }), 'Pastor Lind')
      await user.click(button('Save Progress'))
      expect(await screen.findByRole('alert')).toHaveTextContent('You can’t change your plan right now')
      expect(screen.getByRole('textbox', { name: /Officiant/ })).toHaveValue('Pastor Lind')
    },
  )
})

describe('retries', () => {
  test('retrying a save of the funeral plan whose answer was lost succeeds for an existing plan without reporting a change elsewhere', async () => {
    fakeSupabase({
      'GET funeral_plan': [json(plan), json({ ...later, venue: 'The chapel!' })],
      'PATCH funeral_plan': [offline, noRow],
    })
    const { user } = open(2)
    await user.type(await screen.findByRole('textbox', { name: /Venue/ }), '!')
    await user.click(button('Save & Continue'))
    await screen.findByRole('alert')
    await user.click(button('Save & Continue'))
    expect(await screen.findByText('Step 3 of 4')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  test('retrying a save of the funeral plan whose answer was lost succeeds for a new, completed plan', async () => {
    const saved = { ...plan, disposition: null, funeral_home: null, venue: null, personal_requests: null }
    fakeSupabase({
      'GET funeral_plan': [noRow, json({ ...saved, obituary: 'She rowed.', completed_at: later.updated_at })],
      'POST funeral_plan': [offline, refusal('23505', 409)],
      'PATCH funeral_plan': noRow,
    })
    const { user } = open(4)
    await user.type(await screen.findByRole('textbox', { name: /Obituary/ }), 'She rowed.')
    await user.click(button('Complete'))
    await screen.findByRole('alert')
    await user.click(button('Complete'))
    expect(await screen.findByText('Now at /dashboard')).toBeVisible()
  })
})

describe('other windows', () => {
  const other = { ...later, venue: 'The barn' }

  async function collide(patches: Answer[]) {
    const calls = fakeSupabase({
      'GET funeral_plan': [json(plan), json({ updated_at: later.updated_at }), json(other)],
      'PATCH funeral_plan': patches,
    })
    const view = open(2)
    await view.user.type(await screen.findByRole('textbox', { name: /Venue/ }), ' by the lake')
    await view.user.click(button('Save & Continue'))
    expect(await screen.findByRole('alert')).toHaveTextContent('changed in another window')
    expect(screen.getByRole('textbox', { name: /Venue/ })).toHaveValue('The chapel by the lake')
    return { ...view, calls }
  }

  test('a funeral plan that was saved in another window first can be overwritten with "Keep mine and save"', async () => {
    const { user, calls } = await collide([noRow, saves])
    await user.click(button('Keep mine and save'))
    expect(await screen.findByText('Step 3 of 4')).toBeVisible()
    const patch = calls.filter(({ route }) => route.startsWith('PATCH')).at(-1)
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${other.updated_at}`)
    expect(patch?.body).toMatchObject({ venue: 'The chapel by the lake' })
  })

  test('a funeral plan that was saved in another window first can be loaded instead, after a confirmation', async () => {
    const { user } = await collide([noRow])
    await user.click(button('Load the other version'))
    const dialog = await screen.findByRole('alertdialog')
    expect(screen.getByDisplayValue('The chapel by the lake')).toBeInTheDocument()
    await user.click(within(dialog).getByRole('button', { name: 'Load the other version' }))
    await waitFor(() => expect(screen.getByRole('textbox', { name: /Venue/ })).toHaveValue('The barn'))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('music', () => {
  const withMusic = { ...later, music_playlist_ref: 'https://music.example/list' }

  test('music that was chosen while the funeral plan form was open is no conflict: the text is saved over the newer version without a question', async () => {
    const calls = fakeSupabase({
      'GET funeral_plan': [json(plan), json(withMusic)],
      'PATCH funeral_plan': [noRow, saves],
    })
    const { user } = open(2)
    await user.type(await screen.findByRole('textbox', { name: /Venue/ }), ' by the lake')
    await user.click(button('Save & Continue'))
    expect(await screen.findByText('Step 3 of 4')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
    const patch = calls.filter(({ route }) => route.startsWith('PATCH')).at(-1)
    expect(patch?.url.searchParams.get('updated_at')).toBe(`eq.${withMusic.updated_at}`)
    expect(patch?.body).not.toHaveProperty('music_playlist_ref')
  })

  test('music that was chosen while the funeral plan form was open is no conflict for text that is restored after a reload', async () => {
    fakeSupabase({
      'GET funeral_plan': [json(plan), json(withMusic)],
      'PATCH funeral_plan': [noRow, saves],
    })
    const first = open(2)
    await first.user.type(await screen.findByRole('textbox', { name: /Venue/ }), '!')
    first.unmount()
    const { user } = open(2)
    await screen.findByText(/We kept what you typed/)
    await user.click(button('Save & Continue'))
    expect(await screen.findByText('Step 3 of 4')).toBeVisible()
  })

  test('music that was chosen while the funeral plan form was open is no conflict when it began the plan', async () => {
    const begun = {
      ...withMusic,
      disposition: null,
      funeral_home: null,
      venue: null,
      personal_requests: null,
    }
    fakeSupabase({
      'GET funeral_plan': [noRow, json(begun)],
      'POST funeral_plan': refusal('23505', 409),
      'PATCH funeral_plan': [noRow, saves],
    })
    const { user } = open(2)
    await user.type(await screen.findByRole('textbox', { name: /Venue/ }), 'The lake')
    await user.click(button('Save & Continue'))
    expect(await screen.findByText('Step 3 of 4')).toBeVisible()
  })
})

describe('text', () => {
  test('the text in the funeral plan form is not replaced by a newer plan when something was typed', async () => {
    fakeSupabase({ 'GET funeral_plan': json(plan) })
    const { user, queryClient } = open(2)
    const venue = await screen.findByRole('textbox', { name: /Venue/ })
    await user.type(venue, ' by the lake')
    act(() => {
      queryClient.setQueryData(funeralPlanKeys.detail(anna.id), { ...later, venue: 'The barn' })
    })
    expect(venue).toHaveValue('The chapel by the lake')
  })

  test('the text in the funeral plan form is replaced by a newer plan when nothing was typed', async () => {
    fakeSupabase({ 'GET funeral_plan': json(plan) })
    const { queryClient } = open(2)
    await screen.findByDisplayValue('The chapel')
    act(() => {
      queryClient.setQueryData(funeralPlanKeys.detail(anna.id), { ...later, venue: 'The barn' })
    })
    expect(await screen.findByDisplayValue('The barn')).toBeVisible()
  })

  test('the text in the funeral plan form is restored after a reload, and is saved only over the version it was based on', async () => {
    const calls = fakeSupabase({
      'GET funeral_plan': [json(plan), json({ ...later, officiant: 'Rev. Hale' })],
      'PATCH funeral_plan': noRow,
    })
    const first = open(2)
    await first.user.type(await screen.findByRole('textbox', { name: /Venue/ }), '!')
    first.unmount()
    const { user } = open(2)
    expect(await screen.findByText(/We kept what you typed/)).toBeVisible()
    expect(screen.getByRole('textbox', { name: /Venue/ })).toHaveValue('The chapel!')
    await user.click(button('Save Progress'))
    expect(await screen.findByRole('alert')).toHaveTextContent('changed in another window')
    expect(calls.find(({ route }) => route.startsWith('PATCH'))?.url.searchParams.get('updated_at')).toBe(
      `eq.${plan.updated_at}`,
    )
  })

  test('the text in the funeral plan form is not discarded by leaving the page without a confirmation', async () => {
    fakeSupabase({ 'GET funeral_plan': json(plan) })
    const { user } = open(2)
    await user.type(await screen.findByRole('textbox', { name: /Venue/ }), '!')
    await user.click(button('Previous'))
    expect(screen.getByText('Step 1 of 4')).toBeVisible()

    await user.click(screen.getByRole('link', { name: 'View plan' }))
    await user.click(await screen.findByRole('button', { name: 'Stay here' }))
    expect(screen.getByText('Step 1 of 4')).toBeVisible()
    expect(sessionStorage).toHaveLength(1)

    await user.click(screen.getByRole('link', { name: 'View plan' }))
    await user.click(await screen.findByRole('button', { name: 'Leave without saving' }))
    expect(await screen.findByText('Now at /funeral')).toBeVisible()
    expect(sessionStorage).toHaveLength(0)
  })

  test('the text in the funeral plan form makes the browser ask before the tab is closed when it was changed', async () => {
    fakeSupabase({ 'GET funeral_plan': json(plan) })
    const { user } = open(2)
    const venue = await screen.findByRole('textbox', { name: /Venue/ })
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true })
      window.dispatchEvent(event)
      return event.defaultPrevented
    }
    expect(closing()).toBe(false)
    await user.type(venue, '!')
    expect(closing()).toBe(true)
    await user.type(venue, '{Backspace}')
    expect(closing()).toBe(false)
  })
})

test('the funeral plan form offers a retry when the plan cannot be loaded', async () => {
  fakeSupabase({ 'GET funeral_plan': [refusal('42501', 403), json(plan)] })
  const { user } = open()
  expect(await screen.findByRole('heading', { name: 'Unable to load funeral plan' })).toBeVisible()
  await user.click(button('Try again'))
  expect(await screen.findByText('Step 1 of 4')).toBeVisible()
})
