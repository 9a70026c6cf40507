import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isFound, searchText } from '@/lib/search'
import { formatNumber } from '@/lib/text'
import { contacts as contactList } from '@/parts/contacts/data'
import { Button } from '@/ui/base/button'
import { SearchField } from '@/ui/forms/search-field'
import { errorSentenceOfReading } from '@/words/refusals'

/** As many as fit under the field; typing finds the others. */
const SHOWN = 6

interface Choice {
  name: string
  email: string
}

/** Fills in a person from the contacts that have an e-mail address. Shows nothing when there are none. */
export function ContactPicker({
  ownerId,
  onChoose,
}: {
  ownerId: string
  onChoose: (choice: Choice) => void
}) {
  const contacts = useQuery(contactList.query(ownerId))
  const [open, setOpen] = useState(false)
  const [search, setSearch] = useState('')
  const panelId = useId()
  if (contacts.data === undefined) {
    return contacts.error === null ? null : (
      <p className="text-ink-soft">
        We couldn’t load your contacts. {errorSentenceOfReading(contacts.error)}
      </p>
    )
  }
  const reachable = contacts.data.flatMap(({ id, name, email, relation }) =>
    email === null ? [] : [{ id, name, email, relation }],
  )
  if (reachable.length === 0) return null
  const found = reachable.filter(({ name, email, relation }) =>
    isFound(search.trim(), searchText([name, email, relation])),
  )
  const shown = found.slice(0, SHOWN)
  const choose = (choice: Choice | undefined) => {
    if (!choice) return
    setOpen(false)
    setSearch('')
    onChoose(choice)
  }

  return (
    <div>
      <Button icon="people" aria-expanded={open} aria-controls={panelId} onClick={() => setOpen(!open)}>
        Choose from your contacts
      </Button>
      <div id={panelId} hidden={!open} className="mt-4 rounded-control border border-line bg-well p-4">
        <SearchField
          label="Search your contacts"
          value={search}
          onChange={setSearch}
          // Otherwise Enter would submit the form around the field.
          onEnter={() => choose(shown[0])}
          found={describe(shown.length, found.length)}
        />
        <ul className="grid gap-2">
          {shown.map((contact) => (
            <li key={contact.id}>
              <Button wide className="flex-col gap-0" onClick={() => choose(contact)}>
                <span className="break-words">{contact.name}</span>
                <span className="font-normal wrap-anywhere">{contact.email}</span>
              </Button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function describe(shown: number, found: number): string {
  if (found === 0) return 'No one with an email address matches.'
  if (shown === found) return `${found} with an email address.`
  return `${shown} of ${formatNumber(found)} with an email address. Type to find others.`
}
