import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { openAbout, signInAs } from './household.ts'

// "What Anna will see": the owner sees her plan as each designee will see it, without opening it to them.

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const frame = (page: Page) => page.getByRole('region', { name: /^Margaret Ellis’s (plan|Memorial)$/ })
const choose = (page: Page, when: 'Now' | 'After your death is verified') =>
  page.getByRole('radio', { name: when }).check()

/** Opens a person's preview from the list of people. */
async function previewOf(page: Page, name: string): Promise<void> {
  await page.goto('/beneficiaries')
  await page.getByRole('link', { name: `What ${name} will see` }).click()
  await expect(page.getByRole('heading', { level: 1, name: `What ${name} will see` })).toBeFocused()
}

test('the preview shows an owner what each designee sees now and after her death, and matches what they then see', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const beneficiary = await enter('Tom')
  const { page } = owner
  const [margaret, tom] = [
    await signInAs('Margaret Ellis', owner, '/profile'),
    await signInAs('Tom Ellis', beneficiary, '/invites'),
  ]
  const { address, designate, designateAccepted, succeed, upload } = await import(
    '../tests/support/people.ts'
  )
  const { client, id: user_id } = margaret
  const toTom = await designateAccepted(margaret, tom, 'beneficiary')
  const toRuth = await designate(margaret, address('Ruth'), 'trustee', 'Ruth Bennett')
  await succeed(client.from('funeral_plan').insert({ user_id, venue: 'The boathouse' }))
  await succeed(
    client
      .from('financial_accounts')
      .insert({ user_id, institution: 'Riverside Bank', account_name: 'Savings', account_number: '1234' }),
  )
  await succeed(
    client.from('estate_documents').insert({
      user_id,
      doc_type: 'will',
      description: 'Last will',
      file_path: await upload(margaret, 'documents', `${user_id}/estate/will.pdf`),
    }),
  )
  // Added one after another, so that their order is known.
  for (const [title, rest] of [
    ['For all of you', {}],
    ['For Tom', { for_beneficiary: toTom }],
    ['For Tom, later', { for_beneficiary: toTom, deliver_on: dayFromNow(30) }],
    ['For Ruth', { for_beneficiary: toRuth }],
  ] as const) {
    const storage_path = `${user_id}/${crypto.randomUUID()}.mp4`
    await succeed(client.from('video_messages').insert({ user_id, title, storage_path, ...rest }))
  }

  await test.step('while the hold is on, Tom sees the notice and nothing else', async () => {
    await previewOf(page, 'Tom Ellis')
    await expect(frame(page).getByText(/^You can’t see Margaret Ellis’s plan yet\./)).toBeVisible()
    await expect(frame(page).getByRole('tab')).toHaveCount(0)
    await expect(page.getByText('Your plan is private now, so this is all')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Submit certificate' })).toHaveCount(0)
  })

  const toms = ['Funeral', 'Music', 'Documents', 'Messages', 'Contacts', 'Death Certificate']
  const tomsMessages = ['For Tom', 'For all of you']

  await test.step('after her death, Tom sees his messages and her documents, and no accounts', async () => {
    await choose(page, 'After your death is verified')
    await expect(frame(page).getByRole('tab')).toHaveText(['What to do now', ...toms])
    await page.getByRole('tab', { name: 'Funeral' }).click()
    await expect(frame(page).getByText('The boathouse')).toBeVisible()
    await expect(page.getByText('1 message is scheduled for later.')).toBeVisible()
    await page.getByRole('tab', { name: 'Messages' }).click()
    await expect(frame(page).getByRole('heading', { level: 3 })).toHaveText(tomsMessages)
    await page.reload()
    await expect(frame(page).getByRole('heading', { level: 3 })).toHaveText(tomsMessages)
    await page.getByRole('tab', { name: 'Documents' }).click()
    const [file] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('button', { name: 'Open document: Last will' }).click(),
    ])
    await file.close()
    await expect(frame(page).getByText('The file couldn’t be opened')).toHaveCount(0)
  })

  await test.step('Ruth, who has not accepted, sees the invitation now, and would see the accounts after accepting', async () => {
    await previewOf(page, 'Ruth Bennett')
    await expect(page.getByText('Ruth Bennett sees only your invitation')).toBeVisible()
    await choose(page, 'After your death is verified')
    await expect(page.getByText('Ruth Bennett hasn’t accepted your invitation yet')).toBeVisible()
    await page.getByRole('tab', { name: 'Accounts' }).click()
    await expect(frame(page).getByText('Riverside Bank')).toBeVisible()
    await page.getByRole('tab', { name: 'Messages' }).click()
    await expect(frame(page).getByRole('heading', { level: 3 })).toHaveText(['For Ruth', 'For all of you'])
  })

  await test.step('the previews opened nothing', async () => {
    await beneficiary.page.goto(`/memorial/${user_id}`)
    await expect(beneficiary.page.getByText('Hidden until released')).toBeVisible()
    await expect(beneficiary.page.getByRole('tab')).toHaveCount(0)
    await page.goto('/history')
    await expect(page.getByText('You named Tom Ellis as beneficiary.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: /opened/ })).toHaveCount(0)
  })

  await test.step('once the plan is open, Tom sees what the preview showed', async () => {
    await succeed(client.rpc('set_visibility_hold', { hold: false, days: 7 }))
    await beneficiary.page.reload()
    const tomsNow = [...toms.slice(0, -1), 'The first days', 'Death Certificate']
    await expect(beneficiary.page.getByRole('tab')).toHaveText(tomsNow)
    await beneficiary.page.getByRole('tab', { name: 'Messages' }).click()
    await expect(beneficiary.page.getByRole('main').getByRole('heading', { level: 3 })).toHaveText(
      tomsMessages,
    )
    await previewOf(page, 'Tom Ellis')
    await expect(frame(page).getByRole('tab')).toHaveText(tomsNow)
    await expect(page.getByText('“About this plan”')).toBeVisible()
  })

  await test.step('documents that are never for Tom are gone from his memorial as if there were none', async () => {
    const withoutDocuments = toms.filter((tab) => tab !== 'Documents' && tab !== 'Death Certificate')
    const tomsLeft = [...withoutDocuments, 'The first days', 'Death Certificate']
    await page.getByRole('button', { name: 'Change Documents' }).click()
    const dialog = page.getByRole('dialog', { name: 'When can Tom Ellis read your documents?' })
    await dialog.getByRole('radio', { name: /^Never/ }).check()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('list', { name: 'Never' }).getByRole('listitem')).toHaveText([
      'Health & CareChange',
      'Home & PetsChange',
      'DocumentsChange',
      'Insurance & AccountsChange',
    ])
    await expect(frame(page).getByRole('tab')).toHaveText(tomsLeft)
    await beneficiary.page.reload()
    await expect(beneficiary.page.getByRole('tab')).toHaveText(tomsLeft)
    await openAbout(beneficiary.page)
    await beneficiary.page.getByRole('link', { name: 'Print the plan' }).click()
    await expect(beneficiary.page.getByRole('heading', { name: 'Contents' })).toBeVisible()
    await expect(beneficiary.page.getByText(/document/i)).toHaveCount(0)
    await page.goto('/who-can-see-my-plan')
    const documents = page.getByText('Documents', { exact: true }).locator('..')
    await expect(documents).toContainText('Ruth Bennett, whenever your plan is open.')
  })

  await test.step('once revoked, Tom sees nothing, and the preview says so', async () => {
    await succeed(client.rpc('revoke_designation', { designation_id: toTom }))
    for (const when of ['', '?when=after_release']) {
      await page.goto(`/beneficiaries/${toTom}/preview${when}`)
      await expect(page.getByText('You ended Tom Ellis’s access.')).toBeVisible()
      await expect(page.getByRole('tab')).toHaveCount(0)
    }
  })

  await test.step('another owner’s plan cannot be previewed', async () => {
    await beneficiary.page.goto(`/beneficiaries/${toRuth}/preview?when=after_release`)
    await expect(beneficiary.page.getByText('This person isn’t on your list')).toBeVisible()
  })
})
