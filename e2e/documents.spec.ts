import type { Page } from 'playwright/test'
import { type Actor, env, expect, runHousekeeping, test } from './fixtures.ts'
import { signInAs } from './household.ts'
import { disguised, open, pdf, storageUrl, storedFiles } from './papers.ts'
import { seedRows, signedInUserId } from './plan-rows.ts'

async function begin({ page, email }: Actor): Promise<string> {
  await signInAs('Margaret', { page, email }, '/documents')
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  return signedInUserId(page)
}

async function fillDialog(page: Page, description: string) {
  await page.getByRole('button', { name: 'Add Document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Document' })
  await dialog.getByRole('radio', { name: /^Will/ }).check()
  await dialog.getByLabel('Description').fill(description)
  await dialog.locator('input[type=file]').setInputFiles(pdf('last will.pdf'))
  await expect(dialog.getByText('last will.pdf (400 B)')).toBeVisible()
  return { dialog, add: dialog.getByRole('button', { name: 'Add Document' }) }
}

test('an owner adds a document with a file, describes, opens and deletes it', async ({ enter }) => {
  const owner = await enter('Margaret')
  const { page } = owner
  const ownerId = await begin(owner)

  await page.getByRole('button', { name: 'Add Document' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add Document' })
  const add = dialog.getByRole('button', { name: 'Add Document' })
  const input = dialog.locator('input[type=file]')
  await expect(dialog.getByText(/Lets someone act for you while you’re alive/)).toBeVisible()
  await expect(add).toBeDisabled()
  await input.setInputFiles(disguised('will.pdf', '<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await expect(
    dialog.getByText(/“will.pdf” isn’t a PDF or an image .*: it holds an SVG drawing/),
  ).toBeVisible()
  await input.setInputFiles(disguised('will.pdf', '<!doctype html><script>alert(1)</script>'))
  await expect(dialog.getByText(/it holds a web page/)).toBeVisible()
  await input.setInputFiles(pdf('huge.pdf', 26 * 1024 * 1024))
  await expect(
    dialog.getByText('“huge.pdf” is 26.0 MB. The file can be at most 25.0 MB.', { exact: true }),
  ).toBeVisible()
  await expect(add).toBeDisabled()
  await input.setInputFiles(pdf('last will.pdf'))
  await add.click()
  const missing = 'Please fill all fields and upload a document.'
  await expect(dialog.getByText(missing)).toBeVisible()
  await expect(dialog.getByRole('alert').filter({ hasText: missing })).toContainText('Missing information')
  await expect(dialog.getByText('Choose what it is.')).toBeVisible()
  await dialog.getByRole('radio', { name: /^Will/ }).check()
  await dialog.getByLabel('Description').fill('Last will, signed in March 2024')
  await dialog.getByLabel(/Where is the original/).fill('With our lawyer, Mrs. Berg')
  await add.click()
  await expect(page.getByText('Document added')).toBeVisible()
  const paper = page.getByRole('list', { name: 'Documents' }).getByRole('listitem')
  await expect(paper).toContainText('With our lawyer, Mrs. Berg')
  await expect(paper.getByText('Will', { exact: true })).toBeVisible()
  expect(await storedFiles(ownerId, 'estate')).toEqual(['last_will.pdf'])

  const context = page.context()
  const asked = context.waitForEvent('request', (request) =>
    request.url().includes('/object/sign/documents/'),
  )
  const link = context.waitForEvent('request', (request) => /\?token=/.test(request.url()))
  await paper.getByRole('button', { name: 'Open document: Last will, signed in March 2024' }).click()
  await asked
  expect(await open((await link).url())).toMatchObject({
    type: 'application/pdf',
    text: expect.stringMatching(/^%PDF-/),
  })

  await paper.getByRole('button', { name: /^Edit / }).click()
  const editor = page.getByRole('dialog', { name: 'Edit Document' })
  await editor.getByRole('radio', { name: /^Trust/ }).check()
  await editor.getByLabel('Description').fill('Family trust')
  await editor.getByLabel(/Where is the original/).fill('')
  await editor.getByRole('button', { name: 'Save Document' }).click()
  await expect(page.getByText('Document saved')).toBeVisible()
  // Until it is closed, a page that is loaded again opens it again, with what was typed.
  await expect(editor).toBeHidden()
  await page.reload()
  await expect(paper.getByRole('heading', { name: 'Family trust' })).toBeVisible()
  await expect(paper.getByText('Trust', { exact: true })).toBeVisible()
  await expect(paper.getByText('Not recorded: where the original is')).toBeVisible()

  await page.context().setOffline(true)
  await paper.getByRole('button', { name: /^Delete / }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Family trust?' })
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(question.getByText(/couldn’t reach the server/i)).toBeVisible()
  await page.context().setOffline(false)
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('Document deleted')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'No documents yet' })).toBeVisible()
  await runHousekeeping()
  // Another test may have claimed this removal in its own housekeeping run, so the file may disappear a little later.
  await expect.poll(() => storedFiles(ownerId, 'estate')).toEqual([])
})

test('a document whose row is refused leaves no file, and the dialog keeps what was entered', async ({
  enter,
}) => {
  const owner = await enter('Margaret')
  const { page } = owner
  const ownerId = await begin(owner)
  await page.getByRole('link', { name: 'Dashboard' }).first().click()
  await expect(page).toHaveURL(/\/dashboard$/)
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Wills & Trusts' }).click()
  const { dialog, add } = await fillDialog(page, 'Last will')
  await page.goBack()
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await expect(page).toHaveURL(/\/documents\?add$/)
  await expect(dialog.getByLabel('Description')).toHaveValue('Last will')
  await page.route('**/rest/v1/estate_documents*', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await add.click()
  await expect(dialog.getByText(/What you typed is still here/)).toBeVisible()
  await expect(dialog.getByLabel('Description')).toHaveValue('Last will')
  await expect(dialog.getByText('last will.pdf (400 B)')).toBeVisible()
  // The row may have been saved, so the file is kept for the next try.
  expect(await storedFiles(ownerId, 'estate')).toEqual(['last_will.pdf'])
  await page.unrouteAll()
  await page.route('**/rest/v1/estate_documents*', (route) =>
    route.request().method() === 'POST'
      ? route.fulfill({ status: 403, json: { code: '42501', message: 'refused' } })
      : route.continue(),
  )
  await add.click()
  await expect(dialog.getByText(/You can’t change your plan right now/)).toBeVisible()
  await expect(dialog.getByText('last will.pdf (400 B)')).toBeVisible()
  await expect.poll(() => storedFiles(ownerId, 'estate')).toEqual([])

  // The row is saved and only the answer is lost: the app must still find it and report the document as added.
  await page.unrouteAll()
  await page.route('**/rest/v1/estate_documents*', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    await route.fetch()
    return route.abort()
  })
  await add.click()
  await expect(page.getByText('Document added')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await expect(page.getByRole('list', { name: 'Documents' }).getByRole('listitem')).toHaveCount(1)
  expect(await storedFiles(ownerId, 'estate')).toEqual(['last_will.pdf'])
})

test('a web page uploaded as a document through the API is not rendered as a page', async ({ enter }) => {
  const owner = await enter('Margaret')
  const { page } = owner
  const ownerId = await begin(owner)
  const token = await page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { access_token: string }).access_token
  })
  const reached: string[] = []
  await page.context().route('**/this-script-ran', (route) => {
    reached.push(route.request().url())
    return route.fulfill({ body: '' })
  })
  const evil = `<!doctype html><title>evil</title><h1>evil</h1><img src="/this-script-ran"><script>fetch('/this-script-ran')</script>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg"><script>fetch('/this-script-ran')</script></svg>`
  const types = ['application/pdf', 'image/png', 'image/jpeg', 'image/webp', 'image/heic']
  for (const [n, type] of types.entries()) {
    const path = `${ownerId}/estate/${n}-evil.pdf`
    const answer = await fetch(storageUrl(`documents/${path}`), {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        apikey: env('SUPABASE_PUBLISHABLE_KEY'),
        'content-type': type,
      },
      body: n % 2 ? svg : evil,
    })
    expect(answer.status).toBe(200)
    await seedRows('estate_documents', [
      { user_id: ownerId, doc_type: 'other', description: type, file_path: path },
    ])
  }
  await page.reload()
  for (const type of types) {
    const link = page.context().waitForEvent('request', (request) => /\?token=/.test(request.url()))
    await page.getByRole('button', { name: `Open document: ${type}` }).click()
    const url = (await link).url()
    expect((await open(url)).type).toBe(type)
    // Opened alone in a tab, the file is displayed as its declared type or downloaded.
    const tab = await page.context().newPage()
    await tab.goto(url).catch(() => {})
    await tab.waitForTimeout(500)
    expect(await tab.title()).not.toBe('evil')
    await expect(tab.getByRole('heading', { name: 'evil' })).toHaveCount(0)
    await tab.close()
  }
  expect(reached).toEqual([])
  // Served as HTML, the same page does run its script, so the check above can fail.
  const trap = await page.context().newPage()
  await trap.route('**/trap', (route) => route.fulfill({ contentType: 'text/html', body: evil }))
  await trap.goto('/trap')
  await expect.poll(() => reached.length).toBeGreaterThan(0)
})
