import type { Row } from '../bridges/bridge.ts'
import { type Html, html } from '../html.ts'
import { dashboardPage } from './pages.ts'

export const decisions = ['approved', 'needs_another', 'rejected'] as const
export type Decision = (typeof decisions)[number]

const bucket = 'death-certificates'

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const list = (value: unknown): Row[] => (Array.isArray(value) ? value : [])
const time = (value: unknown) =>
  value ? new Date(text(value)).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }) : 'never'
const person = (name: unknown, email: unknown) =>
  text(name) ? `${text(name)} (${text(email)})` : text(email)

/** @returns the page with all certificates that wait for a decision, oldest first */
export function reviewsPage(reviews: Row[], done = ''): Response {
  const none = html`<p class="card">No certificate is waiting. When a designee uploads one, it appears here.</p>`
  return dashboardPage(
    'Certificate reviews',
    html`${done && html`<p class="card done" role="status">${done}</p>`}
      ${reviews.length === 0 ? none : reviews.map(reviewCard)}`,
  )
}

function reviewCard(review: Row): Html {
  const owner = text(review.owner_id)
  const link = (decision: Decision) => `/review?${new URLSearchParams({ owner, decision }).toString()}`
  return html`<section class="card">
    <h2 style="margin-top: 0">${person(review.owner_name, review.owner_email)}</h2>
    ${details(review)}
    <p class="actions">
      <a class="button" href="${fileLink(review)}" target="_blank" rel="noreferrer">Open file</a>
      <a class="button" href="${link('approved')}">Approve…</a>
      <a class="button" href="${link('needs_another')}">Ask for another photo…</a>
      <a class="button" href="${link('rejected')}">Reject…</a>
    </p>
    <form method="post" action="/claim" class="actions">
      <input type="hidden" name="owner" value="${owner}">
      <label for="reviewer-${owner}">Your name</label>
      <input id="reviewer-${owner}" name="reviewer" maxlength="120" required style="width: 16rem">
      <button>I'm working on this</button>
    </form>
  </section>`
}

function details(review: Row): Html {
  return html`${text(review.warning) && html`<p class="card problem" style="white-space: pre-line"><strong>Careful:</strong> ${text(review.warning)}</p>`}
  <dl>
    <dt>Name on the account</dt><dd>${text(review.owner_name) || 'none'}</dd>
    <dt>Born on</dt><dd>${text(review.owner_born_on)}</dd>
    <dt>Born in</dt><dd>${text(review.owner_born_in)}</dd>
    <dt>Objections</dt><dd>${several(list(review.objections), objection)}</dd>
    <dt>First hours</dt><dd>${several(list(review.first_hours), opening)}</dd>
    <dt>Uploaded by</dt>
    <dd>${person(review.uploader_name, review.uploader_email)}${review.uploader_role ? `, ${text(review.uploader_role)}` : ''}</dd>
    <dt>File</dt><dd>${text(review.certificate_path)}</dd>
    <dt>Waiting since</dt><dd>${time(review.waiting_since)}</dd>
    <dt>Owner last signed in</dt><dd>${time(review.owner_last_sign_in_at)}</dd>
    <dt>Owner last active</dt><dd>${time(review.owner_active_at)}</dd>
    <dt>Waiting period</dt><dd>${days(review.waiting_period_days)}</dd>
    <dt>Other designees</dt>
    <dd>${several(list(review.other_designees), (designee) => `${person(designee.name, designee.email)}, ${text(designee.role)}${designee.accepted ? '' : ', not accepted'}`)}</dd>
    <dt>Earlier certificates</dt><dd>${several(list(review.earlier_certificates), earlier)}</dd>
    ${text(review.claimed_by) && html`<dt>Being reviewed by</dt><dd>${text(review.claimed_by)}, since ${time(review.claimed_at)}</dd>`}
    ${text(review.first_approved_by) && html`<dt>Approved first by</dt><dd>${text(review.first_approved_by)}; a second person has to approve it too</dd>`}
  </dl>`
}

const days = (count: unknown) =>
  count === 0 ? 'none: the plan opens at once' : count === 1 ? '1 day' : `${text(count)} days`

function several(rows: Row[], word: (row: Row) => string): Html {
  if (rows.length === 0) return html`none`
  return html`${rows.map((row) => html`<div>${word(row)}</div>`)}`
}

const objection = ({ name, role, email, objected_at, words, opens_not_before }: Row) =>
  `${person(name, email)}, ${text(role)}, ${time(objected_at)}: “${text(words)}”${opens_not_before ? ` The plan opens after ${time(opens_not_before)} at the earliest.` : ''}`

const opening = ({ opened_by, reason, opened_at, closed_at, ends_at }: Row) =>
  `${text(opened_by)} (${text(reason)}), ${time(opened_at)}, ${closed_at ? `closed ${time(closed_at)}` : `until ${time(ends_at)}`}`

const decisionWords: Record<string, string> = {
  approved_first: 'approved by a first person',
  approved: 'approved',
  rejected: 'rejected',
  needs_another: 'another photo asked for',
  taken_back: 'decision taken back',
  stopped: 'stopped by the owner',
  pause_lifted: 'pause of the submitter lifted',
}

function earlier(certificate: Row): string {
  const decisions = list(certificate.decisions).map(
    ({ decision, decided_at, decided_by, note }) =>
      `${decisionWords[text(decision)]} ${time(decided_at)}${text(decided_by) && ` by ${text(decided_by)}`}${text(note) && ` (${text(note)})`}`,
  )
  const by = text(certificate.submitted_by) || 'a deleted account'
  return [`submitted ${time(certificate.submitted_at)} by ${by}`, ...decisions].join(', ')
}

function fileLink(row: Row): string {
  return `/file?${new URLSearchParams({ bucket, path: text(row.certificate_path) }).toString()}`
}

const consequences: Record<Decision, string> = {
  approved:
    'The owner is recorded as having died. The people they chose are told, and can read the plan as soon as the waiting period the owner set is over.',
  needs_another:
    'The certificate is set aside, and nothing is decided. Who uploaded it and the executors are told, and can send another photo at once.',
  rejected: 'The plan stays closed. The owner and the people they chose are told.',
}

const verbs: Record<Decision, { verb: string; title: string; done: string }> = {
  approved: { verb: 'Approve', title: 'Approve this certificate?', done: 'was approved' },
  needs_another: {
    verb: 'Ask for another photo',
    title: 'Ask for another photo?',
    done: 'was set aside: another photo was asked for',
  },
  rejected: { verb: 'Reject', title: 'Reject this certificate?', done: 'was rejected' },
}

/** @returns how a sentence about the certificate ends once it is decided */
export const doneWords = (decision: Decision) => verbs[decision].done

/** What to compare before an approval. The saved query in supabase/snippets asks the same. */
const checklist = [
  'The file opens, is complete and readable, and was issued by an office that registers deaths.',
  'Name and date of birth are those of the owner, not of a relative with the same name.',
  'The date of death is after the owner was last active.',
  'The person who uploaded it is one whom the owner named, and nothing earlier speaks against them.',
]

const reviewerField = (value = '') => html`<label for="reviewer">Your name</label>
  <input id="reviewer" name="reviewer" maxlength="120" value="${value}">`

/**
 * @param problem what was wrong with the submitted form
 * @param typed what the administrator had typed
 * @returns the page that confirms a decision
 */
export function confirmPage(
  review: Row,
  decision: Decision,
  problem = '',
  typed: { note?: string; message?: string; reviewer?: string } = {},
): Response {
  const isRejection = decision === 'rejected'
  const isApproval = decision === 'approved'
  const { verb, title } = verbs[decision]
  return dashboardPage(
    title,
    html`<section class="card">
      <h2 style="margin-top: 0">${person(review.owner_name, review.owner_email)}</h2>
      ${details(review)}
      <p><a href="${fileLink(review)}" target="_blank" rel="noreferrer">Open file</a></p>
      <p>${consequences[decision]}</p>
      <form method="post" action="/review">
        <input type="hidden" name="owner" value="${text(review.owner_id)}">
        <input type="hidden" name="path" value="${text(review.certificate_path)}">
        <input type="hidden" name="decision" value="${decision}">
        ${isApproval && html`<h3>Check first</h3>${checklist.map((line, at) => html`<label for="check-${at}" style="font-weight: 400"><input type="checkbox" id="check-${at}" required style="width: auto"> ${line}</label>`)}`}
        <label for="note">Note for administrators${isRejection ? ': why is it rejected?' : ' (optional)'}</label>
        <p class="quiet" style="margin: 0 0 .25rem">Kept with the certificate. The family does not see it.</p>
        ${problem && html`<p class="card problem" role="alert">${problem}</p>`}
        <textarea id="note" name="note" rows="3" maxlength="2000"${isRejection && html` required`}>${typed.note ?? ''}</textarea>
        ${
          !isApproval &&
          html`<label for="message">What the family is told${isRejection && ' (optional)'}</label>
        <p class="quiet" style="margin: 0 0 .25rem">In the email and on the certificate page: what is missing, and what to send instead.</p>
        <textarea id="message" name="message" rows="3" maxlength="1000"${!isRejection && html` required`}>${typed.message ?? ''}</textarea>`
        }
        ${reviewerField(typed.reviewer ?? text(review.claimed_by))}
        <p class="actions">
          <button class="${isRejection ? 'danger' : 'main'}">${verb}</button>
          <a class="button" href="/">Cancel</a>
        </p>
      </form>
    </section>`,
    problem ? 400 : 200,
  )
}

/** @returns the page with the decided certificates, newest first */
export function decidedPage(decided: Row[], done = '', problem = ''): Response {
  return dashboardPage(
    'Decided certificates',
    html`${done && html`<p class="card done" role="status">${done}</p>`}
      ${problem && html`<p class="card problem" role="alert">${problem}</p>`}
      ${decided.length === 0 ? html`<p class="card">No certificate has been decided.</p>` : decided.map(decidedCard)}`,
    problem ? 400 : 200,
  )
}

function decidedCard(row: Row): Html {
  const owner = text(row.owner_id)
  const decision = row.stopped_by_owner
    ? 'Stopped by the owner'
    : ({ approved: 'Approved', needs_another: 'Another photo asked for' }[text(row.decision)] ?? 'Rejected')
  return html`<section class="card">
    <h2 style="margin-top: 0">${person(row.owner_name, row.owner_email)}</h2>
    <dl>
      <dt>Decision</dt><dd>${decision} ${time(row.decided_at)}${text(row.decided_by) && ` by ${text(row.decided_by)}`}</dd>
      ${text(row.release_at) && html`<dt>Plan opens</dt><dd>${time(row.release_at)}</dd>`}
      ${text(row.note) && html`<dt>Note</dt><dd>${text(row.note)}</dd>`}
      ${list(row.objections).length > 0 && html`<dt>Objections</dt><dd>${several(list(row.objections), objection)}</dd>`}
      ${text(row.message) && html`<dt>The family was told</dt><dd>${text(row.message)}</dd>`}
      <dt>File</dt><dd><a href="${fileLink(row)}" target="_blank" rel="noreferrer">${text(row.certificate_path)}</a></dd>
    </dl>
    ${
      !row.stopped_by_owner &&
      html`<details><summary>Take back</summary>
      <p>${row.decision === 'approved' ? 'The plan closes at once.' : 'The certificate waits for a decision again.'} The owner and the people they chose are told.</p>
      <form method="post" action="/take-back">
        <input type="hidden" name="owner" value="${owner}">
        <label for="why-${owner}">Note for administrators: why?</label>
        <textarea id="why-${owner}" name="note" rows="2" maxlength="2000" required></textarea>
        <label for="by-${owner}">Your name</label>
        <input id="by-${owner}" name="reviewer" maxlength="120">
        <p class="actions"><button class="danger">Take back</button></p>
      </form></details>`
    }
  </section>`
}
