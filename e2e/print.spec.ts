import type { Page } from 'playwright/test'
import { extractText, getDocumentProxy } from 'unpdf'
import { env, expect, peopleWithSql, test } from './fixtures.ts'
import { openAbout, signInAs } from './household.ts'

// The printed plan: for the owner's binder, and for designees after her death.

interface Paper {
  /** The text of each page, on one line. */
  pages: string[]
  width: number
}

/** Prints the page to a PDF, as the browser's dialog would. */
async function printed(page: Page, format: 'A4' | 'Letter'): Promise<Paper> {
  await expect(page.getByRole('heading', { name: 'Contents' })).toBeVisible()
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  // What was pressed fades in for a moment, and a PDF of that moment has its words at the end.
  await page.evaluate(() =>
    Promise.all(document.getAnimations().map(({ finished }) => finished)).then(() => {}),
  )
  const pdf = await getDocumentProxy(new Uint8Array(await page.pdf({ format })))
  const { text } = await extractText(pdf, { mergePages: false })
  const [, , width = 0] = (await pdf.getPage(1)).view
  // The font has one glyph for ’ and for a letter that looks the same, and the PDF names the letter.
  return { pages: text.map((one) => one.replace(/\s+/g, ' ').replaceAll('ʼ', '’').trim()), width }
}

/** The pages whose header names a section. */
const pagesOf = ({ pages }: Paper, section: string) => pages.filter((text) => text.startsWith(section))

const obituary = Array.from(
  { length: 120 },
  (_, n) => `Memory ${n + 1}: she taught us to swim in the cold lake.`,
)

test('an owner prints a binder with first steps, contents, page numbers, every section and what is missing', async ({
  enter,
}) => {
  const owner = await enter('Margaret')
  const { page } = owner
  await page.addInitScript(() => {
    window.print = () => {
      document.documentElement.dataset.printed = 'yes'
    }
  })
  const margaret = await signInAs('Margaret Ellis', owner, '/settings')
  const { designate, succeed } = await import('../tests/support/people.ts')
  const mine = { user_id: margaret.id }
  await succeed(
    margaret.client.from('funeral_plan').insert({
      ...mine,
      disposition: 'cremation',
      funeral_home: 'Alder & Sons',
      obituary: obituary.join('\n'),
    }),
  )
  const anna = await designate(margaret, 'anna@example.com', 'executor', 'Anna Ellis')
  await succeed(
    margaret.client.from('video_messages').insert([
      { ...mine, title: 'For all', storage_path: `${margaret.id}/1.webm`, transcript: 'There is cake.' },
      {
        ...mine,
        title: 'For Anna',
        storage_path: `${margaret.id}/2.webm`,
        transcript: 'Between you and me.',
        for_beneficiary: anna,
      },
    ]),
  )
  await succeed(
    margaret.client
      .from('financial_accounts')
      .insert({ ...mine, institution: 'Riverside', account_name: 'Household', account_number: '4417' }),
  )
  await succeed(
    margaret.client
      .from('contacts')
      .insert(
        Array.from({ length: 40 }, (_, n) => ({ ...mine, name: `Friend ${n + 1}`, phone: `555-01${n}` })),
      ),
  )

  await page.reload()
  await page.getByRole('link', { name: 'Print my plan' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Print my plan' })).toBeFocused()
  await expect(page.getByRole('heading', { name: 'Margaret Ellis’s plan' })).toBeVisible()
  await page.getByRole('button', { name: 'Print' }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed', 'yes')
  await page.getByRole('link', { name: 'Financial accounts', exact: true }).click()
  await expect(page.getByRole('heading', { name: '7 Financial accounts' })).toBeInViewport()

  for (const [format, width] of [
    ['A4', 596],
    ['Letter', 612],
  ] as const) {
    const paper = await printed(page, format)
    const { pages } = paper
    expect(Math.round(paper.width)).toBe(width)
    const all = pages.join('\n')
    pages.forEach((text, index) => {
      expect(text).toContain(`Page ${index + 1} of ${pages.length}`)
      expect(text, 'a loose page finds its way back').toContain('Margaret Ellis’s plan')
    })
    expect(pages[0]).toContain('Start here')
    expect(pages[0]).toContain('The funeral home to call: Alder & Sons.')
    expect(pages[0]).toContain('Tell Anna Ellis (anna@example.com), who is named as executor')
    expect(pages[1]).toMatch(
      /Contents 1 Funeral wishes Cremation · Alder & Sons 2 Music Nothing 3 Beneficiaries and trustees 1 person 4 People to tell 40 people 5 Messages For (all · For Anna|Anna · For all) 6 Life insurance Nothing 7 Financial accounts Riverside 8 Wills and trusts Nothing 9 Home and pets Nothing 10 What’s missing/,
    )
    const wishes = pagesOf(paper, '1 · Funeral wishes')
    expect(wishes.length).toBeGreaterThan(3)
    for (const memory of obituary) expect(wishes.join(' ')).toContain(memory)
    const friends = pagesOf(paper, '4 · People to tell').join(' ')
    for (let n = 1; n <= 40; n += 1) expect(friends).toContain(`Friend ${n} 555-01${n - 1}`)
    expect(pagesOf(paper, '5 · Messages').join()).toContain('There is cake.')
    expect(all).not.toContain('Between you and me.')
    expect(pagesOf(paper, '7 · Financial accounts').join()).toContain('Riverside · •••• 4417')
    const missing = pages.at(-1) ?? ''
    expect(missing).toContain('What’s missing')
    expect(pagesOf(paper, '10 · What’s missing').join()).toContain('Where the will is')
    expect(all).not.toContain(new URL(env('APP_URL')).host)
    expect(all).not.toContain('Print my plan')
  }
})

test('a designee prints what the role may see after the release; before it, and for strangers, nothing is printed', async ({
  enter,
}) => {
  test.slow()
  const { decide, designateAccepted, submitCertificate, succeed } = await peopleWithSql()
  const owner = await enter('Margaret')
  const [executor, beneficiary, stranger] = [await enter('Anna'), await enter('Tom'), await enter('Simon')]
  const margaret = await signInAs('Margaret Ellis', owner, '/settings')
  const anna = await signInAs('Anna Ellis', executor, '/invites')
  const tom = await signInAs('Tom Ellis', beneficiary, '/invites')
  await signInAs('Simon', stranger, '/invites')
  await designateAccepted(margaret, anna, 'executor')
  const toms = await designateAccepted(margaret, tom, 'beneficiary')
  const mine = { user_id: margaret.id }
  await succeed(
    margaret.client
      .from('financial_accounts')
      .insert({ ...mine, institution: 'Riverside', account_name: 'Household', account_number: '4417' }),
  )
  await succeed(margaret.client.from('insurance_policies').insert({ ...mine, provider: 'Harbour Mutual' }))
  await succeed(margaret.client.from('contacts').insert({ ...mine, name: 'Ruth Bennett', phone: '555-0114' }))
  await succeed(
    margaret.client.from('video_messages').insert({
      ...mine,
      title: 'For Tom',
      storage_path: `${margaret.id}/1.webm`,
      transcript: 'Between you and me.',
      for_beneficiary: toms,
    }),
  )
  const path = `/memorial/${margaret.id}/print`

  await executor.page.goto(path)
  await expect(executor.page.getByText(/^You can’t see .* plan yet\./)).toBeVisible()
  await expect(executor.page.getByRole('button', { name: 'Print' })).toHaveCount(0)

  await submitCertificate(anna, margaret)
  await decide(margaret, 'approved')

  await stranger.page.goto(path)
  await expect(stranger.page.getByText('Access Denied: You don’t have permission')).toBeVisible()

  const papers: Paper[] = []
  for (const { page } of [executor, beneficiary]) {
    await page.goto(`/memorial/${margaret.id}`)
    await openAbout(page)
    await page.getByRole('link', { name: 'Print the plan' }).click()
    await expect(page.getByRole('heading', { name: 'Margaret Ellis’s plan' })).toBeVisible()
    papers.push(await printed(page, 'Letter'))
  }
  const [annas, tomsPaper] = papers.map(({ pages }) => pages.join('\n'))
  expect(annas).toContain('Take care of the rest: Margaret Ellis named you as executor.')
  expect(annas).toContain('Riverside · •••• 4417')
  expect(annas).toContain('Harbour Mutual')
  expect(annas).toContain('Ruth Bennett 555-0114')
  expect(annas).not.toContain('Between you and me.')
  expect(annas).not.toContain(tom.email)
  expect(tomsPaper).toContain(
    'This is what you can see as beneficiary. Financial accounts and life insurance are',
  )
  expect(tomsPaper).toContain('Ruth Bennett 555-0114')
  expect(tomsPaper).toContain('Between you and me.')
  expect(tomsPaper).not.toContain('Riverside')
  expect(tomsPaper).not.toContain('Harbour Mutual')
  expect(tomsPaper).not.toMatch(/\d · Financial accounts|\d · Life insurance/)
  // The history must record for the owner what Tom looked at.
  const seen = await succeed(
    margaret.client.from('access_events').select('detail').eq('actor_id', tom.id).eq('owner_id', margaret.id),
  )
  expect(JSON.stringify(seen)).toContain('contacts')
  expect(JSON.stringify(seen)).not.toContain('accounts')
})
