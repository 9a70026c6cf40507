import type { Row } from '../bridges/bridge.ts'
import { type Html, html } from '../html.ts'
import { dashboardPage } from './pages.ts'

type Decision = 'approved' | 'rejected'

const bucket = 'death-certificates'

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value))
const time = (value: unknown) =>
  value ? new Date(text(value)).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' }) : 'never'
const person = (name: unknown, email: unknown) =>
  text(name) ? `${text(name)} (${text(email)})` : text(email)

/** @returns the page with all certificates that wait for a decision, oldest first */
export function reviewsPage(reviews: Row[], done = ''): Response {
  const none = html`<p class="card">No certificate is waiting. When a trustee or executor uploads one, it appears here.</p>`
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
      <a class="button" href="${link('rejected')}">Reject…</a>
    </p>
  </section>`
}

function details(review: Row): Html {
  return html`<dl>
    <dt>Uploaded by</dt>
    <dd>${person(review.uploader_name, review.uploader_email)}${review.uploader_role ? `, ${text(review.uploader_role)}` : ''}</dd>
    <dt>File</dt><dd>${text(review.certificate_path)}</dd>
    <dt>Waiting since</dt><dd>${time(review.waiting_since)}</dd>
    <dt>Owner last signed in</dt><dd>${time(review.owner_last_sign_in_at)}</dd>
  </dl>`
}

function fileLink(review: Row): string {
  return `/file?${new URLSearchParams({ bucket, path: text(review.certificate_path) }).toString()}`
}

const consequences: Record<Decision, string> = {
  approved:
    'The owner is recorded as having died. The people they chose are told, and can read the plan as soon as the waiting time the owner set is over.',
  rejected: 'The plan stays closed. The owner and the people they chose are told.',
}

/**
 * @param problem what was wrong with the submitted form
 * @returns the page that confirms a decision
 */
export function confirmPage(review: Row, decision: Decision, problem: string): Response {
  const verb = decision === 'approved' ? 'Approve' : 'Reject'
  const required = decision === 'rejected' && html` required`
  return dashboardPage(
    `${verb} this certificate?`,
    html`<section class="card">
      <h2 style="margin-top: 0">${person(review.owner_name, review.owner_email)}</h2>
      ${details(review)}
      <p><a href="${fileLink(review)}" target="_blank" rel="noreferrer">Open file</a></p>
      <p>${consequences[decision]}</p>
      <form method="post" action="/review">
        <input type="hidden" name="owner" value="${text(review.owner_id)}">
        <input type="hidden" name="path" value="${text(review.certificate_path)}">
        <input type="hidden" name="decision" value="${decision}">
        <label for="note">Note${decision === 'approved' ? ' (optional)' : ': why is it rejected?'}</label>
        <p class="quiet" style="margin: 0 0 .25rem">Kept with the certificate, for administrators alone.</p>
        ${problem && html`<p class="card problem" role="alert">${problem}</p>`}
        <textarea id="note" name="note" rows="3" maxlength="2000"${required}></textarea>
        <p class="actions">
          <button class="${decision === 'approved' ? 'main' : 'danger'}">${verb}</button>
          <a class="button" href="/">Cancel</a>
        </p>
      </form>
    </section>`,
    problem ? 400 : 200,
  )
}
