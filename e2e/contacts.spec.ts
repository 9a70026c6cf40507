import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright/test'
import { expect, test } from './fixtures.ts'
import { signInAs } from './household.ts'
import { seedRows, signedInUserId } from './plan-rows.ts'

const day = () => {
  const now = new Date()
  const two = (number: number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}

/** Exports the contacts and reads the file back. */
async function exported(page: Page): Promise<{ name: string; lines: string[] }> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ])
  const text = await readFile(await download.path(), 'utf8')
  expect(text.startsWith('\ufeff'), 'a byte order mark').toBe(true)
  expect(text.endsWith('\r\n')).toBe(true)
  return { name: download.suggestedFilename(), lines: text.slice(1, -2).split('\r\n') }
}

test('an owner adds, edits, finds, deletes and exports contacts', async ({ enter }) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/contacts')
  await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()

  await page.getByRole('button', { name: 'Add Contact' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Contact' })
  await dialog.getByLabel('Email').fill('josé@')
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(dialog.getByText('Enter a name.')).toBeVisible()
  await expect(dialog.getByText('Enter a valid email')).toBeVisible()
  await dialog.getByLabel('Name').fill('José Ñúñez 李')
  await dialog.getByLabel('Email').fill('')
  await dialog.getByLabel('Phone').fill('+1 (555) 010-0199')
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(page.getByText('Contact added')).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Add Contact' }).click()
  // The message about the last contact covers no button of the next one.
  await expect(page.getByText('Contact added')).toBeHidden()
  await dialog.getByLabel('Name').fill('=HYPERLINK("http://evil.example")')
  await dialog.getByLabel('Email').fill('Anna@Example.com')
  await dialog.getByLabel('Relation').fill('Cousin, the "tall" one')
  await page.keyboard.press('Escape')
  const question = page.getByRole('alertdialog', { name: 'Close without saving?' })
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await dialog.getByRole('button', { name: 'Add Contact' }).click()
  await expect(dialog).toBeHidden()
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.first(), 'newest first').toContainText('anna@example.com')

  const jose = page.getByRole('group', { name: 'José Ñúñez 李' })
  await jose.getByRole('switch', { name: 'Invite to the service' }).click()
  await expect(jose.getByRole('switch')).toBeChecked()
  await jose.getByRole('button', { name: /^Edit/ }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Contact' })
  await editor.getByLabel('Relation').fill('Neighbour')
  await editor.getByRole('button', { name: 'Save Contact' }).click()
  await expect(page.getByText('Contact saved')).toBeVisible()
  // Until the dialog has left the address, a reload opens it again.
  await expect(page).toHaveURL('/contacts')
  await page.reload()
  await expect(jose).toContainText('Neighbour')
  await expect(jose.getByRole('switch')).toBeChecked()

  const { name, lines } = await exported(page)
  await expect(page.getByText('Contacts exported')).toBeVisible()
  expect(name).toBe(`heartwood-contacts-${day()}.csv`)
  expect(lines).toEqual([
    'Name,Email,Phone,Relation,Invitee,RSVP Status',
    `"'=HYPERLINK(""http://evil.example"")",anna@example.com,,"Cousin, the ""tall"" one",No,`,
    'José Ñúñez 李,,+1 (555) 010-0199,Neighbour,Yes,',
  ])

  await page.getByLabel('Search your contacts').fill('jose 5550100')
  await expect(page.getByText('1 of 2 contacts')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(rows).toHaveCount(2)
  await jose.getByRole('button', { name: /^Delete/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Contact deleted')).toBeVisible()
  await expect(rows).toHaveCount(1)
})

test('an invitation that cannot be saved is reset on screen, and an edit in a second window is not lost', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/contacts')
  await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
  await seedRows('contacts', [{ user_id: await signedInUserId(page), name: 'Anna Ellis' }])
  await page.reload()
  const anna = page.getByRole('group', { name: 'Anna Ellis' })
  await expect(anna.getByRole('switch')).not.toBeChecked()
  // The dialog's code comes with the first move of the pointer.
  await anna.getByRole('button', { name: 'Edit' }).hover()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await anna.getByRole('switch').click()
  await expect(anna.getByRole('alert')).toContainText('Not saved, so it was set back to “No”.')
  await expect(anna.getByRole('alert')).toContainText('couldn’t reach the server')
  await expect(anna.getByRole('switch')).not.toBeChecked()
  await anna.getByRole('button', { name: 'Edit' }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Contact' })
  await editor.getByLabel('Phone').fill('555 0100')
  await editor.getByRole('button', { name: 'Save Contact' }).click()
  await expect(editor.getByText(/couldn’t reach the server/i)).toBeVisible()
  await expect(editor.getByLabel('Phone')).toHaveValue('555 0100')
  await page.context().setOffline(false)

  const second = await page.context().newPage()
  await second.goto('/contacts')
  await second.getByRole('button', { name: 'Edit Anna Ellis' }).click()
  await second.getByLabel('Relation').fill('Sister')
  await second.getByRole('button', { name: 'Save Contact' }).click()
  await expect(second.getByText('Contact saved')).toBeVisible()

  await editor.getByRole('button', { name: 'Save Contact' }).click()
  await expect(editor.getByText('Not saved: this contact was changed in another window')).toBeVisible()
  await editor.getByRole('button', { name: 'Load the other version' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Load the other version' }).click()
  await expect(editor.getByLabel('Relation')).toHaveValue('Sister')
  await editor.getByLabel('Phone').fill('555 0100')
  await editor.getByRole('button', { name: 'Save Contact' }).click()
  await expect(editor).toBeHidden()
  await expect(anna).toContainText('Sister')
  await expect(anna).toContainText('555 0100')
})

test('two thousand contacts are shown a hundred at a time, can be searched, and are all exported', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/contacts')
  await expect(page.getByRole('heading', { name: 'No contacts yet' })).toBeVisible()
  const user_id = await signedInUserId(page)
  const begin = Date.UTC(2026, 0, 1)
  await seedRows(
    'contacts',
    Array.from({ length: 2000 }, (_, n) => ({
      user_id,
      name: `Person ${String(n + 1).padStart(4, '0')}`,
      email: n % 2 ? `person${n + 1}@example.com` : null,
      created_at: new Date(begin + n * 60_000).toISOString(),
    })),
  )
  await page.reload()
  const rows = page.getByRole('list', { name: 'Contacts' }).getByRole('listitem')
  await expect(rows).toHaveCount(100)
  await expect(rows.first()).toContainText('Person 2000')
  await expect(page.getByText('Showing 1–100 of 2,000')).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText('Showing 101–200 of 2,000')).toBeVisible()
  await expect(rows.first()).toContainText('Person 1900')
  await expect(page.getByRole('list', { name: 'Contacts' })).toBeFocused()
  await page.evaluate(() =>
    window.addEventListener('beforeprint', () => {
      // This listener runs after the app's own, which was added earlier.
      document.title = `${document.querySelectorAll('ul[aria-label="Contacts"] > li').length} printed`
    }),
  )
  await page.pdf()
  await expect(page).toHaveTitle('2000 printed')
  await expect(rows).toHaveCount(100)
  await page.getByRole('button', { name: 'Add Contact' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Someone new')
  await page.getByRole('dialog').getByRole('button', { name: 'Add Contact' }).click()
  await expect(rows.first(), 'an added one shows').toContainText('Someone new')
  await page.getByRole('button', { name: 'Delete Someone new' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await expect(rows.first()).toContainText('Person 2000')

  await page.getByLabel('Search your contacts').fill('person 0001')
  await expect(page.getByText('1 of 2,000 contacts')).toBeVisible()
  await expect(rows).toHaveText(/Person 0001/)
  const { lines } = await exported(page)
  expect(lines).toHaveLength(2001)
  expect(new Set(lines).size).toBe(2001)

  await page.goto('/beneficiaries')
  await page.getByRole('button', { name: 'Add Person' }).first().click()
  await page.getByRole('button', { name: 'Choose from your contacts' }).click()
  await page.getByLabel('Search your contacts').fill('0002')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Full Name', { exact: true })).toHaveValue('Person 0002')
  await expect(page.getByLabel('Email Address')).toHaveValue('person2@example.com')
})

test('an owner imports a phone’s contacts; a lost answer and a second press add no one twice', async ({
  enter,
}) => {
  const { page, email } = await enter('Margaret')
  await signInAs('Margaret', { page, email }, '/contacts')
  await page.getByRole('button', { name: 'Import' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import contacts' })
  const cards = Array.from(
    { length: 400 },
    (_, at) =>
      `BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Guest ${at + 1}\r\nTEL;TYPE=CELL:555 ${1000 + at}\r\nEND:VCARD\r\n`,
  )
  await dialog
    .getByLabel('File of contacts')
    .setInputFiles({ name: 'phone.vcf', mimeType: 'text/vcard', buffer: Buffer.from(cards.join('')) })
  await expect(dialog.getByText('400 people in “phone.vcf”')).toBeVisible()

  let sent = 0
  await page.route('**/rest/v1/contacts*', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback()
    const answer = await route.fetch()
    sent += 1
    if (sent === 1) await route.abort('connectionreset')
    else await route.fulfill({ response: answer })
  })
  await dialog.getByRole('button', { name: 'Add 400 contacts' }).click()
  await expect(dialog.getByRole('alert')).toContainText('Unable to add contacts')
  await dialog.getByRole('button', { name: 'Add 400 contacts' }).click()
  await expect(page.getByText('400 contacts added')).toBeVisible()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('400 contacts', { exact: true })).toBeVisible()
})
