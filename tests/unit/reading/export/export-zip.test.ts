// @vitest-environment node
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { readStoredFile, type StoredFile } from '@/data/files/downloads'
import { ownFiles } from '@/features/settings/export/own-files'
import type { Tables } from '@/lib/database.types'
import { planParts } from '@/parts'
import { textsToExport } from '@/reading/export/export-files'
import { makeExportZip, type ZipProgress } from '@/reading/export/export-zip'
import { readCsv } from '../../read-csv'
import { readZip } from '../../read-zip'

vi.mock('@/data/files/downloads', () => ({ readStoredFile: vi.fn() }))

const MEGABYTE = 1024 * 1024
const about = { user_id: 'owner', email: 'margaret@example.com' }
const words = {
  title: 'everything',
  data: 'all rows',
  files: 'all files',
  noFiles: 'There are no files in your plan.',
  again: 'Try again.',
}
const now = new Date('2026-11-21T09:05:00Z')
const times = { created_at: '2026-11-01T10:00:00+00:00', updated_at: '2026-11-01T10:00:00+00:00' }

type OwnerData = { [Table in keyof typeof nothing]: Tables<Table>[] }

const nothing = {
  profiles: [],
  funeral_plan: [],
  designations: [],
  contacts: [],
  video_messages: [],
  insurance_policies: [],
  financial_accounts: [],
  estate_documents: [],
  subscriptions: [],
  cards: [],
  practices: [],
  step_marks: [],
  memories: [],
  access_events: [],
}

const nasty = [
  '=HYPERLINK("http://evil.example")',
  "'=1",
  "''@x",
  '+1 (555) 010-0199',
  ';=1;\t-2\r\n=3',
  '\t=1',
  'a,"b";c',
  '',
  ' ',
  '李小龍 👩‍👩‍👧 עברית',
  'null',
  '﻿=1',
]

const contact = (name: string, n: number) => ({
  id: `${n}`,
  user_id: 'owner',
  name,
  email: null,
  phone: name,
  relation: null,
  invitee: n % 2 === 0,
  rsvp_status: null,
  source: 'manual',
  ...times,
})

const document = (description: string, file_path: string) => ({
  id: file_path,
  user_id: 'owner',
  doc_type: 'will' as const,
  description,
  file_path: `owner/estate/${file_path}`,
  original_location: null,
  ...times,
})

const video = (title: string, n: number) => ({
  id: `${n}`,
  user_id: 'owner',
  title,
  storage_path: `owner/${n}.webm`,
  for_beneficiary: null,
  deliver_on: null,
  transcript: null,
  body: null,
  captions: null,
  ...times,
})

/** What Storage holds, by path; a function produces the bytes or fails. */
let storage: Record<string, Uint8Array<ArrayBuffer> | (() => AsyncGenerator<Uint8Array<ArrayBuffer>>)>
let leave: AbortController
let progress: ZipProgress[]
/** The paths of the files whose content began to go into the zip. */
let begun: string[]

beforeEach(() => {
  storage = {}
  leave = new AbortController()
  progress = []
  begun = []
  vi.mocked(readStoredFile)
    .mockReset()
    .mockImplementation(async function* ({ path }) {
      const found = storage[path]
      if (typeof found === 'function') yield* found()
      else if (found) yield found
      else throw Object.assign(new Error(), { code: 'download_gone' })
    })
})

const text = (content: string) => new TextEncoder().encode(content)
const listed = (bucket: StoredFile['bucket'], path: string, size: number): StoredFile => ({
  bucket,
  path,
  size,
  storedAt: '2026-11-02T10:00:00+00:00',
})

async function zip(data: OwnerData, inStorage: StoredFile[] = []) {
  const files = ownFiles(data, inStorage)
  const onProgress = (step: ZipProgress) => void progress.push(step)
  return {
    files,
    ...makeExportZip(
      { about, words, data, files, texts: await textsToExport({ parts: planParts, data, files }), now },
      { signal: leave.signal, onProgress, onFile: ({ path }) => void begun.push(path) },
    ),
  }
}

async function unzipped(data: OwnerData, inStorage: StoredFile[] = []) {
  const { stream, failed } = await zip(data, inStorage)
  const entries = readZip(new Uint8Array(await new Response(stream).arrayBuffer()))
  const read = (name: string) => {
    const entry = entries.find((one) => one.name === name)
    return entry && new TextDecoder('utf-8', { ignoreBOM: true }).decode(entry.bytes)
  }
  return { entries, names: entries.map(({ name }) => name), read, failed }
}

describe('data', () => {
  test('data in the export zip reads back equal to the rows, from JSON and from CSV', async () => {
    const data: OwnerData = {
      ...nothing,
      contacts: nasty.map(contact),
      access_events: [
        {
          id: 1,
          owner_id: 'owner',
          actor_id: null,
          actor_name: '=1',
          actor_role: null,
          action: 'certificate_approved',
          detail: { release_at: '2026-11-01', note: '"; =1' },
          created_at: times.created_at,
        },
      ],
    }
    const { names, read } = await unzipped(data)
    expect(names).toEqual([
      'data.json',
      'tables/contacts.csv',
      'tables/access_events.csv',
      'files.csv',
      'report.txt',
    ])
    const json = JSON.parse(read('data.json') ?? '') as { tables: OwnerData }
    expect(json).toEqual({
      product: 'Heartwood',
      format: 1,
      exported_at: '2026-11-21T09:05:00.000Z',
      user_id: 'owner',
      email: 'margaret@example.com',
      tables: data,
    })
    for (const table of ['contacts', 'access_events'] as const) {
      const [head = [], ...rows] = readCsv(read(`tables/${table}.csv`) ?? '')
      expect(head).toEqual(Object.keys(data[table][0] ?? {}))
      expect(rows).toEqual(
        data[table].map((row) =>
          Object.values(row).map((value: unknown) =>
            value === null || typeof value === 'string' ? value : JSON.stringify(value),
          ),
        ),
      )
    }
    expect(read('report.txt')).toContain('With rows: contacts, access_events.')
    expect(read('report.txt')).toContain('There are no files in your plan.')
  })
})

describe('files', () => {
  test('files in the export zip have readable names in any script, and are listed with their rows', async () => {
    storage = {
      'owner/estate/1-a.pdf': text('Chinese'),
      'owner/estate/2-b.pdf': text('the same name'),
      'owner/estate/3-c.heic': text('Arabic'),
      'owner/insurance/4-d.pdf': text('policy'),
      'owner/5-certificate.pdf': text('certificate'),
      'owner/6-older.pdf': text('older certificate'),
      'owner/7.webm': text('video'),
    }
    const { entries, names, read, failed } = await unzipped(
      {
        ...nothing,
        profiles: [{ user_id: 'owner', death_certificate_path: 'owner/5-certificate.pdf' } as never],
        estate_documents: [
          document('遗嘱/李小龍', '1-a.pdf'),
          document('遗嘱 李小龍', '2-b.pdf'),
          document('وصية جدي', '3-c.heic'),
        ],
        insurance_policies: [
          {
            id: 'p',
            user_id: 'owner',
            provider: 'Harbour: "Mutual"',
            document_path: 'owner/insurance/4-d.pdf',
            ...times,
          } as never,
          { id: 'q', user_id: 'owner', provider: 'Without paper', document_path: null, ...times } as never,
        ],
        video_messages: [video('For the family 👩‍👩‍👧', 7)],
      },
      [
        listed('death-certificates', 'owner/5-certificate.pdf', 11),
        listed('death-certificates', 'owner/6-older.pdf', 17),
        // The owner deleted this file, and its removal is pending, so it is no longer part of the plan.
        listed('documents', 'owner/estate/0-deleted.pdf', 1),
      ],
    )
    expect(failed).toEqual([])
    expect(names.slice(5, -2)).toEqual([
      'Wills and trusts/Will - 遗嘱 李小龍.pdf',
      'Wills and trusts/Will - 遗嘱 李小龍 (2).pdf',
      'Wills and trusts/Will - وصية جدي.heic',
      'Life insurance/Harbour Mutual.pdf',
      'Death certificates/certificate.pdf',
      'Death certificates/older.pdf',
      'Video messages/For the family 👩‍👩‍👧.webm',
    ])
    expect(entries.every(({ isUtf8 }) => isUtf8)).toBe(true)
    expect(read('Wills and trusts/Will - 遗嘱 李小龍 (2).pdf')).toBe('the same name')
    expect(read('Death certificates/older.pdf')).toBe('older certificate')
    const [head, first, , , , , older] = readCsv(read('files.csv') ?? '')
    expect(head).toEqual(['file', 'table', 'row', 'stored_as', 'bytes', 'problem'])
    expect(first).toEqual([
      'Wills and trusts/Will - 遗嘱 李小龍.pdf',
      'estate_documents',
      '1-a.pdf',
      'documents/owner/estate/1-a.pdf',
      null,
      null,
    ])
    expect(older?.slice(1, 3)).toEqual([null, null])
    expect(read('report.txt')).toContain('All files are here and complete: 7 of 7.')
  })

  test('letters are texts of the zip, and the captions of a video lie beside it under its name', async () => {
    storage = { 'owner/1.webm': text('one'), 'owner/2.webm': text('two') }
    const captions = 'WEBVTT\n\n00:00:00.000 --> 00:00:01.000\nHello.\n'
    const letter = (title: string, id: string) => ({
      ...video(title, 9),
      id,
      storage_path: null,
      body: `Dear all,\n\n${title}.`,
    })
    const { names, read } = await unzipped({
      ...nothing,
      video_messages: [
        letter('For: all', 'a'),
        letter('for all', 'b'),
        video('Same', 1),
        { ...video('Same', 2), captions },
      ],
    })
    expect(names).toEqual(
      expect.arrayContaining([
        'Letters/For all.txt',
        'Letters/for all (2).txt',
        'Video messages/Same (2).webm',
        'Video messages/Same (2).vtt',
      ]),
    )
    expect(names).not.toContain('Video messages/Same.vtt')
    expect(read('Letters/For all.txt')).toBe('Dear all,\n\nFor: all.')
    expect(read('Video messages/Same (2).vtt')).toBe(captions)
    expect(read('report.txt')).toContain('- Letters/For all.txt: a letter.')
  })

  test('files in the export zip are all included except those that cannot be downloaded, which the report names', async () => {
    storage = {
      'owner/estate/2-b.pdf': text('whole'),
      'owner/estate/3-c.pdf': async function* () {
        yield text('half of')
        throw Object.assign(new Error(), { code: 'download_broken' })
      },
    }
    const { names, read, failed } = await unzipped(
      {
        ...nothing,
        estate_documents: [
          document('Gone', '1-a.pdf'),
          document('Here', '2-b.pdf'),
          document('Broken', '3-c.pdf'),
        ],
      },
      [listed('documents', 'owner/estate/3-c.pdf', 14)],
    )
    expect(names).toContain('Wills and trusts/Will - Here.pdf')
    expect(names).not.toContain('Wills and trusts/Will - Gone.pdf')
    // A small file is held in memory first, so a partial download is left out.
    expect(names).not.toContain('Wills and trusts/Will - Broken.pdf')
    expect(begun).toEqual(['Wills and trusts/Will - Here.pdf'])
    expect(failed.map(({ file, kept }) => [file.path, kept])).toEqual([
      ['Wills and trusts/Will - Gone.pdf', 0],
      ['Wills and trusts/Will - Broken.pdf', 0],
    ])
    const report = read('report.txt')
    expect(report).toContain('PLEASE NOTE: 2 of 3 files are missing or incomplete.')
    expect(report).toContain(
      '- Wills and trusts/Will - Gone.pdf: It’s missing. The file is no longer stored.',
    )
    expect(report).toContain(
      '- Wills and trusts/Will - Broken.pdf: It’s missing. The connection kept dropping',
    )
    expect(readCsv(read('files.csv') ?? '').map((row) => row[5])).toEqual([
      'problem',
      'It’s missing. The file is no longer stored.',
      null,
      expect.stringMatching(/^It’s missing\. The connection/),
    ])
    expect(progress.at(-1)).toMatchObject({ files: 3, bytes: 5 })
  })

  test('files in the export zip may be cut off when a long download breaks, and the report says so', async () => {
    storage = {
      'owner/1.webm': async function* () {
        yield new Uint8Array(MEGABYTE)
        yield new Uint8Array(MEGABYTE)
        throw Object.assign(new Error(), { code: 'download_broken' })
      },
      'owner/2.webm': text('whole'),
    }
    const { entries, read, failed } = await unzipped(
      { ...nothing, video_messages: [video('Long', 1), video('Short', 2)] },
      [listed('videos', 'owner/1.webm', 100 * MEGABYTE), listed('videos', 'owner/2.webm', 5)],
    )
    expect(entries.find(({ name }) => name.endsWith('Long.webm'))?.bytes.length).toBe(2 * MEGABYTE)
    expect(read('Video messages/Short.webm')).toBe('whole')
    expect(failed).toHaveLength(1)
    expect(read('report.txt')).toContain(
      '- Video messages/Long.webm: Only its first 2.0 MB of 100.0 MB are here. The connection kept dropping',
    )
  })

  test('files in the export zip are counted in the progress with their bytes', async () => {
    storage = { 'owner/1.webm': text('12345'), 'owner/2.webm': text('123') }
    await unzipped({ ...nothing, video_messages: [video('A', 1), video('B', 2)] })
    expect(progress.map(({ files, bytes }) => `${files}/${bytes}`)).toEqual(['0/5', '1/5', '1/8', '2/8'])
  })

  test('files in the export zip are not fetched after a cancel, and the archive is left without its end', async () => {
    let ended = false
    storage = {
      'owner/1.webm': async function* () {
        try {
          for (;;) {
            leave.signal.throwIfAborted()
            yield new Uint8Array(MEGABYTE)
          }
        } finally {
          ended = true
        }
      },
    }
    const { stream } = await zip({ ...nothing, video_messages: [video('Endless', 1), video('Never', 2)] })
    let written = 0
    let closed = false
    const disk = new WritableStream<Uint8Array>({
      write: (chunk) => {
        written += chunk.length
        if (written > 5 * MEGABYTE) leave.abort()
      },
      close: () => {
        closed = true
      },
    })
    await expect(stream.pipeTo(disk, { signal: leave.signal })).rejects.toMatchObject({ name: 'AbortError' })
    expect(closed).toBe(false)
    expect(written).toBeLessThan(10 * MEGABYTE)
    await vi.waitFor(() => expect(ended).toBe(true))
    expect(readStoredFile).toHaveBeenCalledTimes(1)
  })

  test('files in the export zip are streamed, so that memory stays flat however much is exported', async () => {
    const piece = new Uint8Array(MEGABYTE)
    const pieces = 100
    let given = 0
    storage = Object.fromEntries(
      [1, 2].map((n) => [
        `owner/${n}.webm`,
        async function* () {
          for (let count = 0; count < pieces; count += 1) {
            given += 1
            yield piece.slice()
          }
        },
      ]),
    )
    const { stream, failed } = await zip({ ...nothing, video_messages: [video('A', 1), video('B', 2)] }, [
      listed('videos', 'owner/1.webm', pieces * MEGABYTE),
      listed('videos', 'owner/2.webm', pieces * MEGABYTE),
    ])
    let taken = 0
    let ahead = 0
    const disk = new WritableStream<Uint8Array>({
      write: (chunk) => {
        taken += chunk.length
        ahead = Math.max(ahead, given * MEGABYTE - taken)
      },
    })
    await stream.pipeTo(disk)
    expect(taken).toBeGreaterThan(2 * pieces * MEGABYTE)
    expect(failed).toEqual([])
    // Only bytes that are fetched and not yet written are held in memory.
    expect(ahead).toBeLessThan(8 * MEGABYTE)
  })
})
