import type { Locator, Page } from 'playwright/test'
import { countMails, expect, newEmail, peopleWithSql, runHousekeeping, test } from './fixtures.ts'
import { signInAs } from './household.ts'

/** Presses a button twice, and the button of the question that it asks twice, too. */
async function doublePress(page: Page, button: Locator, confirm: string) {
  await button.dblclick()
  await page.getByRole('alertdialog').getByRole('button', { name: confirm }).dblclick()
  await expect(page.getByRole('alertdialog')).toBeHidden()
}

test('an owner who double-clicks every button does each thing once, also when an answer is lost', async ({
  enter,
}) => {
  test.slow()
  const { page, email } = await enter('Margaret')
  const margaret = await signInAs('Margaret Ellis', { page, email }, '/beneficiaries')
  const { designate, designateAccepted, person, submitCertificate, succeed } = await peopleWithSql()
  const anna = await person('Anna Ellis')
  const ruth = newEmail('Ruth')
  await designateAccepted(margaret, anna, 'executor')
  await designate(margaret, ruth, 'trustee', 'Ruth Bennett')
  await succeed(margaret.client.from('contacts').insert({ user_id: margaret.id, name: 'Carl' }))
  await page.reload()
  const inHistory = async (action: string) =>
    (await succeed(margaret.client.from('access_events').select('id').eq('action', action))).length

  await test.step('Send invite sends one email', async () => {
    const row = page.getByRole('listitem').filter({ hasText: 'Ruth Bennett' })
    await row.getByRole('button', { name: 'Send invite' }).dblclick()
    await expect(page.getByText('Invitation sent')).toBeVisible()
    await expect(row.getByText(/^Trustee\s· Invited on/)).toBeVisible()
    expect(await countMails(ruth, /Margaret Ellis/)).toBe(1)
  })

  await test.step('Withdraw invitation withdraws it once', async () => {
    await doublePress(
      page,
      page.getByRole('button', { name: 'Withdraw invitation: Ruth Bennett' }),
      'Withdraw invitation',
    )
    await expect(page.getByText('Invitation withdrawn')).toBeVisible()
    expect(await inHistory('designation_revoked')).toBe(1)
  })

  await test.step('A first review is noted, and the button stays', async () => {
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'I’ve reviewed it today' }).dblclick()
    await expect(page.getByText('Thanks. We’ve noted your review.')).toHaveCount(1)
  })

  await test.step('Open my plan opens it once', async () => {
    await page.goto('/profile')
    await page.getByRole('switch', { name: 'Visibility hold' }).dblclick()
    const dialog = page.getByRole('dialog', { name: 'Open your plan now?' })
    await expect(dialog.getByText(/^Anna Ellis/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Open my plan' }).dblclick()
    await expect(page.getByText('Visibility updated')).toBeVisible()
    await expect(dialog).toBeHidden()
    expect(await inHistory('hold_lifted')).toBe(1)
  })

  await test.step('"I\'m alive: stop this" stops it once, although the first answer never came', async () => {
    await submitCertificate(anna, margaret)
    await page.reload()
    let tries = 0
    await page.route('**/rest/v1/rpc/stop_release', async (route) => {
      tries += 1
      if (tries > 1) return route.continue()
      await route.fetch()
      return route.abort()
    })
    const words = 'I’m alive: stop this'
    await page.getByRole('banner').getByRole('button', { name: words }).dblclick()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: words }).dblclick()
    await expect(page.getByText('Stopped', { exact: true }).first()).toBeVisible()
    await expect(question).toBeHidden()
    expect(tries).toBe(2)
    expect(await inHistory('release_stopped')).toBe(1)
  })

  await test.step('one email tells of each', async () => {
    await runHousekeeping()
    await expect.poll(() => countMails(email, /^Your plan is shared/)).toBe(1)
    await expect.poll(() => countMails(email, /^You stopped the release/)).toBe(1)
    expect(await countMails(anna.email, /stopped the release/)).toBe(1)
  })
})
