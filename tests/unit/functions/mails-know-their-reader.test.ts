import { describe, expect, it } from 'vitest'
import type { MailContent } from '../../../supabase/functions/_shared/mail.ts'
import { type Kind, type PlanState, planStates } from '../../../supabase/functions/_shared/mails/occasions.ts'
import { renderOutboxMail } from '../../../supabase/functions/_shared/mails/outbox.ts'
import { cases, context, everything, statesOf, whenOf } from './example-mails'

const owner = everything.owner_name
const isDead = (state: PlanState) => state === 'waiting' || state === 'released'

/** What a payload can hold in one state and not in another. */
const byState: Partial<Record<Kind, (state: PlanState) => Record<string, unknown>[]>> = {
  you_accepted: (state) => [{ state: state === 'stopped' ? 'living' : state }],
  you_declined: (state) => [{ state: state === 'stopped' ? 'living' : state }],
  plan_deleted: (state) => [{ is_deceased: state === 'released' }],
  invited_by_mistake: (state) => [{ is_alive: state === 'stopped' }],
  certificate_submitted: () => [{}, { is_actor: true }],
  certificate_objected: (state) =>
    [{}, { is_actor: true }, { opens_at: null }].map((more) => ({ ...more, is_approved: isDead(state) })),
  certificate_needs_another: () => [{}, { is_submitter: true, message: 'Half is missing.' }],
  certificate_approved: (state) => [
    { is_open: state === 'released' },
    { open_until: everything.release_at, is_open: state === 'released' },
  ],
  release_stopped: () => [{}, { submitter_name: null }],
  certificate_rejected: () => [
    { taken_back: null },
    { taken_back: 'approved' },
    { taken_back: 'approved', was_open: false },
    { message: 'A page is missing.' },
  ],
  decision_taken_back: () => [
    { taken_back: 'approved' },
    { taken_back: 'approved', was_open: false },
    { taken_back: 'rejected' },
    { taken_back: 'needs_another', was_open: false },
  ],
  first_hours_opened: (state) =>
    [{}, { is_open: false }, { untold: ['Ann Berg'] }].map((more) => ({
      ...more,
      is_deceased: isDead(state),
    })),
  first_hours_prolonged: (state) => [{ is_deceased: isDead(state) }],
  // In a waiting period they stay open until the release, so that their time can't end.
  first_hours_closed: (state) => [
    { how: 'owner' },
    { how: 'operator' },
    ...(isDead(state) ? [] : [{ how: 'time' }]),
  ],
  card_used: () => [{ report: 'death' }, { report: 'reach' }],
  person_removed: () => [{ is_removed: true }, { because: 'first_hours' }, {}],
  owner_email_changed: () => [{}, { because: 'first_hours' }],
  message_due: () => [{}, { is_today: false }],
  service_mistaken: (state) => [{ owner_lives: state === 'stopped' }],
  service_changed: () => [{}, { answered_earlier: true }],
  browser_signed_in: () => [{}, { until: null }],
  hold_lifted: () => [{}, { until: null, people: 0 }],
}

/** Every mail that can be queued, by its reader and by what is known of the owner. */
const letters = cases.flatMap(({ kind, recipient }) =>
  statesOf(kind, recipient).flatMap((state) =>
    (byState[kind]?.(state) ?? [{}]).map((more) => ({
      name: `${kind} for the ${recipient} while ${state} ${JSON.stringify(more)}`,
      kind,
      recipient,
      state,
      mail: renderOutboxMail(
        kind,
        { ...everything, recipient, ...more },
        { ...context, supportEmail: 'help@heartwood.example', reviewTime: '2 business days' },
      ),
    })),
  ),
)

const sentences = ({ subject, text }: MailContent) =>
  `${subject}.\n${text}`.split(/(?<=[.:])\s+(?=[A-Z“])|\n+/).filter(Boolean)

/** Mail that an owner of whom our records say that they died has to get all the same: they may be alive. */
const speaksToTheLiving = /if you’re alive|if it (?:wasn’t you|isn’t right)|it was right to open/i

describe.each(letters)('the email $name', ({ recipient, state, mail }) => {
  it('asks nothing of the dead, and sends no one to them', () => {
    if (!isDead(state)) return
    if (recipient === 'owner') expect(mail.text).toMatch(speaksToTheLiving)
    else
      for (const sentence of sentences(mail))
        expect(sentence).not.toMatch(
          new RegExp(
            `\\b(?:ask|tell|call|told|reach|talk to|check with) ${owner}(?!'s)|${owner} is alive`,
            'i',
          ),
        )
  })

  it('says of no one that they died or live unless that is known', () => {
    if (recipient === 'owner') return
    const died = new RegExp(`${owner} (?:has )?died|so sorry that ${owner}`)
    const unsure = /\b(?:if|when|whether|until)\b|told (?:us|you)|we wrote|said that|never|hasn’t/i
    for (const sentence of sentences(mail)) {
      if (!isDead(state) && died.test(sentence)) expect(sentence).toMatch(unsure)
      if (state !== 'stopped' && sentence.includes(`${owner} is alive`)) expect(sentence).toMatch(unsure)
      // What has happened is no longer a condition.
      if (isDead(state))
        expect(sentence).not.toMatch(new RegExp(`(?:If|When|after) ${owner} (?:has died|dies)`))
    }
  })

  it('calls no page of an owner who may be living a memorial page', () => {
    if (!isDead(state)) expect(mail.text).not.toContain('memorial page')
  })

  it('tells times in words of its reader’s day, and never in UTC', () => {
    expect(mail.text).not.toMatch(/\b(?:UTC|GMT)\b/)
    // When and where a service is held is told in the time of that place.
    if (recipient !== 'guest') expect(mail.text).not.toMatch(/\b\d{1,2}:\d\d\b/)
  })
})

/** The lines of the table in docs/emails.md. */
function tableOfEmails(): string {
  const rows = cases.map(({ kind, recipient }) => {
    const { subject } = renderOutboxMail(kind, { ...everything, recipient }, context)
    const states = statesOf(kind, recipient)
    return [
      `\`${kind}\``,
      recipient,
      whenOf(kind, recipient),
      states.length === planStates.length ? 'any' : states.join(', ').replaceAll('_', ' '),
      subject.replaceAll('|', ''),
    ]
  })
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['kind', 'to the', 'when', 'state of the plan', 'a subject']),
    line(Array(5).fill('---')),
    ...rows.map(line),
  ].join('\n')
}

it('docs/emails.md names every email, its reader, when it is sent and in which states of the plan', async () => {
  await expect(`# Emails

Every email about a plan or an account, made from \`supabase/functions/_shared/mails/occasions.ts\`. \`npx vitest run --project
unit tests/unit/functions/mails-know-their-reader.test.ts -u\` writes this page again. Besides these there are the codes, which
anyone who signs in or confirms something asks for, and the invitation, which an owner sends.

The state of the plan is what is known of its owner when the email is queued. *living*: nothing. *under review*: a death
certificate is being checked. *waiting*, *released*: the death is verified, and the plan waits or is open. *stopped*: the owner
stopped the last certificate. Tests hold the words and the database to this table: no email asks anything of the dead, says of
anyone that they died before that is verified, or names a time in UTC; and none is queued in another state.

${tableOfEmails()}
`).toMatchFileSnapshot('../../../docs/emails.md')
})
