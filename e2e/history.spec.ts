import type { Page } from 'playwright/test'
import { expect, moveClock, signIn, test } from './fixtures.ts'
import { openAbout, signInAs } from './household.ts'

// What the owner and her designees can read about views of her plan.

const entries = (page: Page) => page.getByRole('main').getByRole('listitem')
const entry = (page: Page, words: string) => entries(page).filter({ hasText: words })
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('what a designee opens in a memorial is in the history of the owner and of that designee', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const executor = await enter('Anna')
  const beneficiary = await enter('Tom')
  const stranger = await enter('Simon')
  const [margaret, anna, tom] = [
    await signInAs('Margaret Ellis', owner, '/profile'),
    await signInAs('Anna Ellis', executor, '/invites'),
    await signInAs('Tom Ellis', beneficiary, '/invites'),
  ]
  const { designateAccepted, succeed, upload } = await import('../tests/support/people.ts')
  await designateAccepted(margaret, anna, 'executor')
  const toms = await designateAccepted(margaret, tom, 'beneficiary')
  await succeed(
    margaret.client.from('estate_documents').insert({
      user_id: margaret.id,
      doc_type: 'will',
      description: 'Last will',
      file_path: await upload(margaret, 'documents', `${margaret.id}/estate/will.pdf`),
    }),
  )
  await succeed(margaret.client.rpc('set_visibility_hold', { hold: false, days: 7 }))

  await test.step('the executor opens two parts and a file', async () => {
    const { page } = executor
    await page.goto(`/memorial/${margaret.id}`)
    await page.getByRole('tab', { name: 'Documents' }).click()
    const noted = page.waitForResponse((response) => {
      const item = response.request().postDataJSON()?.item_id
      return response.url().endsWith('/rpc/record_view') && item !== undefined
    })
    await page.getByRole('button', { name: 'Open document: Last will' }).click()
    await noted
  })

  await test.step('the owner reads the whole history from the page about who can see the plan', async () => {
    const { page } = owner
    await page.goto('/who-can-see-my-plan')
    await page.getByRole('link', { name: 'Access history' }).click()
    await expect(heading(page, 'Access history')).toBeFocused()
    for (const words of [
      'You named Anna Ellis as executor.',
      'Tom Ellis accepted the invitation as beneficiary.',
      'You turned off the visibility hold until',
      'Anna Ellis (executor) visited the plan’s page.',
      'Anna Ellis (executor) opened the funeral wishes.',
      'Anna Ellis (executor) opened the list of documents.',
      'Anna Ellis (executor) opened the document “Last will”.',
    ])
      await expect(entry(page, words)).toHaveCount(1)
    await expect(entries(page).first()).toContainText('opened the document “Last will”')
    await expect(entries(page).last()).toContainText('You named Anna Ellis')
    await expect(page.getByText('That’s everything.')).toBeVisible()
  })

  await test.step('each designee reads their own entries, and not what others opened', async () => {
    await openAbout(executor.page)
    await executor.page.getByRole('link', { name: 'Access history' }).click()
    await expect(entry(executor.page, 'You opened the document “Last will”.')).toBeVisible()
    await expect(entry(executor.page, 'Margaret Ellis turned off the visibility hold')).toBeVisible()
    await expect(executor.page.getByText('Tom Ellis')).toHaveCount(0)
    await executor.page.getByRole('link', { name: 'The plan', exact: true }).click()
    await expect(heading(executor.page, 'Margaret Ellis’s plan')).toBeVisible()

    await beneficiary.page.goto(`/memorial/${margaret.id}/history`)
    await expect(entry(beneficiary.page, 'You accepted the invitation as beneficiary.')).toBeVisible()
    await expect(beneficiary.page.getByText('Anna Ellis')).toHaveCount(0)
    await expect(beneficiary.page.getByText('Last will')).toHaveCount(0)
  })

  await test.step('a stranger and a revoked designee read nothing', async () => {
    await succeed(margaret.client.rpc('revoke_designation', { designation_id: toms }))
    await stranger.page.goto(`/memorial/${margaret.id}/history`)
    await signIn(stranger.page, stranger.email)
    await beneficiary.page.reload()
    for (const { page } of [stranger, beneficiary]) {
      await expect(
        page.getByText('Access Denied: You don’t have permission to view this memorial.'),
      ).toBeVisible()
      await expect(entries(page)).toHaveCount(0)
    }
  })
})

test('a long history shows its latest entries first and loads earlier ones', async ({ enter }) => {
  const owner = await enter('Margaret')
  const margaret = await signInAs('Margaret Ellis', owner, '/profile')
  await moveClock(
    `insert into public.access_events (owner_id, actor_id, actor_name, actor_role, action, detail, created_at)
     select $1, $1, 'Margaret Ellis', 'owner', 'practice_started', jsonb_build_object('people', n),
            now() - make_interval(days => 200 - n) from generate_series(2, 121) n`,
    [margaret.id],
  )
  const { page } = owner
  await page.goto('/history')
  await expect(entries(page)).toHaveCount(50)
  await expect(entries(page).first()).toContainText('You asked 121 people to practice.')
  for (const shown of [100, 120]) {
    await page.getByRole('button', { name: 'Show older entries' }).click()
    await expect(entries(page)).toHaveCount(shown)
  }
  await expect(entries(page).last()).toContainText('You asked 2 people to practice.')
  await expect(page.getByText('That’s everything.')).toBeFocused()
  await expect(page.getByRole('button', { name: 'Show older entries' })).toBeHidden()
})
