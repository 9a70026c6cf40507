import { paths, patterns } from '../../src/lib/paths.ts'
import { type Cast, emails } from './households.ts'

/** One screen, as it is named in the file names of its pictures. */
type Screen = readonly [name: string, path: string]

/** Whose browser the pictures are taken in; without an address no one is signed in. */
export interface Viewer {
  name: string
  email?: string
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
      ['invitation to a service', `${patterns.guest}#no-guest`],
      ['terms', patterns.terms],
      ['privacy', patterns.privacy],
      ['security', patterns.security],
      ['accessibility', patterns.accessibility],
      ['contact', patterns.contact],
      ['not found', '/no/such/page'],
    ],
  },
  {
    name: 'guest',
    screens: ({ walter }) => [['service', walter.guestsPage]],
  },
  {
    name: 'owner, full plan',
    email: emails.margaret,
    screens: ({ margaret }) => [
      ...partsOfThePlan,
      ...wizard,
      ...aboutTheAccount,
      ['preview', paths.preview(margaret.annasDesignation)],
      ['preview after', `${paths.preview(margaret.annasDesignation)}?when=after`],
    ],
  },
  { name: 'owner, new', email: emails.iris, screens: () => [...partsOfThePlan, ...aboutTheAccount] },
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
      ['pricing', patterns.pricing],
    ],
  },
  {
    name: 'executor, before release',
    email: emails.anna,
    screens: ({ margaret, walter }) => [
      ['dashboard', patterns.dashboard],
      ['invitations', patterns.invites],
      ['memorial', paths.memorial(margaret.id)],
      ['memorial history', paths.memorialHistory(margaret.id)],
      ['binder', paths.memorialPrint(margaret.id)],
      ['legacy', paths.legacy(margaret.id)],
      ['practice', paths.practice(margaret.practice)],
      ["someone else's memorial", paths.memorial(walter.id)],
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
      ['legacy', paths.legacy(walter.id)],
    ],
  },
]
