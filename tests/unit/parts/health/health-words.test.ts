import { expect, test } from 'vitest'
import { isKeptOffDevices, tablesKeptOffDevices } from '@/data/memorial/kept-off-devices'
import { Constants } from '@/lib/database.types'
import { health, healthPapers, paperNames } from '@/parts/health'
import { steps } from '@/parts/health/steps'
import {
  donorWords,
  inOrderOfNeed,
  isPaperKind,
  noteLines,
  paperExplanations,
  paperKinds,
} from '@/parts/health/words'
import type { PartData } from '@/parts/kit/part'
import { fullNotes, healthNotes, healthPaper } from './rows'

const kinds = Constants.public.Enums.health_paper_kind

const data = (rows: unknown) => rows as PartData

test('every kind of signed paper that the database knows is listed, the health care proxy first', () => {
  expect(paperKinds).toEqual(['health_proxy', 'advance_directive', 'polst', 'release'])
  expect(paperKinds.toSorted()).toEqual(kinds.toSorted())
})

test('every kind of signed paper has a name of its own, and says what it is in a sentence', () => {
  expect(new Set(paperKinds.map((kind) => paperNames[kind])).size).toBe(kinds.length)
  for (const kind of paperKinds) {
    expect(paperNames[kind]).toMatch(/^[A-Z]/)
    expect(paperExplanations[kind]).toMatch(/^[A-Z].+\.$/)
  }
})

test('only a kind of signed paper is taken for one', () => {
  expect(['polst', 'release', 'nonsense', '', 'toString'].filter(isPaperKind)).toEqual(['polst', 'release'])
})

test('signed papers come in the order in which a hospital asks, and what was not added is left out', () => {
  const papers = [healthPaper('release'), healthPaper('polst'), healthPaper('health_proxy')]
  expect(inOrderOfNeed(papers).map(({ kind }) => kind)).toEqual(['health_proxy', 'polst', 'release'])
  expect(inOrderOfNeed([])).toEqual([])
})

test('the lines about health come in the order in which an emergency room asks, each with what was written', () => {
  expect(
    noteLines(fullNotes, 'Margaret Ellis').map(({ term, value, phone }) => [term, value, phone]),
  ).toEqual([
    ['Blood thinner', 'Apixaban 5 mg', undefined],
    ['Allergies', 'Penicillin', undefined],
    ['Medicines', 'Metoprolol 50 mg\nVitamin D', undefined],
    ['Implants and devices', 'Pacemaker', undefined],
    ['Conditions', 'Atrial fibrillation', undefined],
    ['Decides for Margaret Ellis', 'Ruth Bennett', '(555) 010-2030'],
    ['Decides instead', 'Ben Ellis', '555-0140'],
    ['Doctor', 'Dr. Patel', '555-0160'],
    ['How to talk with Margaret Ellis', 'Hearing aids', undefined],
    ['Organ donation', 'Yes', undefined],
    ['What to know', 'I get very cold.', undefined],
  ])
})

test('empty notes about health have the same lines, all without a value', () => {
  const lines = noteLines(healthNotes(), 'you')
  expect(lines.map(({ value }) => value)).toEqual(lines.map(() => null))
  expect(lines).toHaveLength(noteLines(fullNotes, 'you').length)
})

test.each([
  ['proxy_phone', 'Decides for you'],
  ['second_proxy_phone', 'Decides instead'],
  ['doctor_phone', 'Doctor'],
] as const)('a phone number without a name is not lost: %s', (field, term) => {
  const line = noteLines(healthNotes({ [field]: '555-0177' }), 'you').find((one) => one.term === term)
  expect(line).toMatchObject({ value: 'Name not written down', phone: '555-0177' })
})

test.each([
  ['proxy_name', 'Decides for you'],
  ['second_proxy_name', 'Decides instead'],
  ['doctor_name', 'Doctor'],
] as const)('a name without a phone number is shown alone: %s', (field, term) => {
  const line = noteLines(healthNotes({ [field]: 'Ruth' }), 'you').find((one) => one.term === term)
  expect(line).toMatchObject({ value: 'Ruth', phone: null })
})

test('each decision about organ donation has words of its own in the notes', () => {
  const words = Constants.public.Enums.donor_decision.map(
    (donor) => noteLines(healthNotes({ donor }), 'you').find(({ term }) => term === 'Organ donation')?.value,
  )
  expect(words).toEqual(['Yes', 'No', 'Undecided: the family may decide'])
  expect(words.toSorted()).toEqual(Object.values(donorWords).toSorted())
})

test('the notes on health are said to be written down, and the papers by their names, with nothing of what is in them', () => {
  expect(health.held(data([]))).toBeNull()
  expect(health.held(data([fullNotes]))).toBe('Written down')
  expect(healthPapers.held(data([]))).toBeNull()
  expect(healthPapers.held(data([healthPaper('polst')]))).toBe('Doctor’s orders (POLST, DNR)')
})

test('what is lost with the account names the notes about health and the signed papers, each only where there are some', () => {
  const lostOf = (counts: Record<string, number>) => [health.lost(counts), healthPapers.lost(counts)]
  expect(lostOf({})).toEqual([null, null])
  expect(lostOf({ health: 1 })).toEqual(['your notes on health and care', null])
  expect(lostOf({ health_papers: 1 })).toEqual([null, 'your signed health papers'])
})

test('no one is asked to write something about their health, and nothing of it is kept on a device', () => {
  expect(steps([], { who: 'Margaret Ellis', unread: ['health'] })).toEqual([])
  expect(healthPapers.steps).toBeNull()
  for (const part of [health, healthPapers])
    expect([part.next(data([])), part.choice]).toEqual([null, 'health'])
  expect(tablesKeptOffDevices).toEqual([health.table, healthPapers.table])
  expect(isKeptOffDevices('health_notes:donor')).toBe(true)
  expect(isKeptOffDevices('home_items:1')).toBe(false)
})

test('a download of the plan names a copy by its kind of paper, and takes no file of a paper without a copy', () => {
  const path = 'owner/health/1-scan.pdf'
  const fileOf = (file_path: string | null) => healthPapers.files?.of(healthPaper('polst', { file_path }))
  expect(healthPapers.files?.folder).toBe('Health & Care')
  expect(fileOf(path)).toEqual({
    title: 'Doctor’s orders (POLST, DNR)',
    bucket: 'documents',
    path,
    row: 'paper-polst',
  })
  expect(fileOf(null)).toBeNull()
  expect(health.files).toBeNull()
})

test('the access history names a signed paper without what is in it', () => {
  expect(healthPapers.opened?.('“proxy.pdf”')).toBe('a signed paper')
})
