import { expect, peopleWithSql, test } from './fixtures.ts'
import { signInAs } from './household.ts'

test('an owner records pets and keys; a trustee reads them after the release, and a beneficiary never does', async ({
  enter,
}) => {
  test.slow()
  const { decide, designateAccepted, submitCertificate, succeed } = await peopleWithSql()
  const owner = await enter('Margaret')
  const [trustee, beneficiary] = [await enter('Ruth'), await enter('Tom')]
  const { page } = owner
  const margaret = await signInAs('Margaret Ellis', owner, '/dashboard')

  await test.step('the dashboard links to the missing part', async () => {
    await page.getByRole('link', { name: 'Who feeds your pets, and where are the keys?' }).click()
    await expect(page).toHaveURL(/\/home-and-pets\?add$/)
  })

  await test.step('the form for a pet asks about the pet', async () => {
    const dialog = page.getByRole('dialog', { name: 'Add to Home & Pets' })
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(dialog.getByText('Enter a name.')).toBeVisible()
    await dialog.getByLabel('Name and kind of animal').fill('Juno, the cat')
    await dialog.getByLabel('Who takes them').fill('Ruth')
    await dialog.getByLabel('What they eat, and what they need').fill('Tuna, morning and evening')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByRole('heading', { name: 'Juno, the cat' })).toBeVisible()
  })

  await test.step('the form for keys asks where they are and warns not to enter the code', async () => {
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Add to Home & Pets' })
    await dialog.getByLabel('Name and kind of animal').fill('Front door')
    await dialog.getByLabel('What is it?').selectOption('Keys and alarm')
    await expect(dialog.getByLabel('What they open')).toHaveValue('Front door')
    await expect(dialog.getByText('Say where, never what')).toBeVisible()
    await dialog.getByLabel('Where the keys are').fill('Under the third pot')
    await dialog.getByRole('button', { name: 'Add' }).click()
    await expect(page.getByText('Under the third pot')).toBeVisible()
    await page.getByRole('button', { name: 'Edit Front door' }).click()
    const editor = page.getByRole('dialog', { name: 'Edit' })
    await editor.getByLabel('Where the keys are').fill('At the neighbors’')
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('At the neighbors’')).toBeVisible()
  })

  const ruth = await signInAs('Ruth Bennett', trustee, '/invites')
  const tom = await signInAs('Tom Ellis', beneficiary, '/invites')
  await designateAccepted(margaret, ruth, 'trustee')
  await designateAccepted(margaret, tom, 'beneficiary')

  await test.step('no designee can read them before the release', async () => {
    await trustee.page.goto(`/memorial/${margaret.id}?tab=home`)
    await expect(trustee.page.getByText(/^You can’t see .* plan yet\./)).toBeVisible()
    await expect(trustee.page.getByText('Juno')).toHaveCount(0)
  })

  await submitCertificate(ruth, margaret)
  await decide(margaret, 'approved')

  await test.step('the trustee reads them in the memorial, and the history records it', async () => {
    await trustee.page.goto(`/memorial/${margaret.id}`)
    await trustee.page.getByRole('tab', { name: 'Home & Pets' }).click()
    await expect(trustee.page.getByText('Tuna, morning and evening')).toBeVisible()
    const events = () =>
      succeed(margaret.client.from('access_events').select('detail').eq('action', 'section_viewed'))
    await expect.poll(async () => JSON.stringify(await events())).toContain('"home"')
    await trustee.page.goto(`/memorial/${margaret.id}/print`)
    await expect(trustee.page.getByText(/Look after the animals today/)).toBeVisible()
  })

  await test.step('the beneficiary has no such tab and no such printed page', async () => {
    await beneficiary.page.goto(`/memorial/${margaret.id}?tab=home`)
    await expect(beneficiary.page.getByRole('tab', { name: 'Contacts' })).toBeVisible()
    await expect(beneficiary.page.getByRole('tab', { name: 'Home & Pets' })).toHaveCount(0)
    await beneficiary.page.goto(`/memorial/${margaret.id}/print`)
    await expect(
      beneficiary.page.getByRole('heading', { name: /Contacts|People to tell/ }).first(),
    ).toBeVisible()
    await expect(beneficiary.page.getByText('Juno')).toHaveCount(0)
  })
})
