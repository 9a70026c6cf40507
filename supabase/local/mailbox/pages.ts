import { html, page } from '../html.ts'
import type { Address, Mail } from './mail-store.ts'

const nav = html`<strong>Mailbox</strong> <span class="quiet">Every mail Heartwood sends on this machine</span>`

const time = (iso: string) =>
  new Date(iso).toLocaleString('en-GB', { dateStyle: 'medium', timeStyle: 'short' })
const name = ({ Name, Address }: Address) => (Name ? `${Name} <${Address}>` : Address)

/** @returns the page with all mails that match the search */
export function listPage(mails: Mail[], query: string): Response {
  const items = mails.map(
    (mail) => html`<li><a href="/message/${mail.ID}">
      <span class="row"><strong>${mail.Subject}</strong> <span class="quiet">${time(mail.Date)}</span></span>
      <span class="quiet">To ${mail.To.map(name).join(', ')}</span>
    </a></li>`,
  )
  const empty = query
    ? html`<p class="card">No mail fits “${query}”. <a href="/">Show all</a></p>`
    : html`<p class="card">No email yet. Sign-in codes and invitations show up here.</p>`
  return page(
    'Mailbox',
    nav,
    html`<form method="get" role="search" class="row">
        <div style="flex: 1"><label for="query">Search</label>
        <input id="query" name="query" type="search" value="${query}" placeholder="a name, an address, a subject"></div>
      </form>
      <h1>${mails.length === 1 ? '1 mail' : `${mails.length} mails`}</h1>
      ${mails.length ? html`<ul class="list card" style="padding: 0">${items}</ul>` : empty}`,
  )
}

/** @returns the page with one mail; its HTML is shown in a frame that runs no script */
export function messagePage(mail: Mail): Response {
  return page(
    mail.Subject,
    html`${nav} <a href="/">All mail</a>`,
    html`<h1>${mail.Subject}</h1>
      <dl>
        <dt>From</dt><dd>${name(mail.From)}</dd>
        <dt>To</dt><dd>${mail.To.map(name).join(', ')}</dd>
        <dt>Sent</dt><dd>${time(mail.Date)}</dd>
      </dl>
      ${
        mail.HTML &&
        html`<iframe title="The mail" src="/message/${mail.ID}/body"
          sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`
      }
      <h2>As text</h2>
      <pre class="card">${mail.Text}</pre>`,
  )
}

/** @returns the HTML of a mail for the frame: no script, nothing loaded from elsewhere, links open in a new tab */
export function messageBody(mail: Mail): Response {
  return new Response(`<base target="_blank">${mail.HTML}`, {
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox allow-popups allow-popups-to-escape-sandbox",
    },
  })
}

/** @returns the page for a mail that does not exist */
export function notFoundPage(): Response {
  return page('Not found', nav, html`<h1>This mail is not here</h1><p><a href="/">All mail</a></p>`, 404)
}
