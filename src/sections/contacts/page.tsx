import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useDeleteRow } from '@/data/rows/owned-list'
import { useUser } from '@/data/session/session'
import { errorSentence } from '@/lib/errors'
import { downloadText } from '@/lib/files/download'
import { paths } from '@/lib/paths'
import { isFound, searchText } from '@/lib/search'
import { toastDone } from '@/lib/toasts'
import { WhilePlanOpen } from '@/plan/plan-open'
import { useWantsToAdd } from '@/plan/use-wants-to-add'
import { Button } from '@/ui/button'
import { ConfirmDialog } from '@/ui/dialog'
import { SearchField } from '@/ui/forms/search-field'
import { PagedList } from '@/ui/lists/paged-list'
import { Loaded } from '@/ui/page/loaded'
import { Page, Section } from '@/ui/page/page'
import { EmptyState } from '@/ui/page/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { ContactDialog } from './contact-dialog'
import { ContactRow } from './contact-row'
import { contactsCsv, contactsFileName } from './contacts-csv'
import { type Contact, contacts as contactList } from './data'

function exportCsv(contacts: readonly Contact[]) {
  downloadText(contactsFileName(new Date()), contactsCsv(contacts), 'text/csv;charset=utf-8')
  toastDone({ title: 'Contacts exported' })
}

/** /contacts: the people to tell, and whom to invite to the service. */
export function Component() {
  const user = useUser()
  const contacts = useQuery(contactList.query(user.id))
  const [editing, setEditing] = useState<'new' | Contact | null>(useWantsToAdd() ? 'new' : null)
  const [deleting, setDeleting] = useState<Contact | null>(null)
  const [search, setSearch] = useState('')
  const some = Boolean(contacts.data?.length)
  const addButton = (
    <WhilePlanOpen>
      <Button variant="primary" icon="plus" disabled={!contacts.data} onClick={() => setEditing('new')}>
        Add Contact
      </Button>
    </WhilePlanOpen>
  )

  return (
    <Page
      title="Contacts"
      intro="The people your family should tell, and whom you would like at the service."
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      actions={
        some ? (
          <>
            {addButton}
            <Button icon="document" onClick={() => exportCsv(contacts.data ?? [])}>
              Export CSV
            </Button>
          </>
        ) : undefined
      }
    >
      <Section title="Your contacts">
        <Loaded query={contacts} loading="Loading your contacts" errorTitle="Unable to load contacts">
          {(all) =>
            all.length === 0 ? (
              <EmptyState title="No contacts yet" action={addButton}>
                <p>
                  After a death somebody has to call everybody, often within a day, and rarely knows whom.
                  Begin with the five people who should hear it first; a name and a phone number are enough.
                </p>
              </EmptyState>
            ) : (
              <ContactList
                ownerId={user.id}
                contacts={all}
                search={search}
                onSearch={setSearch}
                onEdit={setEditing}
                onDelete={setDeleting}
              />
            )
          }
        </Loaded>
        <VisibilityNote className="mt-4">
          The people you designate see your contacts after your death is verified, or sooner if you open your
          plan to them. Your contacts themselves are told nothing by us.
        </VisibilityNote>
      </Section>
      {editing ? (
        <ContactDialog
          ownerId={user.id}
          contact={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          // The new one is first in the list, not somewhere behind a search.
          onAdded={() => setSearch('')}
        />
      ) : null}
      {deleting ? (
        <DeleteContact ownerId={user.id} contact={deleting} onClose={() => setDeleting(null)} />
      ) : null}
    </Page>
  )
}

interface ListProps {
  ownerId: string
  contacts: readonly Contact[]
  search: string
  onSearch: (search: string) => void
  onEdit: (contact: Contact) => void
  onDelete: (contact: Contact) => void
}

function ContactList({ ownerId, contacts, search, onSearch, onEdit, onDelete }: ListProps) {
  // Typing goes first, the list follows.
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
  const total = `${contacts.length.toLocaleString('en-US')} ${contacts.length === 1 ? 'contact' : 'contacts'}`

  return (
    <>
      <SearchField
        label="Search your contacts"
        hint="By name, e-mail address, phone number or relation."
        value={search}
        onChange={onSearch}
        found={query === '' ? total : `${found.length.toLocaleString('en-US')} of ${total}`}
      />
      {found.length === 0 ? (
        <div className="rounded-card border border-line bg-sheet p-5">
          <p className="mb-4 break-words">Nobody in your contacts matches “{query}”.</p>
          <Button onClick={() => onSearch('')}>Show all contacts</Button>
        </div>
      ) : (
        <PagedList
          key={query}
          label="Contacts"
          items={found}
          className="divide-y divide-line rounded-card border border-line bg-sheet shadow-card"
        >
          {(contact) => (
            <ContactRow
              key={contact.id}
              ownerId={ownerId}
              contact={contact}
              onEdit={() => onEdit(contact)}
              onDelete={() => onDelete(contact)}
            />
          )}
        </PagedList>
      )}
    </>
  )
}

interface DeleteProps {
  ownerId: string
  contact: Contact
  onClose: () => void
}

function DeleteContact({ ownerId, contact, onClose }: DeleteProps) {
  const remove = useDeleteRow(contactList, ownerId)
  return (
    <ConfirmDialog
      open
      onOpenChange={onClose}
      title={`Delete ${contact.name}?`}
      consequence={`${contact.name} is taken out of your contacts. This cannot be undone, but you can add them again.`}
      confirmLabel="Delete"
      tone="danger"
      busy={remove.isPending}
      busyLabel="Deleting..."
      error={remove.error ? errorSentence(remove.error) : undefined}
      onConfirm={() => remove.mutate(contact.id, { onSuccess: onClose })}
    />
  )
}
