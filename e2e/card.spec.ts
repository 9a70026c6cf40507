import { extractText, getDocumentProxy } from 'unpdf'
import { expect, mailTo, peopleWithSql, runHousekeeping, test } from './fixtures.ts'
import { signInAs } from './household.ts'

// The card for whom it concerns: printed by its owner, used by someone without an account, ended by the owner.

test('a neighbor who holds a card reaches the executor without an account, and the living owner ends the card', async ({
  enter,
}) => {
  const { designateAccepted, person } = await peopleWithSql()
  const owner = await enter('Margaret')
  const margaret = await signInAs('Margaret Ellis', owner, '/settings')
  const anna = await person('Anna Ellis')
  await designateAccepted(margaret, anna, 'executor')

  await owner.page.goto('/print/card')
  await owner.page.getByRole('button', { name: 'Make my card' }).click()
  await owner.page.getByRole('checkbox', { name: 'Anna Ellis' }).check()
  const printed = await getDocumentProxy(new Uint8Array(await owner.page.pdf({ format: 'Letter' })))
  const { text: pages } = await extractText(printed, { mergePages: false })
  expect(pages).toHaveLength(2)
  const code = /(?:[0-9A-Z]{4} ){6}[0-9A-Z]{4}/
  for (const page of pages) {
    const text = page.replace(/\s+/g, ' ')
    expect(text).toContain('Margaret Ellis')
    expect(text).toContain('You can write to Anna Ellis (executor)')
    expect(text).toMatch(code)
    expect(text).not.toContain('Withdraw')
  }

  const { page } = await enter('Nora')
  await page.setViewportSize({ width: 320, height: 700 })
  await page.goto('/card')
  await expect(page.getByText(/Free Trial|Pricing/)).toHaveCount(0)
  await page.getByLabel('Code on the card').fill(code.exec(pages[1]?.replace(/\s+/g, ' ') ?? '')?.[0] ?? '')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByRole('radio', { name: /They have died/ })).toBeChecked()
  await page.getByLabel('Your name').fill('Nora Nurse')
  await page.getByLabel('How can they reach you?').fill('+1 503 555 0100')
  await page.getByRole('button', { name: 'Send' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('We’ve received it. We’re sorry.')).toBeVisible()

  await runHousekeeping()
  const toAnna = await mailTo(anna.email, /told us that Margaret Ellis has died/)
  expect(toAnna.Text).toContain('+1 503 555 0100')
  const toMargaret = await mailTo(owner.email, /reported your death with your card/)
  const link = /http\S+\/stop-card#\S+/.exec(toMargaret.Text)?.[0] ?? ''
  await page.goto(link)
  await page.getByRole('button', { name: 'I’m alive: stop this card' }).click()
  await expect(page.getByText('Your card no longer works')).toBeVisible()
  await owner.page.reload()
  await expect(owner.page.getByRole('button', { name: 'Make my card' })).toBeVisible()
  await runHousekeeping()
  await mailTo(anna.email, /Margaret Ellis’s card was ended/)
})
