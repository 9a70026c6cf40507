import { differenceInMinutes } from 'date-fns'
import type { AccessEvent } from '@/data/memorial/access-events'
import { formatDate, formatDateTime, parseTimestamp } from '@/lib/dates'
import { capitalize, count, PRODUCT_NAME } from '@/lib/text'
import { planParts } from '@/parts'
import { toldBy } from '@/reading/steps/plan-steps'
import { roleWords } from '@/words/roles'

type Role = keyof typeof roleWords

/** The tab that can be viewed besides the parts of the plan. */
const CERTIFICATE = 'certificate'
/** The tab with the steps for the first days. */
const FIRST_DAYS = 'first-days'
/** The tab with what designees remember. */
const MEMORIES = 'memories'

/** Who reads the history, and whose history it is. */
export interface Reader {
  id: string
  /** Null when it is the reader's own plan. */
  ownerName: string | null
}

/** The words that sentences are built from. */
function partsOf(event: AccessEvent, reader: Reader) {
  const { role } = event.detail
  const { name, actorIs } = actor(event, reader)
  return {
    event,
    /** "You", "Anna Berg (executor)", "The administrator". */
    who: actorIs ? `${name} (${roleName(actorIs)})` : name,
    /** The same without the role, for sentences that name the role elsewhere. */
    name,
    /** Whether the event happened automatically, because its time had come. */
    byItself: event.actor_role === 'system',
    /** "your", "Olive's" */
    whose: reader.ownerName === null ? 'your' : `${reader.ownerName}’s`,
    /** "you", "yourself", "Olive" */
    whom: reader.ownerName ?? (event.actor_id === reader.id ? 'yourself' : 'you'),
    /** "as executor", or nothing when the role is not known. */
    asRole: role ? ` as ${roleName(role)}` : '',
    /** "Anna Berg (executor)": the person whom a designation names. */
    named: `${event.detail.name ?? 'a person'}${role ? ` (${roleName(role)})` : ''}`,
  }
}
type Parts = ReturnType<typeof partsOf>

const sentences = new Map(
  Object.entries<(parts: Parts) => string>({
    designation_added: ({ who, event, asRole }) =>
      `${who} named ${event.detail.name ?? 'a person'}${asRole}.`,
    designation_removed: ({ who, named }) => `${who} removed ${named} from the plan.`,
    designation_revoked: ({ who, named }) => `${who} ended access for ${named}.`,
    designation_restored: ({ who, named }) => `${who} gave ${named} back their access.`,
    role_changed: ({ who, named, event: { detail } }) =>
      `${who} changed the role of ${named}${detail.new_role ? ` to ${roleName(detail.new_role)}` : ''}.`,
    part_timing_changed: ({ who, named }) => `${who} changed what ${named} can see, or when.`,
    invitation_accepted: ({ name, asRole }) => `${name} accepted the invitation${asRole}.`,
    invitation_declined: ({ name, asRole }) => `${name} declined the invitation${asRole}.`,
    stepped_down: ({ name, asRole }) => `${name} stepped down${asRole}.`,
    mail_refused: ({ named }) => `Our emails to ${named} were refused.`,
    hold_lifted: ({ who, whose, event }) =>
      event.detail.until
        ? `${who} turned off the visibility hold until ${formatDateTime(event.detail.until)}. Everyone who had accepted could see ${whose} plan.`
        : `${who} turned off the visibility hold. Everyone who had accepted could see ${whose} plan.`,
    hold_restored: ({ who, whose, byItself }) =>
      byItself
        ? `The visibility hold came back on automatically when its time was up. ${capitalize(whose)} plan was private again.`
        : `${who} turned the visibility hold back on. ${capitalize(whose)} plan was private again.`,
    first_hours_opened: ({ who, whose, event }) => {
      const opens = announced(event)
      return opens
        ? `${who} asked to open the first hours of ${whose} plan. They were to open on ${opens}.`
        : `${who} opened the first hours of ${whose} plan.`
    },
    first_hours_prolonged: ({ who, whose, event }) =>
      `${who} kept the first hours of ${whose} plan open${event.detail.ends_at ? ` until ${formatDateTime(event.detail.ends_at)}` : ' longer'}.`,
    first_hours_closed: ({ who, whose }) => `${who} closed the first hours of ${whose} plan.`,
    opening_ended: ({ who, whose, byItself }) =>
      byItself
        ? `The time of the first hours of ${whose} plan was over.`
        : `${who} closed the first hours of ${whose} plan.`,
    certificate_submitted: ({ who, whom }) => `${who} submitted a death certificate for ${whom}.`,
    certificate_approved: ({ who, whose, event }) => {
      const opens = waitingEnd(event)
      return `${who} approved the death certificate. ${capitalize(whose)} plan ${opens ? `was to open on ${opens}` : 'opened right away'}.`
    },
    certificate_rejected: ({ who }) => `${who} rejected the death certificate.`,
    certificate_needs_another: ({ who }) => `${who} asked for another photo of the death certificate.`,
    certificate_objected: ({ who }) => `${who} told us that something is wrong with the death certificate.`,
    objection_withdrawn: ({ who }) => `${who} withdrew what they had told us about the death certificate.`,
    certificate_pause_lifted: ({ who, event }) =>
      `${who} let ${event.detail.name ?? 'a person'} submit a death certificate again.`,
    decision_taken_back: ({ who, whose }) =>
      `${who} took back the decision about the death certificate. ${capitalize(whose)} plan was closed, and the certificate was to be checked again.`,
    release_stopped: ({ who, whose }) =>
      `${who} stopped the release. ${capitalize(whose)} plan was closed right away.`,
    plan_released: ({ whose }) => `The waiting period ended and ${whose} plan opened.`,
    date_of_death_entered: ({ who, whose, event: { detail } }) =>
      detail.died_on
        ? `${who} entered ${formatDate(detail.died_on)} as the date of ${whose} death.`
        : `${who} removed the date of ${whose} death.`,
    memory_left: ({ who }) => `${who} left a memory.`,
    memory_removed: ({ who, event }) => `${who} removed ${memoryOf(event)}.`,
    memory_hidden: ({ who, event }) => `${who} hid ${memoryOf(event)}.`,
    memory_shown: ({ who, event }) => `${who} showed ${memoryOf(event)} again.`,
    guest_memory_left: ({ event }) => `${capitalize(guestOf(event))}, a guest of the service, left a memory.`,
    guest_memory_removed: ({ event }) =>
      `${capitalize(guestOf(event))}, a guest of the service, deleted a memory.`,
    memorial_opened: ({ who }) => `${who} visited the plan’s page.`,
    section_viewed: ({ who, event }) => `${who} opened ${viewed(event)}.`,
    file_opened: ({ who, event }) => `${who} opened ${opened(event)}.`,
    step_marked: ({ who, event }) => `${who} ${marked(event)}.`,
    card_made: ({ who }) => `${who} made a new wallet card. Any older one stopped working.`,
    card_withdrawn: ({ who, whose }) => `${who} withdrew ${whose} wallet card.`,
    card_ended: ({ whose }) =>
      `${capitalize(whose)} wallet card ended because a death certificate was approved.`,
    card_used: ({ whose }) =>
      `Someone used ${whose} wallet card. We emailed the people named; nothing was opened.`,
    service_arranged: ({ who }) => `${who} arranged the service.`,
    service_changed: ({ who }) => `${who} changed when or where the service will be.`,
    service_details_changed: ({ who }) => `${who} changed the details of the service.`,
    service_called_off: ({ who }) => `${who} called off the service.`,
    guests_invited: ({ who, event }) =>
      `${who} invited ${event.detail.people === undefined ? 'guests' : count(event.detail.people, 'guest')} to the service.`,
    guest_added: ({ who, event }) => `${who} put ${guestOf(event)} on the guest list of the service.`,
    guests_reminded: ({ who, event }) =>
      `${who} reminded ${event.detail.people === undefined ? 'guests' : count(event.detail.people, 'guest')} of the service.`,
    guest_answer_taken: ({ who, event }) => `${who} entered ${guestOf(event)}’s answer about the service.`,
    guest_answer_taken_back: ({ who, event }) =>
      `${who} removed the answer they had entered for ${guestOf(event)}.`,
    guest_withdrawn: ({ who, event }) => `${who} withdrew ${guestOf(event)}’s invitation to the service.`,
    guest_restored: ({ who, event }) =>
      `${who} let ${guestOf(event)} use their invitation to the service again.`,
    guests_shown_portrait: ({ who, whose }) =>
      `${who} showed the guests of the service ${whose} portrait and dates.`,
    guests_not_shown_portrait: ({ who, whose }) =>
      `${who} hid ${whose} portrait and dates from the guests of the service.`,
    guests_asked_for_memories: ({ who }) => `${who} allowed the guests of the service to leave memories.`,
    guests_not_asked_for_memories: ({ who }) =>
      `${who} stopped taking memories from the guests of the service.`,
    health_consent_given: ({ who }) => `${who} agreed that ${PRODUCT_NAME} may keep Health & Care.`,
    health_consent_withdrawn: ({ who }) =>
      `${who} took that back, and everything in Health & Care was deleted.`,
    browser_signed_in: ({ event }) => `A new browser signed in to your account${browserOf(event)}.`,
    browser_confirmed: ({ who, event }) => `${who} confirmed a new browser${browserOf(event)}.`,
    browser_refused: ({ who, event }) => `${who} signed out a new browser${browserOf(event)}.`,
    practice_started: ({ who, event }) =>
      `${who} asked ${event.detail.people === undefined ? 'some people' : count(event.detail.people, 'person', 'people')} to practice.`,
  }),
)

/** Describes an event in a sentence for this reader. An unknown event still says who did something. */
export function eventSentence(event: AccessEvent, reader: Reader): string {
  return (sentences.get(event.action) ?? other)(partsOf(event, reader))
}

function other({ who, whose, byItself }: Parts): string {
  return byItself
    ? `Something happened to ${whose} plan automatically.`
    : `${who} did something to ${whose} plan that we don’t have a description for.`
}

/** Who did it, and in which role where that matters. */
function actor(
  { actor_id, actor_name, actor_role }: AccessEvent,
  reader: Reader,
): { name: string; actorIs?: Role | null } {
  if (actor_id === reader.id) return { name: 'You' }
  if (actor_role === 'owner') return { name: capitalize(reader.ownerName ?? 'you') }
  if (actor_role === 'administrator') return { name: 'The administrator' }
  if (actor_role === 'system') return { name: 'The system' }
  return { name: actor_name ?? 'Someone', actorIs: actor_role }
}

function roleName(role: Role): string {
  return roleWords[role].name.toLowerCase()
}

/** When the plan opens after an approval; null when it opened right away. */
function waitingEnd({ created_at, detail }: AccessEvent): string | null {
  const [opens, approved] = [parseTimestamp(detail.release_at), parseTimestamp(created_at)]
  return opens && approved && opens > approved ? formatDateTime(detail.release_at) : null
}

/** When the first hours open; null when they opened right away, which may take a minute. */
function announced({ created_at, detail }: AccessEvent): string | null {
  const [opens, pressed] = [parseTimestamp(detail.opens_at), parseTimestamp(created_at)]
  return opens && pressed && differenceInMinutes(opens, pressed) > 5 ? formatDateTime(detail.opens_at) : null
}

/** What someone did on the list of steps for the first days. */
function marked({ detail: { mark, title } }: AccessEvent): string {
  const step = title ? `“${title}”` : 'a step'
  const person = title ? toldBy(title) : null
  const list = 'in the list of what to do'
  switch (mark) {
    case 'left_message':
      return person ? `noted ${list}: left ${person} a message` : `left a message for ${step} ${list}`
    case 'not_reached':
      return person ? `noted ${list}: tried to reach ${person}` : `tried to reach someone for ${step} ${list}`
    case 'note':
      return `added a note to ${step} ${list}`
    case undefined:
      return `did something with ${step} ${list}`
    default:
      return `${{ done: 'checked off', doing: 'took on', added: 'added', undo: 'removed a mark from' }[mark]} ${step} ${list}`
  }
}

/** ": Chrome on Windows", where that is known. */
function browserOf({ detail: { browser } }: AccessEvent): string {
  return browser ? `: ${browser}` : ''
}

function guestOf({ detail: { name } }: AccessEvent): string {
  return name ?? 'a guest'
}

function memoryOf({ detail: { name } }: AccessEvent): string {
  return name ? `the memory from ${name}` : 'a memory'
}

function viewed({ detail: { section: tab } }: AccessEvent): string {
  if (tab === FIRST_DAYS) return 'the list of what to do'
  if (tab === MEMORIES) return 'the memories'
  if (tab === CERTIFICATE) return 'the death certificate'
  return planParts.find((part) => part.tab === tab && part.viewed)?.viewed ?? 'a part of the plan'
}

function opened({ detail: { section: tab, title } }: AccessEvent): string {
  if (tab === CERTIFICATE) return 'the death certificate'
  const quoted = title ? ` “${title}”` : ''
  const ofPart = planParts.find((part) => part.tab === tab && part.opened)
  return ofPart?.opened?.(quoted) ?? `a file${quoted}`
}
