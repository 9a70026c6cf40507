import { execFile } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Download, Page } from 'playwright/test'
import { readCsv } from '../tests/unit/read-csv.ts'
import { type Actor, env, expect, moveClock, test } from './fixtures.ts'
import { signInAs } from './household.ts'
import { pdf } from './papers.ts'
import { seedRows, signedInUserId } from './plan-rows.ts'

type Rows = Record<string, Record<string, unknown>[]>

/** As a WebM begins, and 3 MB more. */
const video = Buffer.concat([
  Buffer.from('\x1a\x45\xdf\xa3\x93\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm', 'latin1'),
  Buffer.alloc(3 * 1024 * 1024, 'v'),
])

/** The exported tables: the column with the owner's id, and the one that tells an owner's rows apart. */
const tables = {
  profiles: ['user_id', 'user_id'],
  funeral_plan: ['user_id', 'user_id'],
  designations: ['owner_id', 'id'],
  part_access: ['owner_id', 'designation_id'],
  first_hours: ['owner_id', 'owner_id'],
  contacts: ['user_id', 'id'],
  video_messages: ['user_id', 'id'],
  insurance_policies: ['user_id', 'id'],
  home_items: ['user_id', 'id'],
  health_consents: ['user_id', 'user_id'],
  health_notes: ['user_id', 'id'],
  health_papers: ['user_id', 'id'],
  portraits: ['user_id', 'id'],
  financial_accounts: ['user_id', 'id'],
  estate_documents: ['user_id', 'id'],
  subscriptions: ['user_id', 'user_id'],
  cards: ['user_id', 'user_id'],
  practices: ['owner_id', 'id'],
  step_marks: ['owner_id', 'id'],
  memories: ['owner_id', 'id'],
  access_events: ['owner_id', 'id'],
} as const

/** All rows of an owner as stored in the database, ordered by id. */
async function rowsOf(ownerId: string): Promise<Rows> {
  const { service } = await import('../tests/support/people.ts')
  const rows: Rows = {}
  for (const [table, [owner, key]] of Object.entries(tables)) {
    const found: Record<string, unknown>[] = []
    for (let more = true; more; ) {
      const { data } = await service
        .from(table as 'contacts')
        .select()
        .eq(owner as 'user_id', ownerId)
        .order(key)
        .range(found.length, found.length + 999)
        .throwOnError()
      found.push(...data)
      more = data.length === 1000
    }
    rows[table] = found
  }
  return sorted(rows)
}

function sorted(rows: Rows): Rows {
  const key = (row: Record<string, unknown>) => String(row.id ?? row.user_id)
  return Object.fromEntries(
    Object.entries(rows).map(([table, all]) => [table, all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))]),
  )
}

async function store(bucket: 'documents' | 'videos' | 'death-certificates', path: string, body: Buffer) {
  const { service } = await import('../tests/support/people.ts')
  const contentType = bucket === 'videos' ? 'video/webm' : 'application/pdf'
  const { error } = await service.storage.from(bucket).upload(path, body, { contentType })
  if (error) throw new Error(`storing ${path}: ${error.message}`)
}

async function begin({ page, email }: Actor): Promise<string> {
  await signInAs('Margaret', { page, email }, '/settings')
  await expect(page.getByRole('heading', { name: 'Your data' })).toBeVisible()
  return signedInUserId(page)
}

/** A test cannot drive the browser's file dialog, so the chosen file is in the browser's private file system. */
async function chooseForMe(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.showSaveFilePicker = async ({ suggestedName }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
  })
}

/** Reads a file that was saved through the dialog. */
async function savedFile(page: Page, name: string): Promise<Download> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.evaluate(async (fileName) => {
      const handle = await (await navigator.storage.getDirectory()).getFileHandle(fileName)
      const link = document.createElement('a')
      link.href = URL.createObjectURL(await handle.getFile())
      link.download = fileName
      link.click()
    }, name),
  ])
  return download
}

/** Unpacks a zip with an independent tool. */
async function unzipped(
  download: Download,
): Promise<{ names: string[]; read: (name: string) => Promise<string> }> {
  const folder = await mkdtemp(join(tmpdir(), 'heartwood-'))
  const zip = await download.path()
  const run = promisify(execFile)
  const tools: [string, string[]][] = [
    ['unzip', ['-q', zip, '-d', folder]],
    ['python3', ['-m', 'zipfile', '-e', zip, folder]],
    ['tar', ['-xf', zip, '-C', folder]],
  ]
  for (const [tool, args] of tools) {
    try {
      await run(tool, args, { env: { ...process.env, LC_ALL: 'C.UTF-8' } })
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tool === 'tar') throw error
    }
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map(
    await Promise.all(
      entries
        .filter((entry) => entry.isFile())
        .map(async (entry) => {
          const path = join(entry.parentPath, entry.name)
          return [path.slice(folder.length + 1).normalize('NFC'), await readFile(path, 'utf8')] as const
        }),
    ),
  )
  await rm(folder, { recursive: true })
  return {
    names: [...files.keys()].sort(),
    read: async (name) => files.get(name) ?? Promise.reject(new Error(`no ${name} in the zip`)),
  }
}

test('an owner exports the whole plan, even when it is frozen, and brings it into an empty one; a missing file is named', async ({
  enter,
}) => {
  test.slow()
  const owner = await enter('Margaret')
  const { page } = owner
  await chooseForMe(page)
  const id = await begin(owner)
  let zip: Download | undefined

  await test.step('the owner has a full plan', async () => {
    await page.getByLabel('Full name').fill('Margaret Ellis')
    await page.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Your profile has been updated.')).toBeVisible()
    const nasty = ['=HYPERLINK("http://evil.example")', "'=1", ';=1;\t-2', '李小龍', '+1 555', 'a,"b"\r\nc']
    await seedRows(
      'contacts',
      Array.from({ length: 1200 }, (_, n) => ({
        user_id: id,
        // The form takes no line breaks in a name.
        name: `${nasty[n % nasty.length]?.replace(/\p{Cc}+/gu, ' ')} ${n}`,
        phone: n % 5 ? (nasty[n % nasty.length] ?? null) : null,
      })),
    )
    await seedRows('insurance_policies', [
      { user_id: id, provider: 'Harbour: "Mutual"', document_path: `${id}/insurance/3-policy.pdf` },
    ])
    await seedRows('estate_documents', [
      { user_id: id, doc_type: 'will', description: '遗嘱 / 李小龍', file_path: `${id}/estate/1-a.pdf` },
      { user_id: id, doc_type: 'other', description: 'وصية جدي', file_path: `${id}/estate/2-b.pdf` },
      { user_id: id, doc_type: 'poa', description: 'Never arrived', file_path: `${id}/estate/9-gone.pdf` },
    ])
    await seedRows('video_messages', [
      { user_id: id, title: 'For the family 👩‍👩‍👧', storage_path: `${id}/4.webm` },
    ])
    await store('documents', `${id}/estate/1-a.pdf`, pdf('', 500).buffer)
    await store('documents', `${id}/estate/2-b.pdf`, pdf('', 600).buffer)
    await store('documents', `${id}/insurance/3-policy.pdf`, pdf('', 700).buffer)
    await store('videos', `${id}/4.webm`, video)
    await store('death-certificates', `${id}/5-certificate.pdf`, pdf('', 800).buffer)
  })

  await test.step('the owner’s death is reported and verified, and the plan is frozen', async () => {
    const certificate = [id, `${id}/5-certificate.pdf`]
    // As the submission and the administrator's function do, but without the mails.
    await moveClock(
      `insert into private.certificate_submissions (owner_id, path, submitted_by, file_version, file_etag)
       select $1, o.name, $1, o.version, o.metadata ->> 'eTag' from storage.objects o
        where o.bucket_id = 'death-certificates' and o.name = $2`,
      certificate,
    )
    await moveClock(
      `update public.profiles set death_review = 'pending', death_certificate_path = $2 where user_id = $1`,
      certificate,
    )
    await moveClock(
      `update public.profiles set death_review = 'approved' where user_id = $1 and death_certificate_path = $2`,
      certificate,
    )
    await page.reload()
  })

  await test.step('the export without files', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export All Data' }).click(),
    ])
    await expect(page.getByText('Data Exported')).toBeVisible()
    expect(download.suggestedFilename()).toMatch(/^heartwood-data-\d{4}-\d\d-\d\d\.json$/)
    const json = JSON.parse(await readFile(await download.path(), 'utf8')) as { email: string; tables: Rows }
    expect(json.email).toBe(owner.email)
    expect(sorted(json.tables)).toEqual(await rowsOf(id))
    expect(json.tables.contacts).toHaveLength(1200)
  })

  await test.step('the export with files', async () => {
    await page.getByRole('button', { name: 'Export everything, with files' }).click()
    await expect(page.getByText('6 files, 3.0 MB in all')).toBeVisible()
    await page.getByRole('button', { name: 'Download zip' }).click()
    await expect(page.getByText('Saved, but 1 file of 6 is missing or incomplete')).toBeVisible()
    const missing = 'Wills and trusts/Power of attorney - Never arrived.pdf'
    await expect(page.getByRole('listitem').filter({ hasText: missing })).toContainText(
      'It’s missing. The file is no longer stored.',
    )

    const name = (await page.getByText(/Everything else is in/).textContent()) ?? ''
    const fileName = /heartwood-everything-\d{4}-\d\d-\d\d\.zip/.exec(name)?.[0] ?? 'no name'
    zip = await savedFile(page, fileName)
    const { names, read } = await unzipped(zip)
    const expected = await rowsOf(id)
    expect(names).toEqual(
      [
        'Death certificates/certificate.pdf',
        'Life insurance/Harbour Mutual.pdf',
        'Video messages/For the family 👩‍👩‍👧.webm',
        'Wills and trusts/Other - وصية جدي.pdf',
        'Wills and trusts/Will - 遗嘱 李小龍.pdf',
        'data.json',
        'files.csv',
        'report.txt',
        ...Object.keys(expected)
          .filter((table) => expected[table]?.length)
          .map((table) => `tables/${table}.csv`),
      ].sort(),
    )
    expect(await read('Wills and trusts/Will - 遗嘱 李小龍.pdf')).toHaveLength(500)
    expect(await read('Death certificates/certificate.pdf')).toHaveLength(800)
    expect(await read('Video messages/For the family 👩‍👩‍👧.webm')).toMatch(/webmv{3145728}$/)
    expect(await read('report.txt')).toContain(`- ${missing}: It’s missing. The file is no longer stored.`)

    const json = JSON.parse(await read('data.json')) as { tables: Rows }
    expect(sorted(json.tables)).toEqual(expected)
    for (const [table, rows] of Object.entries(json.tables)) {
      if (rows.length === 0) continue
      const [head = [], ...cells] = readCsv(await read(`tables/${table}.csv`))
      expect(head).toEqual(Object.keys(rows[0] ?? {}))
      expect(cells, table).toEqual(
        rows.map((row) =>
          Object.values(row).map((value) =>
            value === null || typeof value === 'string' ? value : JSON.stringify(value),
          ),
        ),
      )
    }
  })

  await test.step('the zip comes into an empty plan', async () => {
    const another = await enter('Harold')
    await signInAs('Harold', another, '/settings')
    const newId = await signedInUserId(another.page)
    const dialog = another.page.getByRole('dialog', { name: 'Bring in an export' })
    await another.page.getByRole('button', { name: 'Bring in an export' }).click()
    await dialog.getByLabel('Zip of an export').setInputFiles(await (zip as Download).path())
    await expect(dialog.getByText(`by ${owner.email}.`)).toBeVisible()
    await expect(dialog.getByRole('listitem').filter({ hasText: 'Never arrived' })).toContainText(
      'It’s missing. The file is no longer stored.',
    )
    await dialog.getByRole('button', { name: 'Bring in 1,204 entries' }).click()
    await expect(dialog.getByText('1,204 entries came in')).toBeVisible({ timeout: 60_000 })
    await dialog.getByRole('button', { name: 'Close' }).last().click()

    const before = await rowsOf(id)
    const after = await rowsOf(newId)
    const people = (rows: Rows) => rows.contacts?.map(({ name, phone }) => `${name} ${phone}`).sort()
    expect(people(after)).toEqual(people(before))
    const { service } = await import('../tests/support/people.ts')
    const bytes = async (bucket: string, path: unknown) =>
      Buffer.from(
        (await (await service.storage.from(bucket).download(String(path))).data?.arrayBuffer()) ??
          new ArrayBuffer(0),
      )
    const will = after.estate_documents?.find(({ description }) => description === '遗嘱 / 李小龍')
    expect((await bytes('documents', will?.file_path)).equals(pdf('', 500).buffer)).toBe(true)
    expect((await bytes('videos', after.video_messages?.[0]?.storage_path)).equals(video)).toBe(true)

    await another.page.getByRole('link', { name: 'Video Messages' }).first().click()
    await expect(another.page.getByText('For the family 👩‍👩‍👧')).toBeVisible()
  })
})

test('a browser that cannot write to disk first says how much memory the export needs', async ({ enter }) => {
  const owner = await enter('Margaret')
  const { page } = owner
  await page.addInitScript(() => {
    delete window.showSaveFilePicker
  })
  const id = await begin(owner)
  await seedRows('video_messages', [{ user_id: id, title: 'Hello', storage_path: `${id}/1.webm` }])
  await store('videos', `${id}/1.webm`, Buffer.alloc(2 * 1024 * 1024, 'v'))
  await page.getByRole('button', { name: 'Export everything, with files' }).click()
  await expect(page.getByText('1 file, 2.0 MB in all')).toBeVisible()
  await expect(page.getByText(/takes 2\.0 MB of memory/)).toBeVisible()
  await page.getByRole('button', { name: 'Not now' }).click()
  await expect(page.getByText('1 file, 2.0 MB in all')).toBeHidden()
  await page.getByRole('button', { name: 'Export everything, with files' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download zip' }).click(),
  ])
  await expect(page.getByText('It contains the data and 1 file.')).toBeVisible()
  await expect(page.getByText('Data Exported')).toBeVisible()
  const { names } = await unzipped(download)
  expect(names).toContain('Video messages/Hello.webm')
})

test('an export warns before leaving, waits for a lost connection, and leaves no file when it is canceled', async ({
  enter,
}) => {
  const owner = await enter('Margaret')
  const { page } = owner
  await chooseForMe(page)
  const id = await begin(owner)
  await seedRows('video_messages', [{ user_id: id, title: 'Hello', storage_path: `${id}/1.webm` }])
  await store('videos', `${id}/1.webm`, Buffer.alloc(1024, 'v'))
  let lost = true
  await page.route(`${env('SUPABASE_URL')}/storage/v1/object/sign/videos/**`, async (route) => {
    if (route.request().method() === 'GET' && lost) await route.abort('internetdisconnected')
    else await route.continue()
  })
  const start = async () => {
    await page.getByRole('button', { name: 'Export everything, with files' }).click()
    await page.getByRole('button', { name: 'Download zip' }).click()
    await expect(page.getByText('File 1 of 1: 0 B of 1.0 KB (0%)')).toBeVisible()
    await expect(page.getByText('The connection was lost')).toBeVisible()
  }

  await start()
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  const question = page.getByRole('alertdialog', { name: 'Leave and stop the export?' })
  await question.getByRole('button', { name: 'Stay here' }).click()
  await page.getByRole('button', { name: 'Cancel export' }).click()
  await expect(page.getByText('File 1 of 1')).toBeHidden()
  const sizes = () =>
    page.evaluate(async () => {
      const found: number[] = []
      const folder: AsyncIterable<[string, FileSystemHandle]> =
        (await navigator.storage.getDirectory()) as never
      for await (const [, handle] of folder)
        if (handle instanceof FileSystemFileHandle) found.push((await handle.getFile()).size)
      return found
    })
  // The dialog created an empty file, and nothing was written into it.
  await expect.poll(sizes).toEqual([0])

  await start()
  lost = false
  await expect(page.getByText('It contains the data and 1 file.')).toBeVisible()
  expect((await sizes())[0]).toBeGreaterThan(1024)
  await page.getByRole('link', { name: 'Contacts' }).first().click()
  await expect(page.getByRole('heading', { name: 'Contacts', level: 1 })).toBeVisible()
})
