import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { HealthNotes, HealthPaper } from '@/parts/health/data'
import { print as papersPrint } from '@/parts/health/papers/print'
import { print as notesPrint } from '@/parts/health/print'
import { fullNotes, healthNotes, healthPaper } from './rows'

const given = { reader: 'executor', who: 'Margaret Ellis', people: null, number: 9 } as const
const printedNotes = (...notes: HealthNotes[]) => notesPrint.print(notes, given)
const printedPapers = (...papers: HealthPaper[]) => papersPrint.print(papers, given)
const words = (content: React.ReactNode) => render(content).container.textContent

test('the notes about health in the binder are empty without a row', () => {
  expect(words(printedNotes().content)).toBe('Nothing is written down.')
})

test.each([
  ['yes', 'owner', 'Tell the hospital at once what section 9 says about donating organs.'],
  ['undecided', 'owner', 'Tell the hospital at once what section 9 says about donating organs.'],
  ['no', 'owner', undefined],
  [null, 'owner', undefined],
  // Their binder is printed once the plan is open, days too late.
  ['yes', 'executor', undefined],
] as const)(
  'an owner’s answer about organs is the first step of their own binder: %s, printed by the %s',
  (donor, reader, step) => {
    expect(notesPrint.print([healthNotes({ donor })], { ...given, reader }).step).toBe(step)
  },
)

test('the notes about health in the binder say how old they are, and give each line in the third person', () => {
  const { container } = render(printedNotes(fullNotes).content)
  const text = container.textContent
  expect(text).toMatch(/^Looked through on Nov 3, 2026; medicines may have changed\./)
  expect(text).toContain('Blood thinnerApixaban 5\u00a0mg')
  expect(text).toContain('Decides for Margaret EllisRuth Bennett, (555) 010-2030')
  expect(text).toContain('DoctorDr. Patel, 555-0160')
  // Each medicine is a line of its own, so that one that is broken goes on indented.
  const medicines = [...container.querySelectorAll('dd span')].map((line) => line.textContent)
  expect(medicines).toEqual(expect.arrayContaining(['Metoprolol 50\u00a0mg\n', 'Vitamin D']))
  expect(text).toContain('How to talk with Margaret EllisHearing aids')
})

test('the notes about health in the binder say what is not filled in, and print a name without a phone alone', () => {
  const text = words(printedNotes(healthNotes({ allergies: 'Penicillin', proxy_name: 'Ruth' })).content)
  expect(text).toContain('AllergiesPenicillin')
  expect(text).toMatch(/Decides for Margaret EllisRuth(?!,)/)
  expect(text).not.toMatch(/null|undefined/)
})

test('the signed papers in the binder are empty without a paper', () => {
  expect(words(printedPapers().content)).toMatch(/No signed papers are listed\./)
})

test('the signed papers in the binder say where each original is, and which copy there is', () => {
  const proxy = healthPaper('health_proxy', { file_path: 'owner/health/1700000000000-proxy.pdf' })
  const { content } = printedPapers(proxy, healthPaper('polst'))
  const text = words(content)
  expect(text).toMatch(/Hospital staff act on signed papers\. Take the originals along\./)
  expect(text).toMatch(/Health care proxy.*Blue folder.*Yes/)
  expect(text?.match(/Blue folder/g)).toHaveLength(2)
  expect(text?.match(/Yes/g)).toHaveLength(1)
})
