import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { health, healthPapers } from '@/parts/health'
import type { HealthNotes, HealthPaper } from '@/parts/health/data'
import { facts, NotesList, NoteText } from '@/parts/health/facts'
import { facts as paperFacts } from '@/parts/health/papers/facts'
import { sample as paperSample } from '@/parts/health/papers/sample'
import { sample } from '@/parts/health/sample'
import type { Shown } from '@/parts/kit/facts'
import { fullNotes, healthNotes, healthPaper } from './rows'

const shown: Shown = { ownerName: 'Margaret Ellis', open: async () => '', look: async () => '' }
const loaded = <Data,>(data: Data) => ({ data, error: null, isFetching: false, refetch: async () => {} })
const broken = { data: undefined, error: new Error('x'), isFetching: false, refetch: async () => {} }
const terms = () => screen.getAllByRole('term').map(({ textContent }) => textContent)
const showNotes = (...notes: HealthNotes[]) => render(facts.tab(loaded(notes), shown, health.words))
const showPapers = (papers: HealthPaper[], more: Partial<Shown> = {}) =>
  render(paperFacts.tab(loaded(papers), { ...shown, ...more }, healthPapers.words))

test('the tab of Health & Care shows the notes in the order of need, in the third person, with the day they were looked through', () => {
  showNotes(fullNotes)
  expect(terms()).toEqual([
    'Blood thinner: ',
    'Allergies: ',
    'Medicines: ',
    'Implants and devices: ',
    'Conditions: ',
    'Decides for Margaret Ellis: ',
    'Decides instead: ',
    'Doctor: ',
    'How to talk with Margaret Ellis: ',
    'Organ donation: ',
    'What to know: ',
  ])
  expect(
    screen.getByText('Looked through by Margaret Ellis on Nov 3, 2026; medicines may have changed.'),
  ).toBeVisible()
  expect(screen.queryByText(/Nothing is written down about/)).toBeNull()
  expect(document.body).not.toHaveTextContent(/\byou\b/)
})

test('the tab of Health & Care links each phone number so that it can be called', () => {
  showNotes(fullNotes)
  expect(screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    ['(555) 010-2030', 'tel:5550102030'],
    ['555-0140', 'tel:5550140'],
    ['555-0160', 'tel:5550160'],
  ])
})

test('the tab of Health & Care names in one line what is not written down, and shows no empty line for it', () => {
  showNotes(healthNotes({ allergies: 'Penicillin', proxy_phone: '555-0177' }))
  expect(terms()).toEqual(['Allergies: ', 'Decides for Margaret Ellis: '])
  expect(screen.getByText(/^Name not written down/)).toHaveTextContent('Name not written down, 555-0177')
  expect(
    screen.getByText(
      'Nothing is written down about: blood thinners, medicines, implants and devices, conditions, who decides instead, a doctor, language and hearing, organ donation, anything else.',
    ),
  ).toBeVisible()
})

test('a note about health keeps its lines and the empty lines between them', () => {
  const value = 'Metoprolol, morning\nVitamin D\n\nAspirin only after a meal'
  const { container } = render(<NoteText value={value} />)
  expect(container.textContent).toBe(value)
  expect(container.querySelectorAll('span')).toHaveLength(3)
})

test('a note about health keeps a dose and its unit in one line, and only these', () => {
  const drawn = (value: string) => render(<NoteText value={value} />).container.textContent
  const space = '\u00a0'
  expect(drawn('Apixaban 5 mg, 2 IU, 0.5 ml, 10 µg, 1 g\nSalt 5 %')).toBe(
    `Apixaban 5${space}mg, 2${space}IU, 0.5${space}ml, 10${space}µg, 1${space}g\nSalt 5${space}%`,
  )
  expect(drawn('2 glasses a day, 5 mgs')).toBe('2 glasses a day, 5 mgs')
})

test('medicines stand below each other beside their name, and a note of one line follows its name', () => {
  showNotes(fullNotes)
  const pairOf = (term: string) => screen.getByText(term, { exact: false }).parentElement
  expect(pairOf('Medicines:')).toHaveClass('flex')
  expect(pairOf('Allergies:')).not.toHaveClass('flex')
})

test('the owner reads the notes about health with "you"', () => {
  render(<NotesList notes={fullNotes} who="you" />)
  expect(terms()).toContain('Decides for you: ')
  expect(terms()).toContain('How to talk with you: ')
})

test('the tab of Health & Care says of whom there are no notes, where there are none', () => {
  showNotes()
  expect(screen.getByText('Margaret Ellis hasn’t left any notes about health.')).toBeVisible()
  expect(screen.queryByText(/Looked through/)).toBeNull()
  expect(facts.show([], shown, health.words)).toBeNull()
})

test('the tab of Health & Care says so when the notes cannot be loaded, and not that there are none', () => {
  render(facts.tab(broken, shown, health.words))
  expect(screen.getByText('Unable to load health and care')).toBeVisible()
  expect(screen.queryByText(/hasn’t left any/)).toBeNull()
})

test('the signed papers begin with what hospital staff act on, and say in the order of need where each original is', () => {
  showPapers([healthPaper('polst', { place: 'On the fridge' }), healthPaper('health_proxy')])
  expect(screen.getByText('Hospital staff act on signed papers.').parentElement).toHaveTextContent(
    'Hospital staff act on signed papers. Margaret Ellis’s are here:',
  )
  const items = within(screen.getByRole('list', { name: 'Signed papers' })).getAllByRole('listitem')
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Health care proxy (medical power of attorney): Blue folder',
    'Doctor’s orders (POLST, DNR): On the fridge',
  ])
})

test('the signed papers say so where none were listed, which is no reason to stop looking', () => {
  showPapers([])
  expect(screen.getByText('Hospital staff act on signed papers.').parentElement).toHaveTextContent(
    'Hospital staff act on signed papers. Margaret Ellis didn’t write down where any are.',
  )
  expect(screen.queryByRole('list', { name: 'Signed papers' })).toBeNull()
})

test('a signed paper without a copy offers none, and one without a place says so', () => {
  showPapers([healthPaper('release', { place: null })])
  expect(screen.getByRole('listitem')).toHaveTextContent(
    'Release of information (HIPAA): the place of the original isn’t written down',
  )
  expect(screen.queryByRole('button')).toBeNull()
})

test('the copy of a signed paper is opened as a file of its row, so that it is recorded', async () => {
  const open = vi.fn(async () => 'https://files.test/proxy.pdf')
  const path = 'owner/health/1700000000000-proxy.pdf'
  vi.stubGlobal('open', () => ({ location: { replace: () => {} }, close: () => {}, closed: false }))
  showPapers([healthPaper('polst'), healthPaper('health_proxy', { file_path: path })], { open })
  expect(open).not.toHaveBeenCalled()
  await userEvent.click(
    screen.getByRole('button', { name: 'Open copy: Health care proxy (medical power of attorney)' }),
  )
  expect(open.mock.calls).toEqual([['paper-health_proxy', { bucket: 'documents', path }]])
  vi.unstubAllGlobals()
})

test('the signed papers say so when they cannot be loaded, and not that there are none', () => {
  render(paperFacts.tab(broken, shown, healthPapers.words))
  expect(screen.getByText('Unable to load health and care')).toBeVisible()
  expect(screen.queryByText(/didn’t write down/)).toBeNull()
})

test('the samples of the practice about health show as such, and no real number is among them', () => {
  render(facts.show(sample, shown, health.words))
  render(paperFacts.show(paperSample, shown, healthPapers.words))
  expect(screen.getByText(/^Sample: none/)).toBeVisible()
  expect(screen.getByText(/Sample place/)).toBeVisible()
  for (const link of screen.getAllByRole('link')) expect(link.textContent).toMatch(/^555-01/)
})
