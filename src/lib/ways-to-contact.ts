/** A way to reach someone: pressing it calls a number or starts an email. */
export interface Reach {
  kind: 'call' | 'email'
  /** The number or the address as it was written. */
  label: string
  href: string
}

/** A link that calls a number, however it is written. */
export function telHref(phone: string): string {
  return `tel:${phone.replace(/[^\d+*#]/g, '')}`
}

/** A link that starts an email. The address cannot add a subject or a second recipient. */
export function mailHref(email: string): string {
  return `mailto:${encodeURIComponent(email).replace('%40', '@')}`
}

const address = /[^\s<>()[\],;:"]+@[^\s<>()[\],;:"]+\.[\p{L}\d-]+/gu
// Digits with the usual separators between them; not the middle of a policy number, and not a date.
const phone = /(?<![\p{L}\d-])(?:\+|\()?\d[\d\s()./–-]{4,}\d(?![\p{L}\d-])/gu
const date = /^\d{4}-\d\d-\d\d$/

/** The phone numbers and email addresses in a text that a person wrote freely, numbers first. */
export function reachIn(text: string | null | undefined): Reach[] {
  if (!text) return []
  const emails = text.match(address) ?? []
  const phones = (text.replace(address, ' ').match(phone) ?? []).filter((number) => {
    const digits = number.replace(/\D/g, '').length
    return digits >= 6 && digits <= 15 && !date.test(number)
  })
  return [
    ...[...new Set(phones)].map((label): Reach => ({ kind: 'call', label, href: telHref(label) })),
    ...[...new Set(emails)].map((label): Reach => ({ kind: 'email', label, href: mailHref(label) })),
  ]
}
