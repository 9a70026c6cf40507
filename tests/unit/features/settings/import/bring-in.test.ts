// @vitest-environment node
import { QueryClient } from '@tanstack/react-query'
import { Uint8ArrayReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js/lib/zip-core-custom.js'
import { beforeEach, expect, test, vi } from 'vitest'
import { readStoredFile } from '@/data/files/downloads'
import { startUpload } from '@/data/files/uploads'
import type { OwnerData } from '@/data/rows/all-of-owner'
import { ownFiles } from '@/features/settings/export/own-files'
import { bringIn, type Progress } from '@/features/settings/import/bring-in'
import { lookAt } from '@/features/settings/import/look'
import { planParts } from '@/parts'
import { sample } from '@/parts/kit/sample-plan'
import { sizeOf, textsToExport } from '@/reading/export/export-files'
import { makeExportZip } from '@/reading/export/export-zip'
import { readZip } from '../../../read-zip'

vi.mock('@/data/files/downloads', () => ({ readStoredFile: vi.fn() }))
vi.mock('@/data/files/uploads', () => ({ startUpload: vi.fn(), removeUpload: vi.fn() }))
// It listens to the browser's window.
vi.mock('@/data/session/session', () => ({ useUser: () => null, sessionChanged: () => {} }))
// Node 20 has none, and the client asks for one before anything is listened to.
vi.hoisted(() => vi.stubGlobal('WebSocket', class {}))

type Row = Record<string, unknown>

const margaret = '11111111-1111-4111-8111-111111111111'
const harold = { id: 7, person_name: 'Harold', person_email: 'harold@example.com', status: 'invited' }

/** The rows of the new plan, by table. */
let plan: Record<string, Row[]>
/** The files of the new plan, by bucket and path. */
let stored: Record<string, string>
/** What the database does before it takes rows. */
let beforeAdding: (table: string, rows: Row[]) => Response | undefined

const rowsOf = (table: string) => {
  plan[table] ??= []
  return plan[table]
}

/** As much of the Data API as is asked here. */
async function answer(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const url = new URL(request.url)
  const name = url.pathname.replace('/rest/v1/', '')
  const json = (body: unknown, status = 200) => Response.json(body, { status })
  const wanted = (rows: Row[]) => {
    const one = request.headers.get('accept')?.includes('pgrst.object')
    return json(one ? (rows[0] ?? null) : rows)
  }
  // Each table is read by itself.
  if (name === 'rpc/plan_rows') return json({ code: 'PGRST202' }, 404)
  if (name === 'rpc/my_file_room') return wanted([{ used_bytes: 0, room_bytes: 1024 ** 3 }])
  if (name === 'rpc/has_premium' || /billing/.test(name)) return json(true)
  if (request.method === 'GET') {
    const filters = [...url.searchParams].filter(([, value]) => value.startsWith('eq.'))
    const from = Number(url.searchParams.get('offset') ?? 0)
    const found = rowsOf(name).filter((row) =>
      filters.every(([column, value]) => `eq.${row[column]}` === value),
    )
    return wanted(found.slice(from, from + Number(url.searchParams.get('limit') ?? 1000)))
  }
  const given: Row | Row[] = await request.json()
  const rows = Array.isArray(given) ? given : [given]
  if (request.method === 'PATCH') {
    const row = rowsOf(name)[0]
    if (!row || url.searchParams.has('updated_at')) return json([])
    return wanted([Object.assign(row, given)])
  }
  const refused = beforeAdding(name, rows)
  if (refused) return refused
  const isTaken = (row: Row) =>
    rowsOf(name).some(({ id, user_id }) => (row.id ? id === row.id : user_id === row.user_id))
  const fresh = rows.filter((row) => !isTaken(row))
  if (fresh.length < rows.length && !request.headers.get('prefer')?.includes('ignore-duplicates'))
    return json({ code: '23505' }, 409)
  rowsOf(name).push(...fresh)
  return wanted(fresh)
}

const kinds: Record<string, string> = {
  documents: '%PDF-1.7 ',
  pictures: '\x89PNG\r\n\x1a\n',
  videos: '\x1a\x45\xdf\xa3\x93\x42\x86\x81\x01\x42\xf7\x81\x01\x42\x82\x84webm',
}
const contentOf = (bucket: string, path: string) => `${kinds[bucket]} the content of ${path}`
const bytes = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))

beforeEach(() => {
  plan = { health_consents: [{ user_id: margaret, worded_on: '2026-11-01' }] }
  stored = {}
  beforeAdding = () => undefined
  vi.stubGlobal('fetch', answer)
  vi.mocked(readStoredFile).mockImplementation(async function* ({ bucket, path }) {
    yield bytes(contentOf(bucket, path))
  })
  vi.mocked(startUpload).mockImplementation(({ bucket, path, file }) => {
    const done = file.arrayBuffer().then((content) => {
      stored[`${bucket}/${path}`] = Buffer.from(content).toString('latin1')
    })
    return {
      done,
      progress: () => ({ sent: 0, total: file.size, connected: true }),
      subscribe: () => () => {},
      resume: () => {},
      cancel: () => {},
    }
  })
})

/** The invented plan of the practice: every part has something in it, a new one too. */
async function samplePlan(): Promise<Record<string, Row[]>> {
  const samples = await Promise.all(
    planParts.map(async (part) => {
      const data: unknown = await part.sample.get()
      return [part.table, Array.isArray(data) ? data : [data]] as const
    }),
  )
  return {
    ...Object.fromEntries(samples),
    funeral_plan: [
      {
        ...sample,
        music_playlist_provider: 'Spotify',
        music_playlist_ref: 'https://open.spotify.com/playlist/1',
      },
    ],
    designations: [{ ...harold, id: 0 }],
    access_events: [{ id: 'event' }],
  }
}

interface Head {
  owner_id?: string
}

/** The zip that the owner of a plan downloads. */
async function exported(data: Record<string, Row[]>, about: Head = {}): Promise<Uint8Array<ArrayBuffer>> {
  const all = { profiles: [], memories: [], ...data } as unknown as OwnerData
  const files = ownFiles(all, [])
  const words = { title: '', data: '', files: '', noFiles: '', again: '' }
  const { stream } = makeExportZip(
    {
      about: { user_id: 'old', email: 'margaret@example.com', ...about },
      data: all,
      files,
      texts: await textsToExport({ parts: planParts, data: all, files }),
      words,
      now: new Date('2026-11-21T09:05:00Z'),
    },
    { signal: new AbortController().signal, onProgress: () => {} },
  )
  expect(sizeOf(files)).toBe(0)
  return new Uint8Array(await new Response(stream).arrayBuffer())
}

const signal = new AbortController().signal
const look = (zip: Uint8Array<ArrayBuffer> | string) =>
  lookAt(
    new File([zip], 'heartwood-everything.zip'),
    { ownerId: margaret, isOffered: () => true, cache: new QueryClient() },
    signal,
  )
/** Chooses a zip and brings it in, as the dialog does. */
async function bring(zip: Uint8Array<ArrayBuffer>, leave = signal) {
  const found = await look(zip)
  const progress: Progress[] = []
  const outcome = await bringIn(found, { signal: leave, onProgress: (step) => void progress.push(step) })
  return { found, progress, ...outcome }
}

const ofOwner = /^(id|user_id|created_at|updated_at|rsvp_status|source|for_beneficiary)$|_path$/
/** What people see of a row: all but its ids, its times, and where its file is. */
const values = (rows: readonly Row[] = []) =>
  rows
    .map((row) =>
      Object.fromEntries(
        Object.entries(row).filter(([column, value]) => value !== null && !ofOwner.test(column)),
      ),
    )
    .reverse()

test('everything that an owner exported is in the new plan again, with its files and under its reader', async () => {
  const before = await samplePlan()
  plan.designations = [{ ...harold, owner_id: margaret }]
  const { found, failed, problem } = await bring(await exported(before))
  expect([failed, problem, found.staysOut, found.others]).toEqual([[], null, [], []])
  for (const { table } of planParts)
    expect(values(plan[table]), table).toEqual(values(before[table]?.toReversed()))
  expect(plan.video_messages?.map(({ for_beneficiary }) => for_beneficiary)).toEqual([7, 7])
  for (const { table, files } of planParts)
    for (const [index, row] of (before[table] ?? []).toReversed().entries()) {
      const old = files?.of(row)
      const now = files?.of(plan[table]?.[index] ?? {})
      if (old) expect(stored[`${now?.bucket}/${now?.path}`]).toBe(contentOf(old.bucket, old.path))
    }
  expect(found.people).toBe(1)
  expect([plan.access_events, found.email]).toEqual([undefined, 'margaret@example.com'])
})

test('what came in stays as it is when the same zip is chosen again, and what was added by hand makes the plan not empty', async () => {
  const zip = await exported(await samplePlan())
  plan.designations = [{ ...harold, owner_id: margaret }]
  await bring(zip)
  const contact = rowsOf('contacts')[0]
  Object.assign(contact ?? {}, { name: 'Changed by hand' })
  const was = structuredClone(plan)
  const again = await bring(zip)
  expect([again.added, again.found.others]).toEqual([0, []])
  expect(plan).toEqual(was)
  rowsOf('home_items').push({ id: 'by-hand', user_id: margaret, name: 'The cat' })
  expect((await look(zip)).others).toEqual(['Home & Pets'])
  rowsOf('funeral_plan')[0] = { user_id: margaret, venue: 'Another place' }
  expect((await look(zip)).others).toEqual(['Funeral Plan', 'Home & Pets'])
})

test('a message for a person stays out until that person is named, and health until its owner agrees', async () => {
  const zip = await exported(await samplePlan())
  plan = { designations: [{ ...harold, owner_id: margaret, revoked_at: '2026-11-02T10:00:00Z', id: 6 }] }
  const first = await bring(zip)
  expect(rowsOf('video_messages')).toEqual([])
  expect(first.found.staysOut.map(({ title, name }) => `${title}: ${name}`)).toEqual([
    'Video Messages: Sample letter',
    'Video Messages: Sample message',
    'Signed Papers: ',
    'Health & Care: ',
  ])
  expect(first.found.staysOut[0]?.why).toContain('This is for Harold (harold@example.com).')

  rowsOf('designations').push({ ...harold, owner_id: margaret })
  rowsOf('health_consents').push({ user_id: margaret, worded_on: '2026-11-01' })
  const second = await bring(zip)
  expect([second.added, second.found.staysOut, second.found.others]).toEqual([4, [], []])
  expect(rowsOf('video_messages').map(({ for_beneficiary }) => for_beneficiary)).toEqual([7, 7])
})

test('a message never becomes everyone’s because its reader is missing from the file', async () => {
  const [video] = (await samplePlan()).video_messages ?? []
  const { for_beneficiary, ...without } = video ?? {}
  const { found } = await bring(await exported({ video_messages: [without] }))
  expect(for_beneficiary).toBe(0)
  expect(found.staysOut).toHaveLength(1)
  expect(rowsOf('video_messages')).toEqual([])
})

test('a try that broke off goes on where it stopped', async () => {
  const people = Array.from({ length: 250 }, (_, n) => ({
    id: `c${n}`,
    name: `Person ${n}`,
    email: null,
    phone: null,
    relation: null,
    invitee: false,
  }))
  const zip = await exported({ contacts: people })
  beforeAdding = (_table, rows) => {
    if (rows.some(({ name }) => name === 'Person 100')) throw new TypeError('Failed to fetch')
    return undefined
  }
  const first = await bring(zip)
  expect(first.problem).toMatchObject({ message: expect.stringContaining('Failed to fetch') })
  expect(rowsOf('contacts')).toHaveLength(100)
  beforeAdding = () => undefined
  const second = await bring(zip)
  expect([
    second.added,
    second.problem,
    second.found.parts.find(({ title }) => title === 'Contacts')?.there,
  ]).toEqual([150, null, 100])
  expect(new Set(rowsOf('contacts').map(({ name }) => name)).size).toBe(250)
})

test('one row that the database refuses is named, and the others come in', async () => {
  const people = ['Ann', 'Ben', 'Cleo'].map((name) => ({
    id: name,
    name,
    email: null,
    phone: null,
    relation: null,
    invitee: true,
  }))
  beforeAdding = (_table, rows) =>
    rows.some(({ name }) => name === 'Ben') ? Response.json({ code: '23514' }, { status: 400 }) : undefined
  const { added, failed } = await bring(await exported({ contacts: people }))
  expect([added, failed.map(({ title, name }) => `${title}: ${name}`)]).toEqual([2, ['Contacts: Ben']])
  expect(rowsOf('contacts').map(({ name, invitee, source }) => [name, invitee, source])).toEqual([
    ['Cleo', true, 'import'],
    ['Ann', true, 'import'],
  ])
})

test('a row that no form would take is named with the reason, and one from before a column existed comes in', async () => {
  const item = { id: '1', kind: 'pet', name: 'The cat', location: null, care: null, contact: null }
  const { found, added } = await bring(
    await exported({
      home_items: [
        item,
        { ...item, id: '2', name: 'x'.repeat(200) },
        { ...item, id: '3', name: 'A dragon', kind: 'dragon' },
        item,
      ],
      contacts: [{ id: '1', name: 'Ruth', email: 'ruth@', phone: null, relation: null, invitee: false }],
    }),
  )
  expect(added).toBe(1)
  expect(found.staysOut.map(({ name, why }) => [name.length, why])).toEqual([
    [4, '“ruth@” isn’t a valid email address.'],
    [8, 'Choose what it is.'],
    [120, 'Please keep this to 120 characters.'],
    [7, 'It’s in the export twice.'],
  ])
})

/** A zip made by another program. */
async function packed(entries: Record<string, Uint8Array<ArrayBuffer> | string>, level = 0) {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { level, useWebWorkers: false, dataDescriptor: false })
  for (const [name, content] of Object.entries(entries))
    await writer.add(name, new Uint8ArrayReader(typeof content === 'string' ? bytes(content) : content))
  return new Uint8Array(await writer.close())
}

test('a zip that a computer unpacked and packed again, in a folder and compressed, is read too', async () => {
  plan.designations = [{ ...harold, owner_id: margaret }]
  const entries = readZip(await exported(await samplePlan()))
  const again = entries.map(({ name, bytes: content }) => [
    `heartwood-everything/${name.normalize('NFD')}`,
    Uint8Array.from(content),
  ])
  const zip = await packed({ '__MACOSX/._data.json': 'x', ...Object.fromEntries(again) }, 6)
  const { failed, found } = await bring(zip)
  expect([failed, found.staysOut]).toEqual([[], []])
  expect(Object.values(stored).length).toBeGreaterThan(2)
})

const document = {
  id: 'd',
  doc_type: 'will',
  description: 'My will',
  original_location: null,
  file_path: 'old/estate/1-will.pdf',
}
const policy = {
  id: 'p',
  provider: 'Harbor',
  policy_number: null,
  coverage_amount: 1500.5,
  agent_contact: null,
  notes: null,
  document_path: 'old/insurance/1-policy.pdf',
}

test('a damaged file is named; a document stays out with it, a policy comes in without it, and the rest goes on', async () => {
  const zip = await exported({
    estate_documents: [
      document,
      { ...document, id: 'e', description: 'A trust', file_path: 'old/estate/2.pdf' },
    ],
    insurance_policies: [policy],
  })
  for (const path of [document.file_path, policy.document_path]) {
    const at = Buffer.from(zip).indexOf(`the content of ${path}`)
    zip[at] = 0
  }
  const { failed, added } = await bring(zip)
  expect(failed).toEqual([
    {
      title: 'Life Insurance',
      name: 'Harbor',
      why: 'Its file is damaged in the zip. It comes in without the file.',
    },
    { title: 'Wills & Trusts', name: 'My will', why: 'Its file is damaged in the zip.' },
  ])
  expect([added, rowsOf('insurance_policies')[0]?.document_path]).toEqual([2, undefined])
  expect(rowsOf('estate_documents').map(({ description }) => description)).toEqual(['A trust'])
})

test('a file that was missing from the export, or holds something else, is named', async () => {
  const none = vi.mocked(readStoredFile)
  none.mockImplementation(async function* ({ path }) {
    if (path === document.file_path) throw Object.assign(new Error(), { code: 'download_gone' })
    yield bytes('<html>')
  })
  const { found, failed } = await bring(
    await exported({
      estate_documents: [
        document,
        { ...document, id: 'e', description: 'A trust', file_path: 'old/estate/2.pdf' },
      ],
    }),
  )
  expect(found.staysOut.map(({ name, why }) => [name, why])).toEqual([
    ['My will', 'The export says about its file: It’s missing. The file is no longer stored.'],
  ])
  expect(failed.map(({ name, why }) => [name, why])).toEqual([
    ['A trust', expect.stringContaining('isn’t a PDF or an image')],
  ])
})

test('a cancel ends it between two rows, and says so', async () => {
  const leave = new AbortController()
  beforeAdding = () => {
    leave.abort()
    return undefined
  }
  const { added, problem } = await bring(
    await exported({
      contacts: [{ id: '1', name: 'Ann', email: null, phone: null, relation: null, invitee: true }],
      home_items: [{ id: '1', kind: 'pet', name: 'The cat' }],
    }),
    leave.signal,
  )
  expect([added, problem]).toEqual([1, expect.objectContaining({ code: 'upload_cancelled' })])
  expect(rowsOf('home_items')).toEqual([])
})

const head = {
  product: 'Heartwood',
  format: 1,
  exported_at: '2026-11-21T09:05:00Z',
  user_id: 'old',
  email: 'a@b.c',
  tables: {},
}
const zipOf = (json: object) => packed({ 'data.json': JSON.stringify(json), 'files.csv': 'file\r\n' })

test.each([
  ['no zip', 'export_not_zip', async () => bytes('{"product":"Heartwood"}')],
  [
    'someone’s holiday pictures',
    'not_an_export',
    () => packed({ 'beach.png': 'x', 'deep/er/data.json': '{}' }),
  ],
  ['an export of another program', 'not_an_export', () => zipOf({ ...head, product: 'Another' })],
  [
    'the plan that an executor downloaded',
    'export_of_another',
    () => zipOf({ ...head, owner_id: 'another' }),
  ],
  ['an export of a later version', 'export_too_new', () => zipOf({ ...head, format: 2 })],
  ['a download that broke off', 'export_damaged', async () => (await zipOf(head)).slice(0, -40)],
  ['data that is no JSON', 'export_damaged', () => packed({ 'data.json': '{"product', 'files.csv': '' })],
  [
    'an export without its list of files',
    'export_damaged',
    () => packed({ 'data.json': JSON.stringify(head) }),
  ],
])('%s is refused, and nothing is asked of the plan', async (_what, code, zip) => {
  await expect(look(await zip())).rejects.toMatchObject({ code })
  expect(plan).toEqual({ health_consents: [expect.anything()] })
})

test('a zip that unpacks to more than it says is refused before it fills the memory', async () => {
  const many = 4 * 1024 * 1024
  const honest = await packed({ 'data.json': new Uint8Array(many), 'files.csv': '' }, 9)
  expect(honest.length).toBeLessThan(many / 100)
  const claim = (size: number) => {
    const zip = Buffer.from(honest)
    const was = Buffer.alloc(4)
    was.writeUInt32LE(many)
    for (let at = zip.indexOf(was); at !== -1; at = zip.indexOf(was, at + 4)) zip.writeUInt32LE(size, at)
    return Uint8Array.from(zip)
  }
  await expect(look(claim(1000))).rejects.toMatchObject({ code: 'export_damaged' })
  await expect(look(claim(2 ** 31))).rejects.toMatchObject({ code: 'export_too_large' })
})
