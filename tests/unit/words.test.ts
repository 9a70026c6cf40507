// @vitest-environment node
// Screens, emails and documents are in American English, as CONTRIBUTING.md describes it.
import { expect, it } from 'vitest'
import {
  messagesOf,
  strayCapitals,
  termsOf,
  textsOf,
  textsOfMarkup,
  wrongInDocuments,
  wrongWords,
} from './wrong-words'

type Files = Record<string, string>
const screens: Files = import.meta.glob(
  // The last is a style sheet.
  ['/src/**/*.{ts,tsx}', '/public/*.js', '!/src/features/print/binder.tsx'],
  { query: '?raw', import: 'default', eager: true },
)
/** The page that loads the app, and the emails of Supabase Auth. */
const markup: Files = import.meta.glob(['/index.html', '/supabase/templates/*.html'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const emails: Files = import.meta.glob(
  // A key is made from the one text of sealed.ts.
  ['/supabase/functions/_shared/mails/*.ts', '!**/sealed.ts'],
  {
    query: '?raw',
    import: 'default',
    eager: true,
  },
)
const migrations: Files = import.meta.glob('/supabase/migrations/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const tools: Files = import.meta.glob(['/supabase/{functions,local}/**/*.ts', '/deploy/**/*.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const documents: Files = import.meta.glob(
  [
    '/*.md',
    '/.env.example',
    '/docs/**/*.md',
    '/deploy/**/*.md',
    '/supabase/**/*.md',
    '/tests/**/*.md',
    '/supabase/seed.sql',
  ],
  { query: '?raw', import: 'default', eager: true },
)

const styles: Files = import.meta.glob('/{src,public}/**/*.{css,svg,html,json,txt}', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const tests: Files = import.meta.glob(['/tests/**/*.test.{ts,tsx}', '/e2e/**/*.spec.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})

const complaints = (files: Files, check: (file: string, text: string) => string[]) =>
  Object.entries(files).flatMap(([file, text]) =>
    check(file, text).map((complaint) => `${file}: ${complaint}`),
  )

/** What each screen says, parsed once for all that is asked of it. */
const said = new Map<string, string[]>()
function saidIn(file: string, source: string): string[] {
  const texts = said.get(file) ?? textsOf(file, source)
  said.set(file, texts)
  return texts
}

it('screens say it in American English, warm and short', () => {
  expect(complaints(screens, (file, source) => saidIn(file, source).flatMap(wrongWords))).toEqual([])
})

it('labels, headings and links are in sentence case, but for what is fixed and the names of pages', () => {
  expect(complaints(screens, (file, source) => saidIn(file, source).flatMap(strayCapitals))).toEqual([])
})

it('the page that loads the app, and the emails of Supabase Auth, say it in American English', () => {
  expect(complaints(markup, (_, html) => textsOfMarkup(html).flatMap(wrongWords))).toEqual([])
})

it('emails say it in American English, warm and short', () => {
  expect(complaints(emails, (file, source) => textsOf(file, source).flatMap(wrongWords))).toEqual([])
})

it('the database refuses in American English', () => {
  expect(complaints(migrations, (_, sql) => messagesOf(sql).flatMap(wrongInDocuments))).toEqual([])
})

it('what operators read is in American English', () => {
  expect(complaints(tools, (file, source) => textsOf(file, source).flatMap(wrongInDocuments))).toEqual([])
  expect(complaints(documents, (_, text) => wrongInDocuments(text))).toEqual([])
})

// An amount that stands in a second place is forgotten when it changes, and then a family is charged another one.
it('prices and the days of the trial are named in src/words/offers.ts alone', () => {
  const { '/src/words/offers.ts': _, ...others } = {
    ...screens,
    ...styles,
    ...markup,
    ...tools,
    ...documents,
  }
  const found = Object.entries(others).flatMap(([file, text]) =>
    termsOf(text).map((term) => ({ file, term })),
  )
  // What an owner's insurance pays, in the words that tell how amounts are read and shown.
  const isCoverage = ({ file }: { file: string }) => file.startsWith('/src/parts/insurance/')
  expect(found.filter((one) => !isCoverage(one))).toEqual([])
  expect(found.filter(isCoverage).map(({ term }) => term)).toEqual(['$1,500', '$150,000', '$150,000.50'])
})

it('finds Title Case in labels, and none in names and sentences', () => {
  const found = [
    'Write a Letter',
    'Who Can Read It',
    'Choose a Plan',
    'Read “Save Letter” Twice',
    '← Go Back',
    'Ask Again',
  ]
  expect(found.filter((text) => strayCapitals(text).length === 0)).toEqual([])
  const others = [
    'Write a letter',
    'Add Contact',
    'Edit Policy',
    'Wills & Trusts',
    'Choose “Add Person” again',
    'Choose “Stop this”',
    '← Back to home',
    'Best value · Save ◊%',
    'It ended. Nothing was charged',
    'Open Heartwood in another tab.',
    '◊ Your plan',
    'PDF or image files up to 25 MB',
  ]
  expect(others.flatMap(strayCapitals)).toEqual([])
})

it('the titles of tests are in American English', () => {
  const titlesOf = (source: string) =>
    [...source.matchAll(/\b(?:it|test|describe)[\w.]*(?:\([^'"`]*\))?\(\s*(['"`])(.*?)\1/g)].map(
      ([, , title = '']) => title,
    )
  expect(complaints(tests, (_, source) => titlesOf(source).flatMap(wrongInDocuments))).toEqual([])
})

it('finds prices and the days of a trial in any words, and takes no parameter for a price', () => {
  const found = [
    '$9.99 per month',
    '$5 a month',
    '$ 299 once',
    '12 dollars',
    'USD 99',
    'Save 17%',
    'Start Your 7-Day Free Trial',
    'Your first seven days are free',
    'The trial lasts one week',
    'free for\n 30 days',
  ]
  expect(found.map((text) => termsOf(text).length)).toEqual(found.map(() => 1))
  const others = [
    "replace(/(.)/g, '$1 ')",
    'where user_id = $2',
    'stopped less than 7 days ago. A free trial is not had twice.',
    '100%',
  ]
  expect(others.flatMap(termsOf)).toEqual([])
})

it('finds words of every kind, in literals, templates and elements', () => {
  const source = [
    `const a = 'Nobody is named yet'`,
    'const b = `The plan of $' + '{owner} is open`',
    `const c = <p>We write to you <b>soon</b>. It does not{' '}\n stand here.</p>`,
    `const d = <p className="somebody nobody">The invitation of {owner}</p>`,
  ].join('\n')
  const found = textsOf('a.tsx', source).flatMap(wrongWords)
  expect(found.map((finding) => /^"([^"]+)"/.exec(finding)?.[1])).toEqual([
    'Nobody',
    'plan of ◊',
    'does not',
    'We write to you',
    'stand here',
    'invitation of ◊',
  ])
  expect(textsOf('b.ts', `import x from 'some body'; const key = 'nobody'; type A = 'no body'`)).toEqual([])
  expect(messagesOf(`raise exception 'nobody''s plan' using errcode = 'HW001';`)).toEqual(["nobody's plan"])
  expect(wrongInDocuments('The body of no body.')).toEqual([])
  const markup =
    '<meta content="No, nobody" /><style>p { content: "…" }</style><p class="a">Choose "Stop"</p>'
  expect(textsOfMarkup(markup)).toEqual(['No, nobody', 'Choose "Stop"'])
  expect(wrongWords('<p class="a">Choose "Stop" any more…</p>')).toHaveLength(4)
  expect(wrongWords(`It's the owner's and the guests' page, said "in words"`)).toHaveLength(5)
  expect(wrongWords('You ticked off a step. Read it at any time, as far as your role allows.')).toHaveLength(
    3,
  )
})
