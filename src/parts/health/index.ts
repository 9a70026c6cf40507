import type { PlanCounts } from '@/data/plan-overview'
import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { firstNames, part } from '@/parts/kit/part'
import type { HealthNotes, HealthPaper, PaperKind } from './data'

/** How the rows are read, by the owner and by others. */
export const noteRows = ownedRows<HealthNotes>('health_notes')
export const paperRows = ownedRows<HealthPaper>('health_papers')

/** The kinds of signed papers, in the words of hospitals and in the order in which a hospital asks for them. */
export const paperNames: Record<PaperKind, string> = {
  health_proxy: 'Health care proxy (medical power of attorney)',
  advance_directive: 'Advance directive (living will)',
  polst: 'Doctor’s orders (POLST, DNR)',
  release: 'Release of information (HIPAA)',
}

const shared = {
  group: 'If I’m ill',
  icon: 'pulse',
  choice: 'health',
  tab: 'health',
  // The history names the part, and nothing that is in it.
  opened: () => 'a signed paper',
  words: {
    name: 'Health & Care',
    loading: 'Loading health and care',
    errorTitle: 'Unable to load health and care',
  },
  next: () => null,
  unread: ({
    people,
    health_readers,
    health_first_hours_readers,
    health_notes_not_offered,
    health_papers_not_offered,
  }: PlanCounts) => {
    if (health_notes_not_offered || health_papers_not_offered) return 'not offered'
    if (!people || health_readers === 0) return 'by anyone'
    return health_first_hours_readers === 0 ? 'in the first hours' : null
  },
} as const

/** The signed papers, which come first wherever they are read: hospital staff act on nothing else. */
export const healthPapers = part<HealthPaper[]>({
  ...shared,
  table: 'health_papers',
  title: 'Signed Papers',
  // The screen of Health & Care shows them.
  screens: [],
  gained: 'signed health papers',
  query: paperRows.query,
  held: (papers) => firstNames(papers.map(({ kind }) => paperNames[kind])),
  lost: ({ health_papers }) => (health_papers ? 'your signed health papers' : null),
  files: {
    folder: 'Health & Care',
    of: ({ id, kind, file_path: path }) =>
      path === null ? null : { title: paperNames[kind], bucket: 'documents', path, row: id },
  },
  facts: () => import('./papers/facts'),
  print: () => import('./papers/print'),
  steps: null,
  sample: () => import('./papers/sample'),
  incoming: () => import('./papers/incoming'),
})

export const health = part<HealthNotes[]>({
  ...shared,
  table: 'health_notes',
  title: 'Health & Care',
  screens: [
    { path: paths.health, lazy: () => import('./page') },
    { path: paths.healthSheet, lazy: () => import('./sheet/page') },
  ],
  viewed: 'health and care',
  gained: 'health and care',
  query: noteRows.query,
  held: ([notes]) => (notes ? 'Written down' : null),
  next: ([notes]) =>
    notes
      ? {
          ask: 'let someone read your Health & Care in the first hours',
          why: 'A hospital asks about organ donation within hours, and no one who has accepted your invitation could read your answer by then.',
          action: 'Choose who can read it',
          to: paths.whoCanSee,
        }
      : null,
  lost: ({ health: notes }) => (notes ? 'your notes on health and care' : null),
  files: null,
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: () => import('./steps'),
  sample: () => import('./sample'),
  incoming: () => import('./data'),
})
