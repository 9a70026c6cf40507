import { screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Component as MemorialPage } from '@/features/memorial/memorial-page'
import { formatDay } from '@/lib/dates'
import { patterns } from '@/lib/paths'
import { anna, fakeSupabase, held, json, offline, type Routes, refusal, signIn } from '../../fake-supabase'
import { partsOpenTo } from '../../open-parts'
import { renderPage } from '../../render'

// jsdom's byte arrays are not those that client-zip knows; tests/unit/plan/export reads real zips. Here a line of JSON
// stands for each file in the zip: its name and its content.
vi.mock('client-zip', () => ({
  makeZip: (entries: AsyncIterable<{ name: string; input: string | AsyncIterable<Uint8Array> }>) => {
    const lines = (async function* () {
      for await (const { name, input } of entries) {
        let text = typeof input === 'string' ? input : ''
        if (typeof input !== 'string')
          for await (const piece of input) text += new TextDecoder().decode(piece)
        yield `${JSON.stringify([name, text])}\n`
      }
    })()
    return new ReadableStream({
      pull: async (controller) => {
        const { done, value } = await lines.next()
        if (done) controller.close()
        else controller.enqueue(Buffer.from(value))
      },
    })
  },
}))

const ownerId = '22222222-2222-4222-8222-222222222222'
const trustee = {
  role: 'trustee',
  can_view: true,
  can_view_finances: true,
  parts: partsOpenTo('trustee'),
  certificate_submitted_at: null,
  open_early_until: null,
}
const beneficiary = {
  ...trustee,
  role: 'beneficiary',
  can_view_finances: false,
  parts: partsOpenTo('beneficiary'),
}
const owner = {
  user_id: ownerId,
  full_name: 'Margaret Ellis',
  visibility_hold: false,
  hold_lifted_until: null,
  is_deceased: true,
  death_review: 'approved',
  death_certificate_path: `${ownerId}/1-certificate.pdf`,
  release_at: '2026-11-10T10:00:00+00:00',
}
const at = { created_at: '2026-11-01T10:00:00+00:00', updated_at: '2026-11-01T10:00:00+00:00' }
const will = {
  id: 'd1',
  user_id: ownerId,
  doc_type: 'will',
  description: 'Last will',
  file_path: `${ownerId}/estate/1-will.pdf`,
  original_location: null,
  ...at,
}
const account = { id: 'a1', user_id: ownerId, category: 'bank', institution: 'Riverside Bank', ...at }
const label = 'Download everything I can see'

/** A file in Storage: its link, and its content. */
function stored(bucket: string, path: string, content: string): Routes {
  const sign = `/object/sign/${bucket}/${path}`
  return {
    [`POST storage${sign}`]: json({ signedURL: `${sign}?token=1` }),
    [`GET storage${sign}`]: () => new Response(content),
  }
}
const files: Routes = {
  ...stored('documents', will.file_path, 'the will'),
  ...stored('death-certificates', owner.death_certificate_path, 'the certificate'),
}

/** The zips that the browser was told to save. */
let saved: { name: string; blob: Blob }[]

function open(routes: Routes = {}) {
  const calls = fakeSupabase({
    'POST rpc/memorial_access': json(trustee),
    'POST rpc/record_view': json(null),
    'GET profiles': json(owner),
    'GET funeral_plan': json([]),
    'GET estate_documents': json([will]),
    'GET video_messages': json([]),
    'GET contacts': json([]),
    'GET financial_accounts': json([account]),
    'GET insurance_policies': json([]),
    'GET home_items': json([]),
    'GET portraits': json([]),
    'GET step_marks': json([]),
    'GET memories': json([]),
    'POST rpc/stored_files': json([]),
    ...files,
    ...routes,
  })
  const page = renderPage({ page: MemorialPage, pattern: patterns.memorial, at: `/memorial/${ownerId}` })
  const views = () => calls.filter(({ route }) => route === 'POST rpc/record_view').map(({ body }) => body)
  return { calls, views, ...page }
}

async function savedZip() {
  await waitFor(() => expect(saved).toHaveLength(1))
  const [zip] = saved
  if (!zip) throw new Error('no zip')
  const lines = (await zip.blob.text()).trimEnd().split('\n')
  const entries = new Map(lines.map((line) => JSON.parse(line) as [string, string]))
  return { fileName: zip.name, names: [...entries.keys()], read: (name: string) => entries.get(name) ?? '' }
}

beforeEach(() => {
  fakeSupabase({})
  saved = []
  let last: Blob | undefined
  URL.createObjectURL = (blob) => {
    last = blob as Blob
    return 'blob:test'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    if (last) saved.push({ name: this.download, blob: last })
  })
  return signIn()
})
afterEach(() => {
  delete window.showSaveFilePicker
})

test('a trustee downloads every part they may see with its files, and the history hears of each', async () => {
  const step = { step_key: 'general:certificates', title: 'Copies', undoes: null }
  const by = { actor_id: 'tom', actor_name: 'Tom Ellis', made_at: at.created_at }
  const marks = [
    { id: 's1', seq: 1, mark: 'done', note: null, ...step, ...by },
    { id: 's2', seq: 2, mark: 'note', note: 'Twelve copies', ...step, ...by },
  ]
  const { user, views } = open({
    // The page asks again every few seconds for what came after the last one.
    'GET step_marks': (call) => json(call.url.searchParams.get('seq') === 'gt.0' ? marks : [])(call),
  })
  await user.click(await screen.findByRole('button', { name: 'About this plan' }))
  await user.click(screen.getByRole('button', { name: label }))
  expect(await screen.findByText('2 files, 0 B in all')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Download zip' }))
  expect(await screen.findByText('It contains the data and 2 files.')).toBeVisible()
  const { fileName, names, read } = await savedZip()
  expect(fileName).toBe(`heartwood-Margaret-Ellis-${formatDay(new Date())}.zip`)
  expect(names).toEqual([
    'what-to-do.txt',
    'data.json',
    'tables/financial_accounts.csv',
    'tables/estate_documents.csv',
    'Wills and trusts/Will - Last will.pdf',
    'Death certificates/certificate.pdf',
    'files.csv',
    'report.txt',
  ])
  const list = read('what-to-do.txt')
  expect(list).toContain('WHAT TO DO AFTER MARGARET ELLIS’S DEATH')
  expect(list).toContain('[x] Ask for certified copies of the death certificate')
  expect(list).toMatch(/Done by Tom Ellis, Nov 1, 2026/)
  expect(list).toMatch(/Note: Twelve copies \(Tom Ellis/)
  expect(list).toContain('Riverside Bank')
  expect(read('Wills and trusts/Will - Last will.pdf')).toBe('the will')
  expect(JSON.parse(read('data.json'))).toMatchObject({
    user_id: anna.id,
    email: anna.email,
    role: 'trustee',
    owner_id: ownerId,
    owner_name: 'Margaret Ellis',
    tables: { financial_accounts: [account], estate_documents: [will] },
  })
  expect(read('report.txt')).toContain('Margaret Ellis’s plan, as far as you can see it as trustee')
  await waitFor(() => {
    for (const view of [
      ...['funeral', 'music', 'documents', 'messages', 'contacts', 'accounts', 'home'].map((section) => ({
        section,
      })),
      { section: 'documents', item_id: 'd1' },
      { section: 'certificate' },
    ])
      expect(views()).toContainEqual({ owner_id: ownerId, ...view })
  })
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(screen.getByRole('button', { name: label })).toHaveFocus()
})

test('a download holds the memories with their photos, which the history hears of as the memories', async () => {
  const picture_path = `${ownerId}/t1/1-picture.jpg`
  const memory = {
    id: 'm1',
    author_name: 'Tom Ellis',
    words: 'The blue boat.',
    picture_path,
    is_hidden: false,
    ...at,
  }
  const { user, views } = open({
    'GET memories': json([memory]),
    ...stored('memories', picture_path, 'the photo'),
  })
  await user.click(await screen.findByRole('button', { name: 'About this plan' }))
  await user.click(screen.getByRole('button', { name: label }))
  await user.click(await screen.findByRole('button', { name: 'Download zip' }))
  expect(await screen.findByText('It contains the data and 3 files.')).toBeVisible()
  const { read } = await savedZip()
  expect(read('Memories/Photo from Tom Ellis.jpg')).toBe('the photo')
  expect(JSON.parse(read('data.json'))).toMatchObject({ tables: { memories: [memory] } })
  expect(views()).toContainEqual({ owner_id: ownerId, section: 'memories' })
})

test('a beneficiary’s download asks for no accounts, insurance or home, and records none', async () => {
  const { user, calls, views } = open({ 'POST rpc/memorial_access': json(beneficiary) })
  await user.click(await screen.findByRole('button', { name: 'About this plan' }))
  await user.click(screen.getByRole('button', { name: label }))
  await screen.findByText('2 files, 0 B in all')
  calls.length = 0
  await user.click(screen.getByRole('button', { name: 'Download zip' }))
  const { read } = await savedZip()
  expect(read('what-to-do.txt')).not.toContain('Riverside Bank')
  const { tables } = JSON.parse(read('data.json')) as { tables: object }
  expect(Object.keys(tables).sort()).toEqual([
    'contacts',
    'estate_documents',
    'funeral_plan',
    'portraits',
    'video_messages',
  ])
  expect(views()).not.toContainEqual(expect.objectContaining({ section: 'accounts' }))
})

test('a download that cannot read a part makes no zip, says why, and can be tried again', async () => {
  const { user } = open({ 'GET contacts': [json([]), refusal('57014', 500), json([])] })
  await user.click(await screen.findByRole('button', { name: 'About this plan' }))
  await user.click(screen.getByRole('button', { name: label }))
  expect(await screen.findByText('No zip was made')).toBeVisible()
  expect(screen.getByRole('alert')).toHaveTextContent('The server took too long to answer.')
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 files, 0 B in all')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Not now' }))
  expect(screen.getByRole('button', { name: label })).toHaveFocus()
})

test('a plan that closes while it is read gives no empty zip, and the page empties itself', async () => {
  const closed = { ...trustee, can_view: false, can_view_finances: false, parts: [] }
  const { user } = open({ 'POST rpc/memorial_access': [json(trustee), json(closed)] })
  await user.click(await screen.findByRole('button', { name: 'About this plan' }))
  await user.click(screen.getByRole('button', { name: label }))
  await waitFor(() => expect(screen.queryByRole('tab', { name: 'Funeral' })).toBeNull())
  expect(screen.queryByRole('button', { name: 'Download zip' })).toBeNull()
  expect(saved).toEqual([])
})

test('a download can be canceled while a file is on its way, and a lost connection is shown', async () => {
  const gate = held(offline)
  const { user } = open({
    [`GET storage/object/sign/documents/${will.file_path}`]: gate.answer,
  })
  await user.click(await screen.findByRole('button', { name: 'About this plan' }))
  await user.click(screen.getByRole('button', { name: label }))
  await user.click(await screen.findByRole('button', { name: 'Download zip' }))
  expect(await screen.findByText(/^File 1 of 2/)).toBeVisible()
  gate.open()
  expect(await screen.findByText('The connection was lost')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Cancel download' }))
  expect(screen.getByRole('button', { name: label })).toHaveFocus()
  expect(saved).toEqual([])
})
