import { chooseTiming, openFirstHours } from './first-hours.ts'
import { expect, mailTo, peopleWithSql, runHousekeeping, test } from './fixtures.ts'
import { signInAs } from './household.ts'

// A stroke: what an owner chose is read at the hospital, on a phone, and closed again when the owner has recovered.

const linkIn = (text: string) => /https?:\/\/\S+\/stop-opening#\S+/.exec(text)?.[0] ?? ''

test('after a stroke the people whom the owner chose read what she chose; she closes it, and her choices stay', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const daughter = await enter('Anna')
  const son = await enter('Tom')
  const { page } = owner
  const margaret = await signInAs('Margaret Ellis', owner, '/dashboard')
  const anna = await signInAs('Anna Ellis', daughter, '/invites')
  const tom = await signInAs('Tom Ellis', son, '/invites')
  const { designateAccepted, passHours, succeed } = await peopleWithSql()
  const { client, id: user_id } = margaret
  const toAnna = await designateAccepted(margaret, anna, 'executor')
  await designateAccepted(margaret, tom, 'beneficiary')
  await succeed(client.from('contacts').insert({ user_id, name: 'Ruth Bennett', phone: '555 0100' }))
  await succeed(client.from('home_items').insert({ user_id, kind: 'pet', name: 'Biscuit' }))
  await succeed(client.from('funeral_plan').insert({ user_id, venue: 'The boathouse' }))
  const memorial = `/memorial/${user_id}`

  await test.step('Margaret is asked once, and chooses what Anna may read in the first hours', async () => {
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { name: /has accepted$/ })).toBeVisible()
    await page.getByRole('button', { name: 'Not now' }).click()
    await expect(page.getByRole('heading', { name: 'If you couldn’t speak for yourself' })).toBeVisible()
    await page.goto(`/beneficiaries/${toAnna}/preview`)
    for (const part of ['Contacts', 'Home & Pets', 'Funeral Plan & Music'])
      await chooseTiming(page, part, /^In the first hours/)
    await expect(page.getByRole('list', { name: 'In the first hours' }).getByRole('listitem')).toHaveCount(3)
    const frame = page.getByRole('region', { name: 'Margaret Ellis’s first hours' })
    await page.getByRole('radio', { name: 'In the first hours, if you can’t speak' }).check()
    await expect(frame.getByRole('tab')).toHaveText(['Contacts', 'Home & Pets', 'Death Certificate'])
    await page.goto('/who-can-see-my-plan')
    await expect(page.getByText(/^Only one person can open your first hours\./)).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'If you couldn’t speak for yourself' })).toHaveCount(0)
  })

  await test.step('Tom, who was not chosen, is offered nothing', async () => {
    await son.page.goto(memorial)
    await expect(son.page.getByText('Hidden until released')).toBeVisible()
    await expect(son.page.getByRole('link', { name: /^If something has happened/ })).toHaveCount(0)
    await son.page.goto(`${memorial}/first-hours`)
    await expect(son.page.getByText(/You don’t have permission/)).toBeVisible()
  })

  await test.step('Anna opens them on her phone, and reads what was chosen for her, and no funeral', async () => {
    await daughter.page.setViewportSize({ width: 390, height: 844 })
    await daughter.page.goto('/invites')
    await daughter.page.getByRole('link', { name: 'If something has happened to Margaret Ellis' }).click()
    await daughter.page.getByRole('radio', { name: /can’t speak for themselves/ }).check()
    await expect(daughter.page.getByText('You’ll see: Contacts and Home & Pets.')).toBeVisible()
    await daughter.page.getByRole('button', { name: 'Open the first hours' }).click()
    await expect(
      daughter.page.getByRole('heading', { level: 1, name: 'Margaret Ellis’s first hours' }),
    ).toBeVisible()
    await expect(daughter.page.getByRole('tab')).toHaveText(['Contacts', 'Home & Pets', 'Death Certificate'])
    await expect(daughter.page.getByText('Ruth Bennett')).toBeVisible()
    await daughter.page.getByRole('tab', { name: 'Home & Pets' }).click()
    await expect(daughter.page.getByText('Biscuit')).toBeVisible()
  })

  await test.step('Margaret is told on every screen and by email, which says nothing of her health; Tom is not', async () => {
    await page.goto('/contacts')
    await expect(page.getByRole('alert')).toContainText('Anna Ellis opened your first hours')
    await runHousekeeping()
    const { Text } = await mailTo(owner.email, /opened the first hours of your plan/)
    expect(Text).not.toMatch(/speak|died|ill\b/)
    expect(linkIn(Text)).not.toBe('')
    await son.page.goto('/invites')
    await expect(son.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(son.page.getByText(/first hours/)).toHaveCount(0)
  })

  await test.step('back home, Margaret closes it with one press, says that it was right, and her choices stay', async () => {
    await page.getByRole('button', { name: 'Close it now' }).click()
    await expect(page.getByText('It’s closed. Was it right to open it?')).toBeVisible()
    await daughter.page.reload()
    await expect(daughter.page.getByText('Hidden until released')).toBeVisible()
    await expect(daughter.page.getByText('Biscuit')).toHaveCount(0)
    await page.getByRole('button', { name: 'Yes, leave my choices' }).click()
    await expect(page.getByText('It’s closed. Was it right to open it?')).toHaveCount(0)
    await page.goto('/who-can-see-my-plan')
    await expect(
      page.getByText(/can open Contacts and Home & Pets, and after your death also Funeral Plan & Music/),
    ).toBeVisible()
    await page.goto('/history')
    await expect(page.getByText('Anna Ellis (executor) opened the first hours of your plan.')).toBeVisible()
  })

  await test.step('on the day of her death the funeral is open as well, before any certificate, and a link closes it', async () => {
    await passHours(margaret, 30 * 24)
    await openFirstHours(daughter.page, user_id, /has died/)
    await daughter.page.getByRole('tab', { name: 'Funeral' }).click()
    await expect(daughter.page.getByText('The boathouse')).toBeVisible()
    await runHousekeeping()
    const { Text } = await mailTo(owner.email, /opened the first hours of your plan/)
    const closer = await enter('Margaret, not signed in')
    await closer.page.goto(linkIn(Text))
    await closer.page.getByRole('button', { name: 'Close the first hours' }).click()
    await expect(closer.page.getByText('It’s closed')).toBeVisible()
    await daughter.page.reload()
    await expect(daughter.page.getByRole('heading', { name: 'Death certificate' })).toBeVisible()
    await expect(daughter.page.getByRole('tab')).toHaveCount(0)
  })

  await test.step('Margaret says that it was not right: Anna is off the list, and has to wait', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'No, take Anna Ellis off' }).click()
    await expect(page.getByText('It’s closed. Was it right to open it?')).toHaveCount(0)
    await page.goto('/who-can-see-my-plan')
    await expect(page.getByText('No one can open them yet.')).toBeVisible()
    await daughter.page.goto(`${memorial}/first-hours`)
    await expect(daughter.page.getByText(/You don’t have permission/)).toBeVisible()
  })
})
