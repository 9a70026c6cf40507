import type { ReactNode } from 'react'
import { designationState } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import type { Enums } from '@/lib/database.types'
import { formatDate } from '@/lib/dates'
import { fileNameOf } from '@/lib/files/file-rules'
import { PRODUCT_NAME } from '@/lib/product'
import { DesignationBadge } from '@/plan/people/designation-badge'
import { roleWords } from '@/plan/people/role-words'
import { AccountFacts } from '@/sections/accounts/account-facts'
import { accountCategoryWords } from '@/sections/accounts/category-words'
import { ContactFacts } from '@/sections/contacts/contact-facts'
import { documentWords } from '@/sections/documents/document-words'
import { dispositionWords, serviceWords } from '@/sections/funeral-plan/funeral-words'
import { formatMoney } from '@/sections/insurance/money'
import { deliveryWords, liveDesignations, recipientWords } from '@/sections/videos/message-words'
import { Badge } from '@/ui/badge'
import { cx } from '@/ui/cx'
import { DescriptionList } from '@/ui/lists/description-list'
import type { WholePlan } from './whole-plan'

/** A plan as it is printed. */
export interface PrintedPlan {
  /** Null when it was never entered. */
  ownerName: string | null
  /** Who prints it: the owner, or a designee in this role. */
  reader: 'owner' | Enums<'designation_role'>
  plan: WholePlan
  /** Whom the owner has named; for the owner alone. */
  people: readonly Designation[] | null
  /** Whether accounts and insurance are part of it. */
  withFinances: boolean
}

/** A section of the binder. */
export interface BinderSection {
  id:
    | 'funeral'
    | 'music'
    | 'people'
    | 'contacts'
    | 'messages'
    | 'insurance'
    | 'accounts'
    | 'documents'
    | 'gaps'
  title: string
  /** What is in it, in a few words. */
  summary: string
  /** What could stand there and does not. */
  missing: readonly string[]
  content: ReactNode
}

/** "The plan of Margaret Ellis" */
export function planTitle({ ownerName, reader }: Pick<PrintedPlan, 'ownerName' | 'reader'>): string {
  if (ownerName) return `The plan of ${ownerName}`
  return reader === 'owner' ? 'My plan' : 'The plan of a loved one'
}

/** The sections that this reader gets, in the order in which a family needs them. */
export function binderSections(printed: PrintedPlan): BinderSection[] {
  const sections = [
    funeral(printed),
    music(printed),
    ...(printed.people === null ? [] : [named(printed.people)]),
    contacts(printed),
    messages(printed),
    ...(printed.withFinances ? [insurance(printed), accounts(printed)] : []),
    documents(printed),
  ]
  return [...sections, gaps(printed, sections)]
}

function count(number: number, one: string, many: string): string {
  return number === 0 ? 'Nothing' : `${number.toLocaleString('en-US')} ${number === 1 ? one : many}`
}

/** The names of the values that are empty. */
function empty(values: Record<string, string | null | undefined>): string[] {
  return Object.entries(values).flatMap(([name, value]) => (value ? [] : name))
}

const NOT_FILLED_IN = 'Not filled in'
const copyTerm = `Copy in ${PRODUCT_NAME}`

function Facts({ values }: { values: Record<string, ReactNode> }) {
  const items = Object.entries(values).map(([term, value]) => ({ term, value }))
  return <DescriptionList items={items} empty={NOT_FILLED_IN} />
}

function Text({ title, children }: { title: string; children: string | null | undefined }) {
  return (
    <>
      <h3>{title}</h3>
      {children ? (
        <p className="wrap-anywhere whitespace-pre-line">{children}</p>
      ) : (
        <p className="text-ink-soft italic">{NOT_FILLED_IN}</p>
      )}
    </>
  )
}

interface ListProps<Row> {
  rows: readonly Row[]
  /** Says that there is nothing. */
  none: string
  /** "columns" for short rows, "flowing" for rows that may be longer than a page. */
  look?: 'columns' | 'flowing'
  children: (row: Row) => ReactNode
}

function List<Row extends { id: string | number }>({ rows, none, look, children }: ListProps<Row>) {
  if (rows.length === 0) return <p className="text-ink-soft italic">{none}</p>
  return (
    <ul className={look === 'columns' ? 'binder-columns grid gap-x-8 sm:grid-cols-2' : undefined}>
      {rows.map((row) => (
        <li
          key={row.id}
          className={cx(
            'border-b border-line',
            look === 'columns' ? 'py-3' : 'py-5 first:pt-0 last:border-0',
            look === 'flowing' && 'binder-flowing',
          )}
        >
          {children(row)}
        </li>
      ))}
    </ul>
  )
}

function funeral({ plan: { funeralPlan: plan } }: PrintedPlan): BinderSection {
  const facts = {
    'Type of disposition': plan?.disposition && dispositionWords[plan.disposition],
    'Funeral home': plan?.funeral_home,
    'Type of service': plan?.service_type && serviceWords[plan.service_type],
    Venue: plan?.venue,
    Officiant: plan?.officiant,
  }
  const texts = { Requests: plan?.personal_requests, 'Obituary notes': plan?.obituary }
  const missing = empty({ ...facts, ...texts })
  const known = [facts['Type of disposition'], facts['Type of service']].filter(Boolean).join(', ')
  return {
    id: 'funeral',
    title: 'Funeral wishes',
    summary: known || (missing.length === 7 ? 'Nothing' : 'Some wishes'),
    missing,
    content: (
      <>
        <Facts values={facts} />
        <Text title="Requests">{texts.Requests}</Text>
        <Text title="Obituary notes">{texts['Obituary notes']}</Text>
      </>
    ),
  }
}

function music({ plan: { funeralPlan: plan } }: PrintedPlan): BinderSection {
  const playlist = plan?.music_playlist_ref ?? null
  return {
    id: 'music',
    title: 'Music',
    summary: playlist ? (plan?.music_playlist_provider ?? 'A playlist') : 'Nothing',
    missing: playlist ? [] : ['A playlist for the service'],
    content: (
      <Facts
        values={{
          'Playlist provider': plan?.music_playlist_provider,
          Playlist: playlist && <span className="break-all">{playlist}</span>,
        }}
      />
    ),
  }
}

function named(people: readonly Designation[]): BinderSection {
  const live = liveDesignations(people)
  return {
    id: 'people',
    title: 'Beneficiaries and trustees',
    summary: count(live.length, 'person', 'people'),
    missing: [
      ...(live.length === 0 ? ['Anybody who may open this plan'] : []),
      ...(live.some(({ role }) => role === 'executor') ? [] : ['An executor']),
    ],
    content: (
      <List rows={live} none="Nobody is named yet: nobody could open the plan when it is needed.">
        {(person) => (
          <>
            <h3>{person.person_name}</h3>
            <p className="mb-2">
              {roleWords[person.role].name}. {roleWords[person.role].description}.
            </p>
            <p className="mb-2 wrap-anywhere">{person.person_email}</p>
            <DesignationBadge state={designationState(person)} />
          </>
        )}
      </List>
    ),
  }
}

function contacts({ plan }: PrintedPlan): BinderSection {
  const unreachable = plan.contacts.filter(({ email, phone }) => !email && !phone)
  return {
    id: 'contacts',
    title: 'People to tell',
    summary: count(plan.contacts.length, 'person', 'people'),
    missing:
      plan.contacts.length === 0
        ? ['Anybody to be told']
        : unreachable.map(({ name }) => `How to reach ${name}`),
    content: (
      <List rows={plan.contacts} none="Nobody is listed yet." look="columns">
        {(contact) => (
          <>
            <ContactFacts contact={contact} />
            {contact.invitee ? <Badge>Invite to the service</Badge> : null}
          </>
        )}
      </List>
    ),
  }
}

function messages({ reader, people, plan }: PrintedPlan): BinderSection {
  return {
    id: 'messages',
    title: 'Video messages',
    summary: count(plan.messages.length, 'message', 'messages'),
    missing: plan.messages.length === 0 ? ['A message'] : [],
    content: (
      <>
        {plan.messages.length > 0 ? (
          <p className="mb-5">
            Videos are watched in {PRODUCT_NAME}. What is written down of them stands here.
          </p>
        ) : null}
        <List rows={plan.messages} none="There is no message." look="flowing">
          {(message) => {
            const isPersonal = message.for_beneficiary !== null
            // A binder stands where many can read it.
            const isPrivate = reader === 'owner' && isPersonal
            return (
              <>
                <h3>{message.title}</h3>
                <Facts
                  values={
                    reader === 'owner'
                      ? {
                          'Who receives it': recipientWords(message, people ?? []),
                          When: deliveryWords(message),
                        }
                      : { For: isPersonal ? 'You' : 'Everybody' }
                  }
                />
                {message.transcript && !isPrivate ? (
                  <p className="mt-3 wrap-anywhere whitespace-pre-line">{message.transcript}</p>
                ) : null}
                {message.transcript && isPrivate ? (
                  <p className="mt-3 text-ink-soft italic">
                    Its words are for that person alone and are not printed.
                  </p>
                ) : null}
              </>
            )
          }}
        </List>
      </>
    ),
  }
}

function insurance({ plan: { policies } }: PrintedPlan): BinderSection {
  return {
    id: 'insurance',
    title: 'Life insurance',
    summary: count(policies.length, 'policy', 'policies'),
    missing:
      policies.length === 0
        ? ['A policy, or that there is none']
        : policies.flatMap(({ provider, policy_number, agent_contact }) =>
            empty({ 'policy number': policy_number, 'agent contact': agent_contact }).map(
              (what) => `${provider}: ${what}`,
            ),
          ),
    content: (
      <List rows={policies} none="No policy is listed yet.">
        {({ provider, coverage_amount, policy_number, agent_contact, document_path, notes }) => (
          <>
            <h3>{provider}</h3>
            <Facts
              values={{
                Coverage: formatMoney(coverage_amount),
                'Policy number': policy_number,
                'Agent contact': agent_contact,
                ...(document_path ? { [copyTerm]: fileNameOf(document_path) } : {}),
                ...(notes ? { Notes: notes } : {}),
              }}
            />
          </>
        )}
      </List>
    ),
  }
}

function accounts({ plan: { accounts: all } }: PrintedPlan): BinderSection {
  return {
    id: 'accounts',
    title: 'Financial accounts',
    summary: count(all.length, 'account', 'accounts'),
    missing: all.length === 0 ? ['An account'] : [],
    content: (
      <List rows={all} none="No account is listed yet.">
        {(account) => (
          <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-2">
            <AccountFacts account={account} />
            <Badge>{accountCategoryWords[account.category]}</Badge>
          </div>
        )}
      </List>
    ),
  }
}

function documents({ plan }: PrintedPlan): BinderSection {
  const { documents: all } = plan
  return {
    id: 'documents',
    title: 'Wills and trusts',
    summary: count(all.length, 'document', 'documents'),
    missing: [
      ...(all.some(({ doc_type }) => doc_type === 'will') ? [] : ['A will']),
      ...all.flatMap(({ description, original_location }) =>
        original_location ? [] : `${description}: where the original is`,
      ),
    ],
    content: (
      <List rows={all} none="No document is listed yet.">
        {({ doc_type, description, original_location, file_path, created_at }) => (
          <>
            <h3>{description}</h3>
            <Facts
              values={{
                'What it is': documentWords[doc_type].name,
                'Where is the original?': original_location,
                [copyTerm]: `${fileNameOf(file_path)}, added ${formatDate(created_at)}`,
              }}
            />
          </>
        )}
      </List>
    ),
  }
}

function gaps({ reader }: PrintedPlan, sections: readonly BinderSection[]): BinderSection {
  const open = sections.filter(({ missing }) => missing.length > 0)
  const all = open.reduce((sum, { missing }) => sum + missing.length, 0)
  return {
    id: 'gaps',
    title: 'What is not filled in',
    summary: all === 0 ? 'All is there' : count(all, 'thing', 'things'),
    missing: [],
    content:
      all === 0 ? (
        <p>Every part of this plan is filled in.</p>
      ) : (
        <>
          <p>
            {reader === 'owner'
              ? 'There is room to write it in by hand.'
              : 'Nothing was written down about these. No page is missing.'}
          </p>
          {open.map(({ id, title, missing }) => (
            <div key={id} className="break-inside-auto">
              <h3>{title}</h3>
              <ul>
                {missing.map((what) => (
                  <li
                    key={what}
                    className={
                      reader === 'owner' ? 'border-b border-edge pt-2 pb-8 wrap-anywhere' : 'wrap-anywhere'
                    }
                  >
                    {what}
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </>
      ),
  }
}
