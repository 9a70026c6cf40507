import type { ReactNode } from 'react'
import { type FuneralPlan, hasArrangements } from '@/data/funeral-plan'
import type { MemorialSection } from '@/data/memorial/memorials'
import { AccountFacts } from '@/sections/accounts/account-facts'
import { accountCategoryWords } from '@/sections/accounts/category-words'
import type { FinancialAccount } from '@/sections/accounts/data'
import { ContactFacts } from '@/sections/contacts/contact-facts'
import type { Contact } from '@/sections/contacts/data'
import type { EstateDocument } from '@/sections/documents/data'
import { DocumentCard } from '@/sections/documents/document-card'
import { FuneralArrangements } from '@/sections/funeral-plan/arrangements'
import type { InsurancePolicy } from '@/sections/insurance/data'
import { PolicyCard } from '@/sections/insurance/policy-card'
import { MusicPreferences } from '@/sections/music/music-preferences'
import type { VideoMessage } from '@/sections/videos/data'
import { MessageCard } from '@/sections/videos/message-card'
import { Badge } from '@/ui/badge'
import { PagedList } from '@/ui/lists/paged-list'
import { Card } from '@/ui/page/card'
import { type Loadable, Loaded } from '@/ui/page/loaded'
import { Section } from '@/ui/page/page'
import { EmptyState, SkeletonCards } from '@/ui/page/states'
import type { TabItem } from '@/ui/tabs'

/** The parts of a plan that are read in a memorial. */
export type PlanSection = Exclude<MemorialSection, 'certificate'>

/** What a plan holds, as far as its reader may see it. */
export interface PlanLists {
  funeralPlan: Loadable<FuneralPlan | null>
  documents: Loadable<EstateDocument[]>
  messages: Loadable<VideoMessage[]>
  contacts: Loadable<Contact[]>
  accounts: Loadable<FinancialAccount[]>
  policies: Loadable<InsurancePolicy[]>
}

/** How the files of a plan are opened: each makes a link when somebody wants the file. */
export interface PlanLinks {
  document: (path: string) => Promise<string>
  video: (message: VideoMessage, purpose: 'play' | 'save') => Promise<string>
}

interface Given {
  ownerName: string
  lists: PlanLists
  links: PlanLinks
  withFinances: boolean
  onView: (section: PlanSection, itemId: string) => void
}

/** The tabs of an open memorial. Accounts, with insurance inside, is for those who may see the finances. */
export function planTabs(given: Given): (TabItem & { value: PlanSection })[] {
  return [
    { value: 'funeral', label: 'Funeral', content: <Funeral {...given} /> },
    { value: 'music', label: 'Music', content: <Music {...given} /> },
    { value: 'documents', label: 'Documents', content: <Documents {...given} /> },
    { value: 'messages', label: 'Messages', content: <Messages {...given} /> },
    { value: 'contacts', label: 'Contacts', content: <Contacts {...given} /> },
    ...(given.withFinances
      ? [{ value: 'accounts' as const, label: 'Accounts', content: <Finances {...given} /> }]
      : []),
  ]
}

function Funeral({ ownerName, lists }: Given) {
  return (
    <Loaded
      query={lists.funeralPlan}
      loading="Loading the funeral plan"
      errorTitle="Unable to load funeral plan"
      skeleton={<SkeletonCards label="Loading the funeral plan" />}
    >
      {(plan) =>
        plan && hasArrangements(plan) ? (
          <FuneralArrangements plan={plan} />
        ) : (
          <EmptyState title="No funeral preferences saved yet">
            <p>{ownerName} has not written down any wishes for the funeral.</p>
          </EmptyState>
        )
      }
    </Loaded>
  )
}

function Music({ ownerName, lists }: Given) {
  return (
    <Loaded
      query={lists.funeralPlan}
      loading="Loading the music"
      errorTitle="Unable to load music"
      skeleton={<SkeletonCards label="Loading the music" count={1} />}
    >
      {(plan) =>
        plan?.music_playlist_ref ? (
          <MusicPreferences provider={plan.music_playlist_provider} reference={plan.music_playlist_ref} />
        ) : (
          <EmptyState title="No music chosen">
            <p>{ownerName} has not chosen any music.</p>
          </EmptyState>
        )
      }
    </Loaded>
  )
}

function Documents({ ownerName, lists, links, onView }: Given) {
  return (
    <ListPart
      title="Documents"
      intro="These are copies. The signed original is what counts."
      query={lists.documents}
      loading="Loading the documents"
      errorTitle="Unable to load documents"
      empty={<>{ownerName} has not left any documents here.</>}
    >
      {(document) => (
        <li key={document.id}>
          <DocumentCard
            document={document}
            link={async () => {
              const link = await links.document(document.file_path)
              onView('documents', document.id)
              return link
            }}
          />
        </li>
      )}
    </ListPart>
  )
}

function Messages({ ownerName, lists, links, onView }: Given) {
  return (
    <ListPart
      title="Messages"
      intro="Take your time. Nothing plays before you press play."
      query={lists.messages}
      loading="Loading the messages"
      errorTitle="Unable to load video messages"
      empty={<>There is no message from {ownerName} for you at this time.</>}
    >
      {(message) => (
        <li key={message.id} className="grid min-w-0 grid-cols-1">
          <MessageCard
            message={message}
            makeLink={async (purpose) => {
              const link = await links.video(message, purpose)
              onView('messages', message.id)
              return link
            }}
          />
        </li>
      )}
    </ListPart>
  )
}

function Contacts({ ownerName, lists }: Given) {
  return (
    <ListPart
      title="Contacts"
      intro={`The people whom ${ownerName} would like to be told, by name.`}
      query={lists.contacts}
      loading="Loading the contacts"
      errorTitle="Unable to load contacts"
      empty={<>{ownerName} has not left any contacts.</>}
      className={rows}
    >
      {(contact) => (
        <li key={contact.id} className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 p-5">
          <ContactFacts contact={contact} />
          {contact.invitee ? <Badge>Invite to the service</Badge> : null}
        </li>
      )}
    </ListPart>
  )
}

function Finances({ ownerName, lists, links, onView }: Given) {
  return (
    <>
      <ListPart
        title="Accounts"
        intro="Enough to find each account. Whole numbers and passwords are not kept here."
        query={lists.accounts}
        loading="Loading the accounts"
        errorTitle="Unable to load accounts"
        empty={<>{ownerName} has not listed any accounts.</>}
        className={rows}
      >
        {(account) => (
          <li key={account.id} className="flex flex-wrap items-start justify-between gap-x-8 gap-y-3 p-5">
            <AccountFacts account={account} />
            <Badge>{accountCategoryWords[account.category]}</Badge>
          </li>
        )}
      </ListPart>
      <ListPart
        title="Life insurance"
        query={lists.policies}
        loading="Loading the policies"
        errorTitle="Unable to load insurance policies"
        empty={<>{ownerName} has not listed any life insurance.</>}
      >
        {(policy) => (
          <li key={policy.id}>
            <PolicyCard
              policy={policy}
              link={async (path) => {
                const link = await links.document(path)
                onView('accounts', policy.id)
                return link
              }}
            />
          </li>
        )}
      </ListPart>
    </>
  )
}

const rows = 'divide-y divide-line rounded-card border border-line bg-sheet shadow-card'

interface ListPartProps<Row> {
  title: string
  intro?: string
  query: Loadable<Row[]>
  loading: string
  errorTitle: string
  /** Says that nothing was left here. */
  empty: ReactNode
  className?: string
  children: (row: Row) => ReactNode
}

function ListPart<Row extends { id: string }>(given: ListPartProps<Row>) {
  const { title, intro, query, loading, errorTitle, empty, className, children } = given
  return (
    <Section title={title} intro={query.data?.length ? intro : undefined}>
      <Loaded query={query} loading={loading} errorTitle={errorTitle}>
        {(all) =>
          all.length === 0 ? (
            <Card>
              <p>{empty}</p>
            </Card>
          ) : (
            <PagedList label={title} items={all} className={className}>
              {children}
            </PagedList>
          )
        }
      </Loaded>
    </Section>
  )
}
