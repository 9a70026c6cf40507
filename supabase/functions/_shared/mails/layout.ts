import type { MailContent } from '../mail.ts'
import { Html, html } from './html.ts'
import { oneLine } from './names.ts'

/**
 * A paragraph, a heading, a code to type, or a link on a line of its own; red if it stops something. All plain text: only
 * this file writes HTML.
 */
export type Block =
  | string
  | { heading: string }
  | { code: string }
  | { link: string; url: string; stops?: boolean }

/**
 * Lays out a mail the way all mails look. The text part and the HTML say the same.
 * @returns the mail, with a subject of one line
 */
export function composeMail(subject: string, blocks: Block[]): MailContent {
  return {
    subject: oneLine(subject),
    text: `${blocks.map(asText).join('\n\n')}\n\n--\n${sender}\n`,
    html: asDocument(blocks).text,
  }
}

function asText(block: Block): string {
  if (typeof block === 'string') return block
  if ('code' in block) return block.code
  return 'heading' in block ? block.heading.toUpperCase() : `${block.link}:\n${block.url}`
}

function asHtml(block: Block): Html {
  if (typeof block === 'string') return html`<p style="margin: 0 0 16px">${block}</p>\n`
  if ('heading' in block) {
    return html`<h2 style="margin: 28px 0 8px; font-size: 20px; line-height: 1.3">${block.heading}</h2>\n`
  }
  if ('code' in block) {
    return html`<p style="margin: 24px 0; font-size: 36px; letter-spacing: 6px; font-family: 'Courier New', monospace"><strong>${block.code}</strong></p>\n`
  }
  // The address is also shown as text, so that a careful reader can check it or type it.
  return html`<p style="margin: 24px 0">
<a class="${block.stops ? 'stop' : 'button'}" href="${block.url}" style="display: inline-block; padding: 12px 20px; border-radius: 8px; background: ${block.stops ? '#9c2f23' : '#2f4c39'}; color: #fbf7ec; text-decoration: none">${block.link}</a><br>
<span class="quiet" style="display: inline-block; margin-top: 8px; color: #5d4d3b; font-size: 16px; overflow-wrap: anywhere">${block.url}</span>
</p>\n`
}

/** Some mail programs drop the style sheet, so colours are set on the elements; the sheet only adds the dark colours. */
function asDocument(blocks: Block[]): Html {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<style>
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  body { background: #1b1611 !important; color: #f2e9d9 !important; }
  .quiet { color: #cbbda6 !important; border-color: #4a3f33 !important; }
  .button { background: #a8c6a4 !important; color: #14201a !important; }
  .stop { background: #c93f31 !important; color: #ffffff !important; }
}
</style>
</head>
<body style="margin: 0; padding: 24px; background: #faf6ef; color: #2b2620; font-family: Georgia, 'Times New Roman', serif; font-size: 18px; line-height: 1.5">
<div style="max-width: 32em; margin: 0 auto">
<p style="margin: 0 0 24px; font-size: 20px; line-height: 32px">${mark}Heartwood</p>
${blocks.map(asHtml)}${new Html(end)}`
}

/** The rings of the app's mark, drawn without a picture: mail programs don't load those of a sender they don't know. */
const mark = html`<span style="display: inline-block; width: 32px; height: 32px; margin-right: 10px; border-radius: 8px; background: #2f4c39; text-align: center; vertical-align: top"><span style="display: inline-block; width: 18px; height: 18px; margin-top: 5px; border: 2px solid #f7f1e5; border-radius: 50%; line-height: 18px; vertical-align: top"><span style="display: inline-block; width: 6px; height: 6px; margin-top: 6px; border-radius: 50%; background: #e8a57c; vertical-align: top"></span></span></span>`

const sender = 'Heartwood'
const end = '</div>\n</body>\n</html>\n'

/** What the foot of an email says of the installation. */
export interface Sender {
  appOrigin: string
  /** Where replies go; left out when no person reads them, and then no email asks for one. */
  supportEmail?: string | undefined
  /** Who runs the installation, and where letters reach them. */
  operatorName?: string | undefined
  operatorAddress?: string | undefined
}

/**
 * Adds to an email why it came, how to reach a person, links to the pages about Heartwood, and who sends it. Emails with
 * a code get none, because they hold no link.
 * @param mail as composeMail made it
 * @param reason a sentence; empty where the email itself says why
 */
export function withFooter(
  { subject, text, html: page }: MailContent,
  { appOrigin, supportEmail, operatorName, operatorAddress }: Sender,
  reason = '',
): MailContent {
  const why = [reason, supportEmail ? 'Reply to this email to reach Heartwood.' : '']
    .filter(Boolean)
    .join(' ')
  const who = [operatorName, operatorAddress].filter(Boolean).join(', ')
  const pages = ['Terms', 'Privacy', 'Security', 'Accessibility', 'Contact'].map((name) => ({
    name,
    url: `${appOrigin}/${name.toLowerCase()}`,
  }))
  const links = pages.map(
    ({ name, url }, index) =>
      html`${index === 0 ? '' : ' · '}<a class="quiet" href="${url}" style="color: #5d4d3b">${name}</a>`,
  )
  const footer = html`<p class="quiet" style="margin: 32px 0 0; padding-top: 16px; border-top: 1px solid #d9cdb8; color: #5d4d3b; font-size: 16px">${why}${why ? html`<br>` : ''}${links}${who ? html`<br>${who}` : ''}</p>\n`
  return {
    subject,
    text: [
      text,
      why && `${why}\n`,
      ...pages.map(({ name, url }) => `${name}: ${url}\n`),
      who && `${who}\n`,
    ].join(''),
    html: page.replace(end, `${footer.text}${end}`),
  }
}
