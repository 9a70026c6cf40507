import { Webhook } from 'standardwebhooks'
import { z } from 'zod'
import { type Handler, HttpError, readBytes } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'
import { noteWebhook } from '../_shared/webhook.ts'

interface MailEventsDeps extends Pick<Services, 'rpc'> {
  /** RESEND_WEBHOOK_SECRET. Undefined: not set up here. */
  webhookSecret: string | undefined
}

/** The events by which an address refuses our mail: see resend.com/docs/webhooks/event-types. */
const refusals = new Set(['email.bounced', 'email.complained', 'email.suppressed'])

const eventSchema = z.object({ type: z.string() })
const refusalSchema = z.object({
  created_at: z.iso.datetime({ offset: true }),
  data: z.object({
    to: z.array(z.string().max(254)).max(50),
    // Only the permanent kind says that the address does not work; a full mailbox may be emptied.
    bounce: z.object({ type: z.string() }).nullish(),
  }),
})

/**
 * Receives the events of Resend, which Svix signs. An event is worked off once, however often it comes. The signature
 * holds for five minutes, so that a recorded request cannot be sent again later.
 * @returns the handler; it answers `{received: true}`, also to events that are ignored, and refuses with 400
 *   `invalid_signature` and 503 `not_set_up`. Resend repeats an event that is not answered with 200
 */
export function mailEvents({ rpc, webhookSecret }: MailEventsDeps): Handler {
  return async (request) => {
    if (!webhookSecret) throw new HttpError('not_set_up', 'RESEND_WEBHOOK_SECRET is not set.')
    const id = request.headers.get('svix-id') ?? ''
    const event = verifiedEvent(await readBytes(request), id, request.headers, webhookSecret)
    if (!refusals.has(eventSchema.parse(event).type)) return { received: true }
    await noteWebhook(rpc, 'resend', id, async () => {
      const { created_at, data } = refusalSchema.parse(event)
      if (data.bounce && data.bounce.type !== 'Permanent') return
      const refused = { p_event_id: id, p_emails: data.to.map(bareAddress), p_happened_at: created_at }
      await rpc('apply_mail_refusal', refused, z.unknown())
    })
    return { received: true }
  }
}

function verifiedEvent(bytes: Uint8Array, id: string, headers: Headers, secret: string): unknown {
  try {
    const body = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return new Webhook(secret).verify(body, {
      'webhook-id': id,
      'webhook-timestamp': headers.get('svix-timestamp') ?? '',
      'webhook-signature': headers.get('svix-signature') ?? '',
    })
  } catch {
    throw new HttpError('invalid_signature', 'This is not an event of Resend for this endpoint.')
  }
}

/** @returns the address of "Tom Ellis <tom@example.org>", in lower case */
function bareAddress(recipient: string): string {
  return (/<([^<>]+)>\s*$/.exec(recipient)?.[1] ?? recipient).trim().toLowerCase()
}
