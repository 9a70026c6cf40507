import { useState } from 'react'
import {
  type CalledGuest,
  type Guest,
  guestSchema,
  type NewGuest,
  useAddGuests,
  useInviteGuests,
} from '@/data/service/guests'
import type { Service } from '@/data/service/services'
import { parseTimestamp } from '@/lib/dates'
import { count } from '@/lib/text'
import { emailSchema } from '@/lib/validation'
import type { Contact } from '@/parts/contacts/data'
import { Button } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { DoneNotice, Notice } from '@/ui/base/notice'
import { PageSection } from '@/ui/base/page'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { ChoiceCard } from '@/ui/forms/choice-card'
import { TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'
import { useIsPast } from '@/ui/hooks/use-is-past'
import { AddCalledGuest } from './add-called-guest'

/** How many guests a service takes; the database enforces the same limit. */
const GUEST_LIMIT = 500

interface Props {
  ownerId: string
  ownerName: string
  /** Null until day and place are saved. */
  service: Service | null
  guests: readonly Guest[]
  contacts: readonly Contact[]
}

/** Someone who can be invited now. The address names them: two people who share one get one email. */
interface Candidate extends NewGuest {
  /** Whether the owner marked them for the service. */
  isMarked: boolean
  isChosen: boolean
}

/**
 * Who will be invited: those whom the owner marked, others of the contacts, and people who are typed in. No one is
 * written to before the press that says how many emails go out.
 */
export function InviteGuests({ ownerId, ownerName, service, guests, contacts }: Props) {
  const invite = useInviteGuests(ownerId)
  const add = useAddGuests(ownerId)
  const addOne = useAddGuests(ownerId)
  const [typed, setTyped] = useState<readonly NewGuest[]>([])
  // What was chosen other than the owner had marked, by address.
  const [choices, setChoices] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [asking, setAsking] = useState(false)
  const isOver = useIsPast(parseTimestamp(service?.starts_at)?.getTime() ?? null)
  const { candidates, unreachable } = candidatesAmong(contacts, typed, guests, choices)
  const chosen = candidates.filter(({ isChosen }) => isChosen)
  const tooMany = Math.max(0, guests.length + chosen.length - GUEST_LIMIT)
  const emails = count(chosen.length, 'email')
  const isOpen = service !== null && !service.is_called_off && !isOver
  const marked = candidates.some(({ isMarked }) => isMarked)
    ? `The contacts ${ownerName} marked for the service are chosen below.`
    : unreachable.length > 0
      ? `Contacts ${ownerName} marked for the service have no email address.`
      : contacts.some(({ invitee }) => invitee)
        ? `The contacts ${ownerName} marked for the service are on the guest list already.`
        : `${ownerName} didn’t mark any contacts for the service.`

  return (
    <PageSection
      title="Invite guests"
      intro={
        isOpen
          ? `${marked} ${candidates.length > 0 ? 'Check each address, leave people out, or add others.' : 'You can add others.'}`
          : undefined
      }
    >
      {!isOpen ? (
        <Notice>
          {service === null
            ? 'Once you’ve saved the day and the place, you can send the invitations.'
            : isOver
              ? 'The service has taken place, so no more invitations can be sent.'
              : 'The service is called off, so no invitations can be sent.'}
        </Notice>
      ) : (
        <div className="grid gap-6">
          {candidates.length > 0 ? (
            <fieldset className="max-w-form">
              <legend className="mb-2 font-semibold">Who should be invited?</legend>
              <div className="grid gap-2.5">
                {candidates.map(({ name, email, isChosen }) => (
                  <ChoiceCard
                    key={email}
                    type="checkbox"
                    label={name}
                    hint={<span className="wrap-anywhere">{email}</span>}
                    checked={isChosen}
                    disabled={invite.isPending}
                    onChange={({ target }) => setChoices(new Map([...choices, [email, target.checked]]))}
                  />
                ))}
              </div>
            </fieldset>
          ) : (
            <p className="text-ink-soft">There’s no one left to invite on this list.</p>
          )}
          {unreachable.length > 0 ? (
            <div className="max-w-prose">
              <p>
                {ownerName} would also like these people to be there, but there’s no email address for them.
                Please call or write to:{' '}
                {unreachable.map(({ name, phone }) => (phone ? `${name} (${phone})` : name)).join(', ')}.
              </p>
              <Button
                className="mt-3"
                icon="plus"
                busy={add.isPending}
                busyLabel="Adding..."
                onClick={() => add.mutate(unreachable.map(asCalledGuest))}
              >
                Add {unreachable.length === 1 ? 'them' : `these ${unreachable.length} people`} to the guest
                list
              </Button>
            </div>
          ) : null}
          {add.isSuccess ? (
            <p role="status">They’re on the guest list below. Enter each answer there once you’ve called.</p>
          ) : null}
          <FailureNotice title="Not everyone was added" problem={add.error} />
          <AddGuest
            onAdd={(guest) => {
              setTyped([...typed.filter(({ email }) => email !== guest.email), guest])
              setChoices(new Map([...choices, [guest.email, true]]))
            }}
            isTaken={(email) => guests.some((guest) => guest.email === email)}
          />
          <AddCalledGuest onAdd={(guest) => addOne.mutateAsync([guest])} />
          {invite.isSuccess ? (
            <DoneNotice
              title={
                invite.data > 0
                  ? `${count(invite.data, 'invitation')} on the way`
                  : 'They had all been invited already'
              }
            >
              {invite.data > 0 ? 'We’ll send the emails within a few minutes. ' : null}You’ll find the answers
              below.
            </DoneNotice>
          ) : null}
          <FailureNotice title="No one was invited" problem={invite.error} />
          {tooMany > 0 ? (
            <Notice tone="warning" role="status" title={`That’s ${count(tooMany, 'guest')} too many`}>
              You can invite {GUEST_LIMIT} guests in all. Please leave out {tooMany} of those chosen above.
            </Notice>
          ) : null}
          <div>
            <Button
              variant="primary"
              icon="mail"
              busy={invite.isPending}
              busyLabel="Sending..."
              disabled={chosen.length === 0 || tooMany > 0}
              onClick={() => {
                invite.reset()
                setAsking(true)
              }}
            >
              {chosen.length === 0 ? 'Invite guests' : `Invite ${count(chosen.length, 'guest')}`}
            </Button>
          </div>
          <ConfirmDialog
            open={asking}
            onOpenChange={setAsking}
            title={`Send ${emails}?`}
            consequence={
              <>
                <p>
                  We’ll send an invitation to{' '}
                  {chosen.length === 1 ? 'this address' : 'each of these addresses'}. An email can’t be taken
                  back.
                </p>
                <ul className="mt-3 max-h-60 list-disc overflow-y-auto pl-6">
                  {chosen.map(({ name, email }) => (
                    <li key={email} className="wrap-anywhere">
                      {name}, {email}
                    </li>
                  ))}
                </ul>
              </>
            }
            confirmLabel={`Send ${emails}`}
            onConfirm={() => {
              setAsking(false)
              invite.mutate(chosen.map(({ isChosen: _, isMarked: __, ...guest }) => guest))
            }}
          />
        </div>
      )}
    </PageSection>
  )
}

const nobody = { name: '', email: '' }

interface AddGuestProps {
  onAdd: (guest: NewGuest) => void
  isTaken: (email: string) => boolean
}

/** Adds someone to the list of those to invite. Nothing is sent. */
function AddGuest({ onAdd, isTaken }: AddGuestProps) {
  const { field, busy, submit, ...form } = useForm({
    schema: guestSchema,
    values: nobody,
    send: async (guest) => {
      if (isTaken(guest.email)) {
        form.refuse('email', 'This address has been invited already.')
        return
      }
      onAdd(guest)
      form.reset(nobody)
      form.focus('name')
    },
  })
  return (
    <details className="max-w-form">
      <summary className="min-h-11 cursor-pointer py-2 font-semibold">Add someone else</summary>
      <div className="mt-3">
        <FormFrame busy={busy} submit={submit} submitLabel="Add to the list" variant="secondary" icon="plus">
          <TextField label="Name" {...field('name')} />
          <TextField label="Email" type="email" autoCapitalize="off" {...field('email')} />
        </FormFrame>
      </div>
    </details>
  )
}

/** Which of the contacts a guest is. */
function referenceTo({ id: contact_id, phone }: Contact): Pick<NewGuest, 'contact_id' | 'phone'> {
  return { contact_id, ...(phone ? { phone } : {}) }
}

/** Those who can still be invited, marked contacts first; and marked contacts without an address that takes email. */
function candidatesAmong(
  contacts: readonly Contact[],
  typed: readonly NewGuest[],
  guests: readonly Guest[],
  choices: ReadonlyMap<string, boolean>,
) {
  const seen = new Set(guests.map(({ email }) => email))
  const candidates: Candidate[] = []
  const offer = (guest: NewGuest, { isMarked = false, isTyped = false }) => {
    if (seen.has(guest.email)) return
    seen.add(guest.email)
    candidates.push({ ...guest, isMarked, isChosen: choices.get(guest.email) ?? (isMarked || isTyped) })
  }
  const marked = contacts.filter(({ invitee }) => invitee)
  // Of contacts who share an address, the first in this order is the guest.
  const ordered = [...marked, ...contacts.filter(({ invitee }) => !invitee)]
  const contactAt = new Map(ordered.toReversed().map((contact) => [addressOf(contact), contact]))
  for (const guest of typed) {
    const contact = contactAt.get(guest.email)
    offer(contact ? { ...guest, ...referenceTo(contact) } : guest, {
      isMarked: contact?.invitee,
      isTyped: true,
    })
  }
  for (const contact of ordered) {
    const email = addressOf(contact)
    if (email) offer({ name: contact.name, email, ...referenceTo(contact) }, { isMarked: contact.invitee })
  }
  const listed = new Set(guests.map(({ contact_id }) => contact_id))
  return {
    candidates,
    unreachable: marked.filter((contact) => addressOf(contact) === null && !listed.has(contact.id)),
  }
}

/** A contact to put on the list. The contact's own id keeps a second try from adding them twice. */
function asCalledGuest({ id: contact_id, name, phone }: Contact): CalledGuest {
  return { id: crypto.randomUUID(), name, phone, contact_id }
}

function addressOf({ email }: Contact): string | null {
  return emailSchema.safeParse(email ?? '').data ?? null
}
