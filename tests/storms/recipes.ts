// What a storm writes: a value for each column and argument, by its name, and otherwise by its type.
import { randomUUID } from 'node:crypto'
import { address, type Person } from '../support/people.ts'
import { someService } from '../support/services.ts'

/** A request that is about to be made. */
export interface Attempt {
  by: Person
  /** Whose plan it is about: the one that the storm is over, or the person's own. */
  plan: Person
  /** The owner of the plan that the storm is over. */
  stormed: Person
  /** Counts the requests of a connection, so that each has other values. */
  n: number
  guests: readonly Guest[]
  /** People whom the owner named, and who sign in nowhere: one of them submitted the certificate. */
  crowd: readonly string[]
  card: string
  /** The certificate by which the release came, and the reports by cards. */
  submission: string
  reports: readonly string[]
  /** The keys of a person's rows; a table of the schema private is named with it. */
  rowsOf(table: string, planId: string): readonly Record<string, string>[]
  /** The designations that a person gave or was given. */
  designationsOf(personId: string): readonly number[]
  practicesOf(personId: string): readonly string[]
  /** What waits in a queue of the schema private. */
  jobsOf(queue: string): readonly string[]
  /** What housekeeping does by the clock, by name. */
  dueChanges: readonly string[]
}

export interface Guest {
  id: string
  /** A memory that this guest left. */
  memory: string | null
}

/** A column, or an argument without its "p_". */
export interface Value {
  name: string
  type: string
  /** Those of an enum. */
  labels: string[]
}

type Recipe = (attempt: Attempt) => unknown

/** The opening of the first hours that the scene makes. */
export const openingId = '00000000-0000-4000-8000-000000000001'

const next = <T>(list: readonly T[], n: number): T | undefined => list[n % Math.max(list.length, 1)]
const daysAgo = (n: number) => new Date(Date.now() - (1 + (n % 300)) * 86_400_000).toISOString().slice(0, 10)
const guest: Recipe = ({ guests, n }) => next(guests, n)?.id
const someNumber: Recipe = ({ n }) => 1 + (n % 9)
const nothing: Recipe = () => null
const job =
  (queue: string): Recipe =>
  ({ jobsOf, n }) =>
    next(jobsOf(queue), n) ?? randomUUID()

/** By name, or by "table.column" or "function.argument", which comes first. */
const byName: Record<string, Recipe> = {
  owner_id: ({ plan }) => plan.id,
  // Of a table it is the plan's; the functions take it from the caller's session.
  user_id: ({ plan }) => plan.id,
  ...Object.fromEntries(
    [
      'admit_session',
      'begin_checkout',
      'begin_email_change',
      'issue_email_code',
      'verify_email_code',
      'save_stripe_customer',
      'settle_files_of_deleted',
    ].map((name) => [`${name}.user_id`, ({ by }: Attempt) => by.id]),
  ),
  'begin_designation_invite.owner_id': ({ by }) => by.id,
  id: () => randomUUID(),
  guest_id: guest,
  memory_id: () => randomUUID(),
  'take_back_guest_memory.memory_id': ({ guests, n }) => next(guests, n)?.memory ?? randomUUID(),
  designation_id: ({ by, designationsOf, n }) => next(designationsOf(by.id), n) ?? n,
  designation_ids: ({ by, designationsOf }) => designationsOf(by.id).slice(0, 50),
  choice: ({ n }) => next(['contacts', 'home', 'funeral'], n),
  practice_id: ({ by, practicesOf, n }) => next(practicesOf(by.id), n) ?? randomUUID(),
  browser_id: ({ by, rowsOf, n }) => next(rowsOf('private.browsers', by.id), n)?.id ?? randomUUID(),
  submission_id: ({ submission }) => submission,
  report_id: ({ reports, n }) => next(reports, n),
  opening_id: () => openingId,
  'open_first_hours.reason': ({ n }) => next(['ill', 'died'], n),
  'set_opening_notice.hours': ({ n }) => next([0, 24], n),
  // Of a guest who is not on the list yet.
  'add_guest.guest_id': () => randomUUID(),
  contact_id: nothing,
  phone: ({ n }) => `555-01${10 + (n % 90)}`,
  answer: ({ n }) => next(['yes', 'no'], n),
  seen_at: nothing,
  'invite_guests.guests': ({ n }) => [{ name: `Guest ${n}`, email: address('storm') }],
  // A certificate that was uploaded for one's own plan. For another's there is none, so its state stays what the press expects.
  path: ({ plan }) => `${plan.id}/certificate.pdf`,
  section: ({ n }) => next(['certificate', 'memories', 'first-days'], n),
  died_on: ({ n }) => daysAgo(n),
  // The owner of the plan may put the hold on meanwhile, but what a press closed must stay closed.
  hold: ({ by, stormed, n }) => by.id === stormed.id || n % 2 === 0,
  visibility_hold: ({ by, stormed, n }) => by.id === stormed.id || n % 2 === 0,
  again: ({ n }) => n % 2 === 0,
  shows_portrait: ({ n }) => n % 2 === 0,
  takes_memories: () => true,

  // ---- columns with a rule of their own
  person_email: () => address('storm'),
  account_number: () => '1234',
  born_on: ({ n }) => daysAgo(n),
  storage_path: ({ plan }) => `${plan.id}/${randomUUID()}.mp4`,
  file_path: ({ plan }) => `${plan.id}/estate/${randomUUID()}.pdf`,
  // Only one row can have a path, but all of them can have none.
  document_path: ({ plan, n }) => (n % 2 === 0 ? null : `${plan.id}/insurance/${randomUUID()}.pdf`),
  picture_path: nothing,
  captions: ({ n }) => `WEBVTT\n\n00:00.000 --> 00:01.000\nStorm ${n}`,
  'health_papers.file_path': ({ plan }) => `${plan.id}/health/${randomUUID()}.pdf`,
  'health_consents.worded_on': () => '2026-11-24',
  'portraits.picture_path': ({ plan }) => `${plan.id}/portrait/${randomUUID()}.jpg`,
  music_playlist_ref: ({ n }) => `https://example.com/${n}`,
  livestream_url: ({ n }) => `https://example.com/${n}`,
  for_beneficiary: nothing,
  words: ({ n }) => `We remember. ${n}`,
  release_wait_days: ({ n }) => next([0, 1, 3, 7], n),
  review_reminder_months: ({ n }) => next([0, 3, 6, 12], n),
  step_key: () => 'general:certificates',
  'step_marks.mark': () => 'done',
  undoes: nothing,
  held_on: ({ n }) => new Date(Date.now() + (20 + (n % 50)) * 86_400_000).toISOString().slice(0, 10),
  time_zone: () => someService.time_zone,

  // ---- what edge functions send
  code: ({ card }) => card,
  'report_card.kind': ({ n }) => next(['death', 'reach'], n),
  contact: () => 'A neighbor, 555 0100',
  network: () => randomUUID(),
  email: ({ by }) => by.email,
  emails: ({ by }) => [by.email],
  new_email: ({ by }) => `moved.${by.id}@example.com`,
  to_email: () => address('storm'),
  'issue_email_code.purpose': () => 'account-deletion',
  'verify_email_code.purpose': () => 'account-deletion',
  hmac: () => '00'.repeat(32),
  source: () => 'stripe',
  failed_stages: () => [],
  error: nothing,
  'settle_mail.id': job('mail_outbox'),
  'hand_back_mail.id': job('mail_outbox'),
  'settle_file_removal.id': job('file_removals'),
  'settle_membership_cancellation.id': job('membership_cancellations'),
  'wind_up_service.id': job('service_windups'),
  'settle_service_windup.id': job('service_windups'),
  'apply_due_change.name': ({ dueChanges, n }) => next(dueChanges, n),
  // A turn of no length and an empty pause: the mail of others goes on.
  seconds: () => 0,
  pause_seconds: () => 0,
}

const byType: Record<string, Recipe> = {
  text: ({ n }) => `Storm ${n}`,
  uuid: () => randomUUID(),
  boolean: ({ n }) => n % 2 === 0,
  smallint: someNumber,
  integer: someNumber,
  bigint: someNumber,
  numeric: someNumber,
  date: ({ n }) => daysAgo(n),
  'time without time zone': ({ n }) => `1${n % 10}:00:00`,
  'timestamp with time zone': () => new Date().toISOString(),
  jsonb: () => ({}),
  'text[]': () => ['storm'],
}

/**
 * @param of the table or the function
 * @throws naming it when there is no value for its type
 */
export function valueFor(of: string, value: Value, attempt: Attempt): unknown {
  const recipe = named(of, value) ?? byType[value.type]
  if (recipe) return recipe(attempt)
  if (value.labels.length > 0) return next(value.labels, attempt.n)
  throw new Error(`tests/storms/recipes.ts has no value for ${of}.${value.name}, ${value.type}`)
}

/** Whether a value is given where it could be left out. */
valueFor.knows = (of: string, value: Value): boolean => named(of, value) !== undefined

const named = (of: string, { name }: Value) => byName[`${of}.${name}`] ?? byName[name]

/** Writes that fail for a reason while no storm blows, and so need not be made once before it. */
export const neverMadeInCalm: Record<string, string> = {
  'video_messages: update body of all rows': 'the plan that has a letter has videos too, which have no body',
  'stop_release()': 'it is the press itself',
  'stop_release_by_link()': 'it is the press itself',
}
