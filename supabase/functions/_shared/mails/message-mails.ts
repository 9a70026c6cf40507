import { z } from 'zod'
import { utcDay } from './dates.ts'
import { mail, memorialPage, toDesignee } from './payload.ts'

const day = z.iso.date().transform((text) => utcDay(new Date(text)))

/** Emails about the videos and letters an owner left. They name no title: an email may be read by others. */
export const messageMails = {
  /** To each reader, once, on the day the owner chose; later if housekeeping stood still or the reader accepted later. */
  message_due: mail(
    toDesignee({ owner_id: z.guid(), deliver_on: day, is_today: z.boolean() }),
    (payload, context) => [
      `${payload.owner_name} left you a message for ${payload.is_today ? 'today' : payload.deliver_on}`,
      `${payload.owner_name} chose ${payload.deliver_on} as the day for it. You’ll find it in the memorial.`,
      {
        link: 'Go to the message',
        url: `${memorialPage(context, payload.owner_id)}?tab=messages`,
      },
      `Sign in with this address. We’ll email you a 6-digit code.`,
      `Take your time: the message will stay there, and nothing plays or opens before you press it.`,
    ],
  ),
}
