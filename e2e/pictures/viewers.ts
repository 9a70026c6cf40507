import type { Page } from 'playwright/test'
import { paths, patterns } from '../../src/lib/paths.ts'
import { expect } from '../fixtures.ts'
import { loseConnection } from '../household.ts'
import { type Cast, emails } from './households.ts'

/**
 * One screen, as it is named in the file names of its pictures, and what has to happen on it before they are taken: it
 * ends once that is to be seen.
 */
type Screen = readonly [name: string, path: string, prepare?: (page: Page) => Promise<void>]

/** Whose browser the pictures are taken in; without an address no one is signed in. */
export interface Viewer {
  name: string
  email?: string
  /** The browser is new to the account. */
  isNewBrowser?: boolean
  screens: (cast: Cast) => Screen[]
}

const wizard = [1, 2, 3, 4].map((step) => [`wizard ${step}`, `${patterns.funeralEdit}?step=${step}`] as const)
const partsOfThePlan: Screen[] = [
  ['dashboard', patterns.dashboard],
  ['funeral plan', patterns.funeral],
  ['contacts', patterns.contacts],
  ['videos', patterns.videos],
  ['portrait', patterns.portrait],
  ['insurance', patterns.insurance],
  ['accounts', patterns.accounts],
  ['documents', patterns.documents],
  ['home and pets', patterns.homeItems],
  ['health and care', patterns.health],
  ['music', patterns.music],
]
const aboutTheAccount: Screen[] = [
  ['people', patterns.beneficiaries],
  ['practice', patterns.askToPractice],
  ['invitations', patterns.invites],
  ['who can see my plan', patterns.whoCanSee],
  ['history', patterns.history],
  ['profile', patterns.profile],
  ['settings', patterns.settings],
  ['membership', patterns.billing],
  ['binder', patterns.print],
  ['first days', patterns.firstDays],
  ['wallet card', patterns.printCard],
]
/** States of the owner's screens that no address leads to. The one without an answer is last: nothing loads after it. */
const statesOfThePlan: Screen[] = [
  ['contacts, import', patterns.contacts, chooseContacts],
  ['contacts, adding', paths.adding(patterns.contacts)],
  ['people, adding', paths.adding(patterns.beneficiaries)],
  ['people, ending access', patterns.beneficiaries, (page) => press(page, 'End access')],
  ['people, changing a role', patterns.beneficiaries, (page) => press(page, 'Change role')],
  ['insurance, adding', paths.adding(patterns.insurance)],
  ['health, editing', patterns.health, (page) => press(page, 'Edit what they should know')],
  ['health, editing a paper', patterns.health, (page) => press(page, 'Edit Health care proxy')],
  [
    'health, taking the consent back',
    patterns.health,
    (page) => press(page, 'Take it back and delete everything'),
  ],
  ['health, sheet', patterns.healthSheet, tickAll],
  ['health, words changed', patterns.health, changeWords],
  ['videos, adding', paths.adding(patterns.videos)],
  ['videos, recording', paths.adding(patterns.videos), startRecording],
  ['videos, getting ready', paths.adding(patterns.videos), stopRecording],
  ['settings, text size', patterns.settings, (page) => press(page, 'Text size')],
  ['settings, import refused', patterns.settings, chooseExport],
  ['documents, not loaded', patterns.documents, loadAgainWithoutAnswer],
]
/** A first visit, step by step, and what it ends with. */
const firstVisit: Screen[] = [
  ['first visit, name', patterns.dashboard, (page) => visitFirst(page, 'name')],
  ['first visit, wish', patterns.dashboard, (page) => visitFirst(page, 'wish')],
  ['first visit, person', patterns.dashboard, (page) => visitFirst(page, 'person')],
  ['first visit, what they will see', paths.firstLook],
]

const memorialTabs = [
  'first-days',
  'funeral',
  'music',
  'documents',
  'messages',
  'contacts',
  'accounts',
  'home',
  'memories',
  'certificate',
]

/** Who looks at which screens. Every route is someone's: the pictures fail when one is not. */
export const viewers: Viewer[] = [
  {
    name: 'visitor',
    screens: () => [
      ['landing', patterns.home],
      ['pricing', patterns.pricing],
      ['sign in', patterns.auth],
      ['sign up', paths.auth('signup')],
      ['stop', `${patterns.stop}#token`],
      ['card', patterns.card],
      ['stop card', `${patterns.stopCard}#token`],
      ['stop opening', `${patterns.stopOpening}#token`],
      ['invitation to a service', `${patterns.guest}#no-guest`],
      ['terms', patterns.terms],
      ['privacy', patterns.privacy],
      ['health privacy', patterns.healthPrivacy],
      ['security', patterns.security],
      ['accessibility', patterns.accessibility],
      ['contact', patterns.contact],
      ['not found', '/no/such/page'],
    ],
  },
  {
    name: 'guest',
    screens: ({ walter }) =>
      walter.guestsPages.map((page, at) => [at === 0 ? 'service' : 'service, answered', page] as const),
  },
  {
    name: 'owner, full plan',
    email: emails.margaret,
    screens: ({ margaret }) => [
      ...partsOfThePlan,
      ...wizard,
      ...aboutTheAccount,
      ['preview', paths.preview(margaret.annasDesignation)],
      ['preview after', `${paths.preview(margaret.annasDesignation)}?when=after_release`],
      [
        'preview, changing a part',
        paths.preview(margaret.annasDesignation),
        async (page) => {
          await press(page, 'Change Insurance & Accounts')
          await page.getByRole('radio', { name: /^Never/ }).check()
        },
      ],
      ...statesOfThePlan,
    ],
  },
  {
    name: 'owner, new',
    email: emails.iris,
    screens: () => [
      ...partsOfThePlan,
      ...aboutTheAccount,
      ...firstVisit,
      ['settings, import', patterns.settings, chooseExport],
      ['settings, import under way', patterns.settings, bringInSlowly],
    ],
  },
  {
    name: 'owner, asked about a new browser',
    email: emails.vera,
    screens: () => [
      ['dashboard', patterns.dashboard, seeQuestion],
      ['people', patterns.beneficiaries],
      ['people, removing', patterns.beneficiaries, (page) => press(page, 'Remove')],
      ['history', patterns.history],
    ],
  },
  {
    name: 'owner, in a new browser',
    email: emails.vera,
    isNewBrowser: true,
    screens: () => [
      ['people', patterns.beneficiaries, seeWait],
      ['who can see my plan', patterns.whoCanSee, seeWait],
      ['profile', patterns.profile, seeWait],
      ['settings', patterns.settings, seeWait],
    ],
  },
  {
    name: 'executor, who stepped down',
    email: emails.simon,
    screens: ({ vera }) => [
      ['invitations', patterns.invites],
      ['legacy', paths.legacy(vera.id)],
    ],
  },
  {
    name: 'owner, death under review',
    email: emails.george,
    screens: () => [
      ['dashboard', patterns.dashboard],
      ['profile', patterns.profile],
      ['who can see my plan', patterns.whoCanSee],
      ['history', patterns.history],
    ],
  },
  {
    name: 'owner, frozen plan',
    email: emails.walter,
    screens: () => [...partsOfThePlan, ...aboutTheAccount],
  },
  {
    name: 'owner, payment failed',
    email: emails.nora,
    screens: () => [
      ['dashboard', patterns.dashboard],
      ['contacts', patterns.contacts],
      ['membership', patterns.billing],
      ['membership, after the portal', `${patterns.billing}?portal=closed`],
      ['pricing', patterns.pricing],
    ],
  },
  {
    name: 'owner, trial over',
    email: emails.otto,
    screens: () => [
      ['dashboard', patterns.dashboard],
      ['contacts', patterns.contacts],
      ['membership', patterns.billing],
    ],
  },
  {
    name: 'invited, no answer yet',
    email: emails.ruth,
    screens: () => [['invitations', patterns.invites]],
  },
  {
    name: 'executor, before release',
    email: emails.anna,
    screens: ({ margaret, walter }) => [
      ['dashboard', patterns.dashboard],
      ['invitations', patterns.invites],
      ['invitations, stepping down', patterns.invites, (page) => press(page, 'Step down')],
      ['memorial', paths.memorial(margaret.id)],
      ['opening the first hours', paths.openFirstHours(margaret.id), chooseReason],
      ['memorial history', paths.memorialHistory(margaret.id)],
      ['service', paths.memorialService(margaret.id)],
      ['binder', paths.memorialPrint(margaret.id)],
      ['legacy', paths.legacy(margaret.id)],
      ['practice', paths.practice(margaret.practice)],
      ['someone else’s memorial', paths.memorial(walter.id)],
    ],
  },
  {
    name: 'owner, first hours open',
    email: emails.helen,
    screens: () => [
      ['dashboard', patterns.dashboard],
      ['who can see my plan', patterns.whoCanSee],
    ],
  },
  {
    name: 'executor, first hours open',
    email: emails.ivy,
    screens: ({ helen }) => [
      ['invitations', patterns.invites],
      ['memorial', paths.memorial(helen.id)],
      ['memorial health', `${paths.memorial(helen.id)}?tab=health`],
      ['memorial contacts', `${paths.memorial(helen.id)}?tab=contacts`],
      ['memorial funeral', `${paths.memorial(helen.id)}?tab=funeral`],
      ['opening the first hours', paths.openFirstHours(helen.id)],
    ],
  },
  {
    name: 'executor, under review',
    email: emails.edith,
    screens: ({ george }) => [
      ['dashboard', patterns.dashboard],
      ['memorial', paths.memorial(george.id)],
    ],
  },
  {
    name: 'executor, after release',
    email: emails.clara,
    screens: ({ walter }) => [
      ['dashboard', patterns.dashboard],
      ['invitations', patterns.invites],
      ...memorialTabs.map((tab) => [`memorial ${tab}`, `${paths.memorial(walter.id)}?tab=${tab}`] as const),
      ['service', paths.memorialService(walter.id)],
      ['memorial history', paths.memorialHistory(walter.id)],
      ['binder', paths.memorialPrint(walter.id)],
      ['letter', paths.memorialLetter(walter.id, `insurance_policies:${walter.policy}`)],
      ['obituary', paths.memorialObituary(walter.id)],
      ['legacy', paths.legacy(walter.id)],
      [
        'memories, leaving one',
        `${paths.memorial(walter.id)}?tab=memories`,
        (page) => press(page, 'Leave a'),
      ],
      ['service, asking', paths.memorialService(walter.id), askBeforeInviting],
      ['memorial, notices', paths.memorial(walter.id), (page) => readNotices(page, walter.id)],
      ['memorial without connection', paths.memorial(walter.id), loseConnection],
    ],
  },
  {
    name: 'executor, nothing arranged',
    email: emails.ines,
    screens: ({ rosa }) => [
      ['memorial', paths.memorial(rosa.id)],
      ['memorial memories', `${paths.memorial(rosa.id)}?tab=memories`],
      ['service', paths.memorialService(rosa.id)],
      ['dashboard', patterns.dashboard],
      ['people, one of whom has died', patterns.beneficiaries],
    ],
  },
  {
    name: 'beneficiary, after release',
    email: emails.tom,
    screens: ({ walter }) => [
      ['invitations', patterns.invites],
      ['memorial', paths.memorial(walter.id)],
      ['service', paths.memorialService(walter.id)],
    ],
  },
]

/** Presses the first button whose name begins so, and waits for what it opens. */
async function press(page: Page, name: string): Promise<void> {
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await expect(page.locator('[role=dialog]:visible, [role=alertdialog]:visible').first()).toBeVisible()
}

async function chooseReason(page: Page): Promise<void> {
  await page.getByRole('radio', { name: /has died/ }).check()
  await expect(page.getByText(/^You’ll see/)).toBeVisible()
}

async function tickAll(page: Page): Promise<void> {
  for (const box of await page.getByRole('checkbox').all()) await box.check()
  await expect(page.getByRole('region', { name: 'The sheet' }).getByText('Allergies')).toBeVisible()
}

async function seeQuestion(page: Page): Promise<void> {
  await expect(page.getByText('Was that you?').first()).toBeVisible()
}

async function seeWait(page: Page): Promise<void> {
  await expect(page.getByText('This browser is new to your account').first()).toBeVisible()
}

async function chooseContacts(page: Page): Promise<void> {
  await press(page, 'Import')
  const table =
    'Name,Email,Phone\nHannah Stein,hannah@example.com,555-0130\nRuth Bennett,ruth@example.com,\n,not an address,'
  await page
    .getByLabel('File of contacts')
    .setInputFiles({ name: 'contacts.csv', mimeType: 'text/csv', buffer: Buffer.from(table) })
  await expect(page.getByText(/in “contacts.csv”/)).toBeVisible()
}

async function startRecording(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Recording' }).click()
  await expect(page.getByRole('timer')).toBeVisible()
}

/** Stops while the code that makes a recording ready, which comes with the recording, is still on its way. */
async function stopRecording(page: Page): Promise<void> {
  let isHeld = true
  await page.route('**/assets/*.js', (route) => (isHeld ? undefined : route.continue()))
  await startRecording(page)
  await expect(page.getByRole('timer')).toHaveText('0:01')
  await page.getByRole('button', { name: 'Stop & Save' }).click()
  await expect(page.getByRole('heading', { name: 'Getting your video ready...' })).toBeVisible()
  // Of the screens after this one. What is held stays so until the next one opens.
  isHeld = false
}

async function askBeforeInviting(page: Page): Promise<void> {
  await page.getByText('The rowing club').click()
  await press(page, 'Invite 1 guest')
}

async function changeWords(page: Page): Promise<void> {
  const consent = { created_at: '2026-01-05T10:00:00Z', worded_on: '2026-01-01' }
  await page.route('**/rest/v1/health_consents*', (route) => route.fulfill({ json: [consent] }))
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Our words have changed' })).toBeVisible()
}

async function visitFirst(page: Page, stage: 'name' | 'wish' | 'person'): Promise<void> {
  await page.evaluate((at) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith('heartwood.first-visit.'))
    if (key) localStorage.setItem(key, JSON.stringify(at))
  }, stage)
  await page.reload()
  await expect(page.getByText(/^Step \d of 3/)).toBeVisible()
}

/** An export with two contacts that can come in and one that cannot. */
async function exported(): Promise<Buffer> {
  const { TextReader, Uint8ArrayWriter, ZipWriter } = await import('@zip.js/zip.js')
  const contact = (n: number, name: string) => ({
    id: `00000000-0000-4000-8000-00000000000${n}`,
    name,
    email: null as string | null,
    phone: null,
    relation: null,
    invitee: false,
  })
  const data = {
    product: 'Heartwood',
    format: 1,
    exported_at: '2026-11-01T10:00:00Z',
    user_id: '00000000-0000-4000-8000-000000000000',
    email: 'margaret.ellis@example.com',
    tables: {
      contacts: [
        contact(1, 'Ruth Bennett'),
        contact(2, 'Peter Ellis'),
        { ...contact(3, 'Dr. Okafor'), email: 'no address' },
      ],
      designations: [
        { id: 7, person_name: 'Anna Ellis', person_email: 'anna@example.com', status: 'invited' },
      ],
    },
  }
  const zip = new ZipWriter(new Uint8ArrayWriter())
  await zip.add('data.json', new TextReader(JSON.stringify(data)))
  await zip.add('files.csv', new TextReader('file,stored_as,problem\n'))
  return Buffer.from(await zip.close())
}

async function chooseExport(page: Page): Promise<void> {
  await press(page, 'Bring in an export')
  await page
    .getByLabel('Zip of an export')
    .setInputFiles({ name: 'heartwood.zip', mimeType: 'application/zip', buffer: await exported() })
  await expect(page.getByText(/^Exported on/)).toBeVisible()
}

async function bringInSlowly(page: Page): Promise<void> {
  await chooseExport(page)
  await page.route('**/rest/v1/contacts*', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await page.getByRole('button', { name: /^Bring in \d/ }).click()
  await expect(page.getByRole('progressbar')).toBeVisible()
}

/** Everything that can be said above a memorial at once. */
async function readNotices(page: Page, owner_id: string): Promise<void> {
  const ofPlan = { owner_id, closes_on: '2027-01-05', unreached: ['Ruth Bennett', 'Peter Hughes'] }
  const ofMessages = { owner_id, came_on: '2026-11-20', waits: true, reaching_no_one: ['Simon Stone'] }
  await page.route('**/rest/v1/rpc/plan_notices', (route) => route.fulfill({ json: [ofPlan] }))
  await page.route('**/rest/v1/rpc/message_notices', (route) => route.fulfill({ json: [ofMessages] }))
  await page.reload()
  await expect(page.getByText(/left messages that reach no one/)).toBeVisible()
}

async function loadAgainWithoutAnswer(page: Page): Promise<void> {
  await page.route('**/rest/v1/estate_documents*', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
}
