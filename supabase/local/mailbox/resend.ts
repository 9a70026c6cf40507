import { json, readJson } from '../http-server.ts'
import { type MailStore, parseAddress } from './mail-store.ts'

interface ResendStandIn {
  send(request: Request): Promise<Response>
  /** Makes the next sends to an address, or to any address, fail as if the provider were down. */
  failNext(times: number, to?: string): void
}

/**
 * Answers `POST /emails` as Resend does: needs the key, checks the mail, and delivers a mail once per idempotency key.
 * @returns the stand-in, delivering into the store
 */
export function createResendStandIn(mails: MailStore, apiKey: string): ResendStandIn {
  const sent = new Map<string, { body: string; id: string }>()
  const anybody = ''
  const failures = new Map<string, number>()
  const failsNow = (to: string[]) => {
    const key = [anybody, ...to].find((address) => (failures.get(address) ?? 0) > 0)
    if (key !== undefined) failures.set(key, (failures.get(key) ?? 0) - 1)
    return key !== undefined
  }

  const send = async (request: Request): Promise<Response> => {
    if (request.headers.get('authorization') !== `Bearer ${apiKey}`) {
      return refuse(401, 'missing_api_key', 'Missing API key in the authorization header')
    }
    const mail = await readJson(request)
    if (failsNow(recipients(mail?.to))) {
      return refuse(500, 'internal_server_error', 'An unexpected error occurred.')
    }
    const problem = mail ? problemOf(mail) : 'The body must be a JSON object.'
    if (!mail || problem) return refuse(422, 'validation_error', problem)

    const key = request.headers.get('idempotency-key')
    const body = JSON.stringify(mail)
    const earlier = key ? sent.get(key) : undefined
    if (earlier && earlier.body !== body) {
      return refuse(
        409,
        'invalid_idempotent_request',
        'Same idempotency key used with a different request payload.',
      )
    }
    if (earlier) return json({ id: earlier.id })
    const { ID: id } = await mails.add({
      from: String(mail.from),
      to: recipients(mail.to),
      subject: String(mail.subject),
      text: typeof mail.text === 'string' ? mail.text : undefined,
      html: typeof mail.html === 'string' ? mail.html : undefined,
    })
    if (key) sent.set(key, { body, id })
    return json({ id })
  }

  const failNext = (times: number, to = anybody) => {
    failures.set(to, Number.isInteger(times) ? times : 1)
  }
  return { send, failNext }
}

function recipients(to: unknown): string[] {
  return (Array.isArray(to) ? to : [to]).map(String)
}

function problemOf(mail: Record<string, unknown>): string {
  const isAddress = (text: unknown) =>
    typeof text === 'string' && /^[^\s@<>]+@[^\s@<>]+\.?[^\s@<>]*$/.test(parseAddress(text).Address)
  if (!isAddress(mail.from))
    return 'Invalid `from` field. Use `email@example.com` or `Name <email@example.com>`.'
  const to = recipients(mail.to)
  if (to.length === 0 || to.length > 50 || !to.every(isAddress)) return 'Invalid `to` field.'
  if (typeof mail.subject !== 'string' || mail.subject === '') return 'Missing `subject` field.'
  if (/[\r\n]/.test(mail.subject)) return 'The `subject` field must not contain line breaks.'
  if (typeof mail.html !== 'string' && typeof mail.text !== 'string') return 'Missing `html` or `text` field.'
  return ''
}

function refuse(statusCode: number, name: string, message: string): Response {
  return json({ statusCode, name, message }, statusCode)
}
