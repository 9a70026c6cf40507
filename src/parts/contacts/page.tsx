import { type ReactNode, useContext, useDeferredValue, useMemo, useState } from 'react'
import { downloadText } from '@/browser/files/download'
import { toastDone } from '@/browser/toasts'
import { useUser } from '@/data/session/session'
import { formatDay } from '@/lib/dates'
import { phoneCell, toCsv } from '@/lib/files/csv'
import { isFound, searchText } from '@/lib/search'
import { count, formatNumber } from '@/lib/text'
import { ListPage, wordsFor } from '@/parts/kit/list-page'
import { PlanState, WhilePlanOpen } from '@/parts/kit/plan-open'
import { readersOfPart } from '@/parts/kit/visibility-note'
import { Button } from '@/ui/base/button'
import { FailureLine } from '@/ui/base/failure'
import { SearchField } from '@/ui/forms/search-field'
import { Switch } from '@/ui/forms/switch'
import { inDialog, onDemand } from '@/ui/late'
import { PagedList } from '@/ui/lists/paged-list'
import { type Contact, contacts, useToggleInvitee } from './data'
import { ContactFacts } from './facts'

const ContactDialog = onDemand(async () => (await import('./dialog')).ContactDialog, inDialog)
const ImportDialog = onDemand(async () => (await import('./import/import-dialog')).ImportDialog, inDialog)

const words = {
  ...wordsFor('Contact', 'contacts'),
  title: 'Contacts',
  intro: 'The people your family should tell, and who you’d like at the service.',
  why: 'After a death, someone has to make a lot of calls, often within a day. Leave them a list. Start with the five people who should hear first; a name and a phone number are enough.',
  visibility: `${readersOfPart} We won’t contact anyone on this list unless your executor or a trustee invites them to your service.`,
  name: ({ name }: Contact) => name,
  consequence: ({ name }: Contact) => `${name} will be taken out of your contacts. This can’t be undone.`,
}

function exportCsv(rows: readonly Contact[]) {
  const csv = toCsv([
    ['Name', 'Email', 'Phone', 'Relation', 'Invitee', 'RSVP Status'],
    ...rows.map(({ name, email, phone, relation, invitee, rsvp_status }) => [
      name,
      email,
      phoneCell(phone),
      relation,
      invitee ? 'Yes' : 'No',
      rsvp_status,
    ]),
  ])
  downloadText(`heartwood-contacts-${formatDay(new Date())}.csv`, csv, 'text/csv;charset=utf-8')
  toastDone({ title: 'Contacts exported' })
}

/** /contacts: the people to tell, and whom to invite to the service. */
export function Component() {
  const { id: ownerId } = useUser()
  const [search, setSearch] = useState('')
  const [importBeside, setImportBeside] = useState<readonly Contact[] | null>(null)
  return (
    <>
      <ListPage
        list={contacts}
        words={words}
        drawing="people"
        dialog={ContactDialog}
        // Clears the search, so that the new contact is visible at the top of the list.
        onAdded={() => setSearch('')}
        actions={(all) => (
          <>
            <WhilePlanOpen>
              <Button icon="upload" onClick={() => all && setImportBeside(all)}>
                Import
              </Button>
            </WhilePlanOpen>
            {all?.length === 0 ? null : (
              <Button icon="document" onClick={() => all && exportCsv(all)}>
                Export CSV
              </Button>
            )}
          </>
        )}
      >
        {(all, actionsOf) => (
          <ContactList contacts={all} search={search} onSearch={setSearch} actionsOf={actionsOf} />
        )}
      </ListPage>
      {importBeside ? (
        <ImportDialog ownerId={ownerId} existing={importBeside} onClose={() => setImportBeside(null)} />
      ) : null}
    </>
  )
}

interface ListProps extends Pick<ContactRowProps, 'actionsOf'> {
  contacts: readonly Contact[]
  search: string
  onSearch: (search: string) => void
}

function ContactList({ contacts, search, onSearch, actionsOf }: ListProps) {
  const { id: ownerId } = useUser()
  // Deferred, so that a long list does not slow down typing.
  const query = useDeferredValue(search.trim())
  const searchable = useMemo(
    () =>
      contacts.map((contact) => ({
        contact,
        text: searchText([contact.name, contact.email, contact.relation], contact.phone),
      })),
    [contacts],
  )
  const found = useMemo(
    () => searchable.filter(({ text }) => isFound(query, text)).map(({ contact }) => contact),
    [searchable, query],
  )
  const total = count(contacts.length, 'contact')

  return (
    <>
      <SearchField
        label="Search your contacts"
        hint="By name, email, phone number or relation."
        value={search}
        onChange={onSearch}
        found={query === '' ? total : `${formatNumber(found.length)} of ${total}`}
      />
      {found.length === 0 ? (
        <div className="rounded-card border border-line bg-sheet p-5">
          <p className="mb-4 break-words">No one in your contacts matches “{query}”.</p>
          <Button onClick={() => onSearch('')}>Show all contacts</Button>
        </div>
      ) : (
        <PagedList framed key={query} label="Contacts" items={found} itemClassName="p-5">
          {(contact) => <ContactRow ownerId={ownerId} contact={contact} actionsOf={actionsOf} />}
        </PagedList>
      )}
    </>
  )
}

interface ContactRowProps {
  ownerId: string
  contact: Contact
  /** Its buttons; see ListPage. */
  actionsOf: (contact: Contact, state: { isSaving: boolean; hasMain: boolean }) => ReactNode
}

/** One contact: who it is, how to reach them, and whether they are invited to the service. */
function ContactRow({ ownerId, contact, actionsOf }: ContactRowProps) {
  const state = useContext(PlanState)
  const toggle = useToggleInvitee(ownerId, contact.id)
  // The switch shows the new value at once, before it is saved.
  const invitee = toggle.isPending ? toggle.variables : contact.invitee
  return (
    <fieldset aria-label={contact.name} className="grid min-w-0 gap-x-8 gap-y-4 md:grid-cols-[1fr_18rem]">
      <ContactFacts contact={contact} />
      <div className="grid content-start gap-3">
        <Switch
          label="Invite to the service"
          checked={invitee}
          onCheckedChange={(checked) => toggle.mutate(checked)}
          isSaving={toggle.isPending}
          disabled={state !== 'open'}
          onLabel="Yes"
          offLabel="No"
        />
        <FailureLine problem={toggle.error}>
          Not saved, so it was set back to “{invitee ? 'Yes' : 'No'}”.
        </FailureLine>
        <div className="print:hidden">
          {/* An edit started while the toggle is being saved would be based on the old version of the row. */}
          {actionsOf(contact, { isSaving: toggle.isPending, hasMain: true })}
        </div>
      </div>
    </fieldset>
  )
}
