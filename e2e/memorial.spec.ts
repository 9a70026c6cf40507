import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright/test'
import type { Person } from '../tests/support/people.ts'
import { readZip } from '../tests/unit/read-zip.ts'
import { type Actor, expect, test } from './fixtures.ts'
import { openAbout, recordVideo, signInAs } from './household.ts'
import { open, pdf } from './papers.ts'

// An open memorial as each designee reads it: everything their role allows, and nothing else.

const tab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const player = (page: Page, title: string) => page.locator(`video[aria-label="${title}"]`)
const timeOf = (video: Locator) => video.evaluate((one: HTMLVideoElement) => one.currentTime)
const denied = 'Access Denied: You don’t have permission to view this memorial.'

interface Plan {
  /** Paths of the stored files. */
  will: string
  policy: string
  forEveryone: string
  forAnna: string
  certificate: string
}

/** Fills every part of an owner's plan and opens it to her designees. */
async function fillAndOpen(owner: Person, video: Blob, anna: number): Promise<Plan> {
  const { succeed } = await import('../tests/support/people.ts')
  const { client, id: user_id } = owner
  const store = async (bucket: string, path: string, file: Blob) => {
    const { error } = await client.storage.from(bucket).upload(path, file, { contentType: file.type })
    if (error) throw error
    return path
  }
  const paper = (text: string) =>
    new Blob([new Uint8Array(pdf(text).buffer), text], { type: 'application/pdf' })
  const webm = new Blob([video], { type: 'video/webm' })
  const plan: Plan = {
    will: await store('documents', `${user_id}/estate/1-will.pdf`, paper('Last will')),
    policy: await store('documents', `${user_id}/insurance/1-policy.pdf`, paper('Policy')),
    forEveryone: await store('videos', `${user_id}/for-everyone.webm`, webm),
    forAnna: await store('videos', `${user_id}/for-anna.webm`, webm),
    certificate: await store('death-certificates', `${user_id}/1-certificate.pdf`, paper('Certificate')),
  }
  await succeed(
    client.from('funeral_plan').insert({
      user_id,
      disposition: 'cremation',
      venue: 'The boathouse',
      music_playlist_provider: 'Spotify',
      music_playlist_ref: 'https://open.spotify.com/playlist/1',
    }),
  )
  await succeed(
    client.from('estate_documents').insert({
      user_id,
      doc_type: 'will',
      description: 'Last will',
      file_path: plan.will,
      original_location: 'With the notary',
    }),
  )
  await succeed(
    client.from('video_messages').insert([
      { user_id, title: 'About the garden', storage_path: plan.forEveryone, transcript: 'Water the roses.' },
      { user_id, title: 'A word to Anna', storage_path: plan.forAnna, for_beneficiary: anna },
    ]),
  )
  await succeed(
    client.from('contacts').insert([
      { user_id, name: 'Zoe Quinn', phone: '555-0114', invitee: false },
      { user_id, name: 'arthur Bell', email: 'arthur@example.com', invitee: true },
    ]),
  )
  await succeed(
    client
      .from('financial_accounts')
      .insert({ user_id, institution: 'Riverside Bank', account_name: 'Savings', account_number: '1234' }),
  )
  await succeed(
    client.from('insurance_policies').insert({
      user_id,
      provider: 'Harbour Mutual',
      coverage_amount: 150000,
      document_path: plan.policy,
    }),
  )
  await succeed(client.rpc('set_visibility_hold', { hold: false }))
  return plan
}

/** Presses a button that opens a file, and reads that file. */
async function openFile(page: Page, name: string, file: string): Promise<string> {
  const link = page.context().waitForEvent('request', (request) => request.url().includes(`${file}?token=`))
  await page.getByRole('button', { name }).click()
  return (await open((await link).url())).text
}

/** What a person reads directly from the API: the rows of each plan table, and the files. */
async function reachable({ client }: Person, owner: Person, plan: Plan) {
  const tables = [
    'funeral_plan',
    'estate_documents',
    'video_messages',
    'contacts',
    'financial_accounts',
    'insurance_policies',
  ] as const
  const rows: Record<string, number> = {}
  for (const table of tables) {
    const { count, error } = await client
      .from(table)
      .select('*', { count: 'exact', head: true })
      .eq('user_id', owner.id)
    if (error) throw new Error(`${table}: ${error.message}`)
    rows[table] = count ?? 0
  }
  const files: string[] = []
  for (const [bucket, path] of [
    ['documents', plan.will],
    ['documents', plan.policy],
    ['videos', plan.forEveryone],
    ['videos', plan.forAnna],
    ['death-certificates', plan.certificate],
  ] as const) {
    const storage = client.storage.from(bucket)
    const link = await storage.createSignedUrl(path, 300)
    const download = await storage.download(path)
    const { data: listed } = await storage.list(path.split('/').slice(0, -1).join('/'))
    const found = listed?.some(({ name }) => path.endsWith(`/${name}`)) ?? false
    // The signed link, the file and its name in a listing must all be available, or none of them.
    expect([link.error === null, download.error === null, found], path).toEqual(
      Array(3).fill(link.error === null),
    )
    if (!link.error) files.push(path)
  }
  const { data: access } = await client.rpc('memorial_access', { owner_id: owner.id })
  return { rows, files, access: access?.length ?? 0 }
}

/** Creates Margaret with her plan open to an executor and to the other given designees. */
async function household(
  enter: (name: string) => Promise<Actor>,
  others: Record<string, 'trustee' | 'beneficiary'> = {},
  seconds = 3,
) {
  const ownerActor = await enter('Margaret')
  const owner = await signInAs('Margaret Ellis', ownerActor, '/videos')
  const video = await recordVideo(ownerActor.page, seconds)
  const { designateAccepted, succeed } = await import('../tests/support/people.ts')
  await succeed(owner.client.from('video_messages').delete().eq('user_id', owner.id).select())
  const readers: Record<string, Person & { page: Page }> = {}
  const designations: Record<string, number> = {}
  for (const [name, role] of Object.entries({ Anna: 'executor' as const, ...others })) {
    const actor = await enter(name)
    const reader = await signInAs(`${name} Ellis`, actor, '/invites')
    designations[name] = await designateAccepted(owner, reader, role)
    readers[name] = { ...reader, page: actor.page }
  }
  const plan = await fillAndOpen(owner, video, designations.Anna ?? 0)
  return { owner, ownerPage: ownerActor.page, readers, designations, plan, path: `/memorial/${owner.id}` }
}

test('an executor, a trustee and a beneficiary read what their roles allow, open files and play videos', async ({
  enter,
}) => {
  test.slow()
  const { owner, readers, plan, path } = await household(enter, { Tessa: 'trustee', Ben: 'beneficiary' })
  const { Anna: executor, Tessa: trustee, Ben: beneficiary } = readers
  if (!executor || !trustee || !beneficiary) throw new Error('three readers')

  await test.step('the executor starts at the funeral and opens every part', async () => {
    const { page } = executor
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Margaret Ellis’s plan')
    await openAbout(page)
    await expect(page.getByText('Memorial ready')).toBeVisible()
    await expect(tab(page, 'Funeral')).toHaveAttribute('aria-selected', 'true')
    await expect(page.getByText('The boathouse')).toBeVisible()
    const size = page.viewportSize() ?? { width: 1280, height: 900 }
    await page.setViewportSize({ width: 1440, height: 900 })
    const left = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().left)
    const header = await left(page.getByRole('banner').locator('svg').first())
    expect(await left(tab(page, 'Funeral')), 'the page stands under its header').toBeCloseTo(header, 0)
    const place = (one: Locator) => one.evaluate((element) => element.getBoundingClientRect().top)
    const before = await place(tab(page, 'Music'))
    await tab(page, 'Music').click()
    await expect(tab(page, 'Music')).toHaveAttribute('aria-selected', 'true')
    expect(await place(tab(page, 'Music')), 'a press on the rail moves no tab').toBe(before)
    await page.keyboard.press('ArrowDown')
    await expect(tab(page, 'Documents')).toHaveAttribute('aria-selected', 'true')
    await page.setViewportSize({ width: 390, height: 700 })
    const rows = await Promise.all((await page.getByRole('tab').all()).map(place))
    expect(new Set(rows).size, 'rows of tabs').toBe(1)
    await tab(page, 'Music').click()
    await page.setViewportSize(size)
    await expect(page.getByRole('link', { name: 'Open the playlist on open.spotify.com' })).toBeVisible()
    await tab(page, 'Contacts').click()
    await expect(page.getByRole('list', { name: 'Contacts' }).getByRole('heading')).toHaveText([
      'arthur Bell',
      'Zoe Quinn',
    ])
    await expect(page.getByRole('link', { name: '555-0114' })).toHaveAttribute('href', 'tel:5550114')
    await tab(page, 'Documents').click()
    await expect(page.getByText('With the notary')).toBeVisible()
    expect(await openFile(page, 'Open document: Last will', 'will.pdf')).toContain('Last will')
    await tab(page, 'Accounts').click()
    await expect(page.getByText('•••• 1234')).toBeVisible()
    await expect(page.getByText('$150,000')).toBeVisible()
    expect(await openFile(page, 'Open document: Harbour Mutual', 'policy.pdf')).toContain('Policy')
  })

  await test.step('the executor’s video plays only when she presses play, and she can seek in it', async () => {
    const { page } = executor
    await tab(page, 'Messages').click()
    const mine = page.getByRole('listitem').filter({ hasText: 'A word to Anna' })
    await expect(mine.getByText('For you', { exact: true })).toBeVisible()
    const everybodys = page.getByRole('listitem').filter({ hasText: 'About the garden' })
    await expect(everybodys.getByText('For everyone', { exact: true })).toBeVisible()
    await expect(everybodys.getByText('Water the roses.')).toBeVisible()
    await expect(page.locator('img[src^="data:image/"]'), 'the first pictures').toHaveCount(2)
    await expect(page.locator('video')).toHaveCount(0)
    await page.getByRole('button', { name: 'Play A word to Anna' }).click()
    const video = player(page, 'A word to Anna')
    await expect(video).toBeFocused()
    await expect.poll(() => timeOf(video)).toBeGreaterThan(0.3)
    const after = await video.evaluate(async (one: HTMLVideoElement) => {
      one.pause()
      const sought = new Promise((resolve) => one.addEventListener('seeked', resolve, { once: true }))
      one.currentTime = 2
      await sought
      return one.currentTime
    })
    expect(after).toBeCloseTo(2, 1)
  })

  await test.step('the trustee sees the accounts, and not the message to Anna', async () => {
    const { page } = trustee
    await page.goto(`${path}?tab=accounts`)
    await openAbout(page)
    await expect(page.getByText('Trustee', { exact: true })).toBeVisible()
    await expect(page.getByText('•••• 1234')).toBeVisible()
    await tab(page, 'Messages').click()
    await expect(page.getByRole('button', { name: 'Play About the garden' })).toBeVisible()
    await expect(page.getByText('A word to Anna')).toHaveCount(0)
  })

  await test.step('the beneficiary sees neither, not even by URL', async () => {
    const { page } = beneficiary
    await page.goto(`${path}?tab=accounts`)
    await expect(page.getByRole('tab')).toHaveText([
      'Funeral',
      'Music',
      'Documents',
      'Messages',
      'Contacts',
      'The first days',
      'Death Certificate',
    ])
    await expect(tab(page, 'Funeral')).toHaveAttribute('aria-selected', 'true')
    await tab(page, 'Documents').click()
    expect(await openFile(page, 'Open document: Last will', 'will.pdf')).toContain('Last will')
    await tab(page, 'Messages').click()
    const messages = page.getByRole('list', { name: 'Messages' })
    await expect(messages.getByRole('listitem')).toHaveText([/^About the garden/])
  })

  await test.step('the open tab stays whole in its row when a phone is turned', async () => {
    const { page } = beneficiary
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    await tab(page, 'Death Certificate').click()
    // The last is as narrow as the row beside a link: there is room for the open tab alone.
    for (const width of [640, 320, 210]) {
      await page.setViewportSize({ width, height: 700 })
      await expect(tab(page, 'Death Certificate')).toBeInViewport({ ratio: 1 })
    }
    await page.setViewportSize(size)
    await tab(page, 'Messages').click()
  })

  await test.step('the beneficiary keeps a message, and everything they may see', async () => {
    const { page } = beneficiary
    const [video] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save this video: About the garden' }).click(),
    ])
    expect(video.suggestedFilename()).toBe('About the garden.webm')

    // Without the browser's file dialog, which a test cannot drive, the zip is saved like any download.
    await page.evaluate(() => {
      delete window.showSaveFilePicker
    })
    await openAbout(page)
    await page.getByRole('button', { name: 'Download everything I can see' }).click()
    const [zip] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download zip' }).click(),
    ])
    await expect(page.getByText('It contains the data and 2 files.')).toBeVisible()
    const entries = readZip(await readFile(await zip.path()))
    expect(entries.map(({ name }) => name).sort()).toEqual([
      'Video messages/About the garden.webm',
      'Wills and trusts/Will - Last will.pdf',
      'data.json',
      'files.csv',
      'report.txt',
      'tables/contacts.csv',
      'tables/estate_documents.csv',
      'tables/funeral_plan.csv',
      'tables/video_messages.csv',
      'what-to-do.txt',
    ])
    const all = entries.map(({ bytes }) => Buffer.from(bytes).toString()).join('')
    for (const secret of ['Riverside Bank', 'Harbour Mutual', 'A word to Anna'])
      expect(all).not.toContain(secret)
  })

  await test.step('the API gives each of them the same as the screens', async () => {
    const rows = {
      funeral_plan: 1,
      estate_documents: 1,
      contacts: 2,
      financial_accounts: 1,
      insurance_policies: 1,
    }
    const shared = [plan.will, plan.forEveryone, plan.certificate]
    expect(await reachable(executor, owner, plan)).toMatchObject({
      rows: { ...rows, video_messages: 2 },
      files: expect.arrayContaining([...shared, plan.policy, plan.forAnna]),
    })
    const trustees = await reachable(trustee, owner, plan)
    expect(trustees.rows).toMatchObject({ ...rows, video_messages: 1 })
    expect(trustees.files.toSorted()).toEqual([...shared, plan.policy].toSorted())
    const beneficiarys = await reachable(beneficiary, owner, plan)
    expect(beneficiarys.rows).toMatchObject({
      ...rows,
      video_messages: 1,
      financial_accounts: 0,
      insurance_policies: 0,
    })
    expect(beneficiarys.files.toSorted()).toEqual(shared.toSorted())
  })
})

test('a designee revoked a second ago gets no new row, list, file or link', async ({ enter }) => {
  test.slow()
  const { owner, ownerPage, readers, plan, path } = await household(enter)
  const { Anna: executor } = readers
  if (!executor) throw new Error('an executor')
  const { page } = executor
  await page.goto(`${path}?tab=documents`)
  await expect(page.getByText('With the notary')).toBeVisible()

  await ownerPage.goto('/beneficiaries')
  await ownerPage.getByRole('button', { name: 'End access: Anna Ellis' }).click()
  await ownerPage.getByRole('alertdialog').getByRole('button', { name: 'End access' }).click()
  await expect(ownerPage.getByText('1 person whose access you ended')).toBeVisible()

  await test.step('the page that is still open empties itself at the first click', async () => {
    await tab(page, 'Accounts').click()
    await expect(page.getByText(denied)).toBeVisible()
    await expect(page.getByText('•••• 1234')).toHaveCount(0)
    await expect(page.getByText('With the notary')).toHaveCount(0)
  })

  await test.step('the API gives nothing', async () => {
    const { rows, files, access } = await reachable(executor, owner, plan)
    expect(Object.values(rows)).toEqual([0, 0, 0, 0, 0, 0])
    expect(files).toEqual([])
    expect(access).toBe(0)
  })

  await test.step('the page stays closed', async () => {
    await page.reload()
    await expect(page.getByText(denied)).toBeVisible()
    await expect(page.getByText('Last will')).toHaveCount(0)
  })
})

test('a video whose link expires continues with a new link until the owner closes the plan', async ({
  enter,
}) => {
  test.slow()
  const { owner, readers, path } = await household(enter, {}, 7)
  const { Anna: executor } = readers
  if (!executor) throw new Error('an executor')
  const { page } = executor
  const { succeed } = await import('../tests/support/people.ts')

  // A test cannot move Storage's clock, so its answer to an expired link is faked. Only the start of the video is
  // loaded when it begins to play, as with a long video.
  let runOut = () => {}
  let hasRunOut = Promise.resolve()
  let links: string[] = []
  let shown = player(page, '')
  await page.route(/\/object\/sign\/videos\/.*token=/, async (route) => {
    const request = route.request()
    // The first pictures are read in this mode, to be drawn.
    if (request.headers().origin !== undefined) return route.continue()
    if (!links.includes(request.url())) links.push(request.url())
    const isFirst = request.url() === links[0]
    const first = Number(/^bytes=(\d+)/.exec(request.headers().range ?? '')?.[1] ?? 0)
    if (isFirst && first > 0 && (await timeOf(shown)) > 0) {
      await hasRunOut
      return route.fulfill({ status: 400, json: { error: 'InvalidJWT', statusCode: '400' } })
    }
    const range = `bytes=${first}-${first + 16_383}`
    return route.fulfill({ response: await route.fetch({ headers: { range } }) })
  })
  const passFiveMinutes = async () => {
    await page.clock.setSystemTime(new Date((await page.evaluate(() => Date.now())) + 5 * 60 * 1000))
    runOut()
  }
  const start = async (title: string) => {
    links = []
    shown = player(page, title)
    hasRunOut = new Promise((resolve) => {
      runOut = resolve
    })
    await page.getByRole('button', { name: `Play ${title}` }).click()
    await expect.poll(() => timeOf(shown)).toBeGreaterThan(0.1)
    return shown
  }
  /** Pauses the video and seeks to a part that has not been loaded yet. */
  const seek = (video: Locator) =>
    video.evaluate((one: HTMLVideoElement) => {
      one.pause()
      one.currentTime = one.duration - 0.1
      return one.currentTime
    })

  await page.goto(`${path}?tab=messages`)
  const video = await start('A word to Anna')
  const wanted = await seek(video)
  await passFiveMinutes()
  await expect.poll(() => links.length).toBe(2)
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.readyState)).toBeGreaterThan(1)
  expect(await video.evaluate((one: HTMLVideoElement) => [one.currentTime, one.paused])).toEqual([
    wanted,
    true,
  ])

  const other = await start('About the garden')
  await seek(other)
  await succeed(owner.client.rpc('set_visibility_hold', { hold: true }))
  await passFiveMinutes()
  await expect(page.getByText(/^You can’t see .* plan yet\./)).toBeVisible()
  await expect(other).toHaveCount(0)
  expect(links).toHaveLength(1)
})
