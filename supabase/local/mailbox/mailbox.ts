import { type Handler, isOwnHost, json, readJson } from '../http-server.ts'
import type { Mail, MailStore } from './mail-store.ts'
import { listPage, messageBody, messagePage, notFoundPage } from './pages.ts'
import { createResendStandIn } from './resend.ts'

/**
 * The mailbox of the embedded stack: web pages for people, Mailpit's JSON API for tests, and a stand-in for Resend's
 * HTTP API for the functions.
 * @param apiKey the only key the stand-in for Resend accepts
 * @returns the handler of the mailbox's port
 */
export function createMailbox(mails: MailStore, apiKey: string): Handler {
  const resend = createResendStandIn(mails, apiKey)
  return async (request) => {
    // Codes are in here: a page of another site must not read them by DNS rebinding.
    if (!isOwnHost(request)) return json({ error: 'The mailbox only answers under its own address.' }, 403)
    const url = new URL(request.url)
    const { pathname, searchParams } = url
    const route = `${request.method} ${pathname}`
    const id = /^\/(?:api\/v1\/message|message)\/([\w-]+)/.exec(pathname)?.[1]
    if (route === 'POST /emails') return resend.send(request)
    if (route === 'POST /api/fail') {
      const body = await readJson(request)
      resend.failNext(Number(body?.times ?? 1), typeof body?.to === 'string' ? body.to : undefined)
      return json({ ok: true })
    }
    if (route === 'GET /api/v1/messages') return json(summary(mails.search(''), searchParams))
    if (route === 'GET /api/v1/search')
      return json(summary(mails.search(searchParams.get('query') ?? ''), searchParams))
    if (route === 'DELETE /api/v1/messages') {
      await mails.clear()
      return new Response('ok')
    }
    const mail = id ? mails.find(id) : undefined
    if (request.method === 'GET' && pathname.startsWith('/api/v1/message/')) {
      return mail ? json(mail) : json({ error: 'Message not found' }, 404)
    }
    if (request.method === 'GET' && mail)
      return pathname.endsWith('/body') ? messageBody(mail) : messagePage(mail)
    if (route === 'GET /')
      return listPage(mails.search(searchParams.get('query') ?? ''), searchParams.get('query') ?? '')
    return notFoundPage()
  }
}

/** A list of mails in Mailpit's format, `limit` (50) of them from `start` on. */
function summary(mails: Mail[], params: URLSearchParams): unknown {
  const start = Number(params.get('start') ?? 0)
  const messages = mails.slice(start, start + Number(params.get('limit') ?? 50))
  return {
    total: mails.length,
    messages_count: mails.length,
    count: messages.length,
    start,
    messages: messages.map(({ HTML, Text, Date: Created, ...mail }) => ({
      ...mail,
      Created,
      Snippet: Text.slice(0, 250),
      Size: HTML.length + Text.length,
    })),
  }
}
