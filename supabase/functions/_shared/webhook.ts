import { z } from 'zod'
import { type Rpc, sqlStateOf } from './database.ts'
import { logFailure, nameOf } from './log.ts'

/**
 * Works off an event whose signature was right, and notes for admin.health whether that failed. The sender repeats a
 * failed event.
 * @returns what the work returns
 * @throws what the work throws
 */
export async function noteWebhook<T>(
  rpc: Rpc,
  source: 'stripe' | 'resend',
  eventId: string,
  work: () => Promise<T>,
): Promise<T> {
  const note = (p_failed: boolean) =>
    rpc('note_webhook', { p_source: source, p_event_id: eventId, p_failed }, z.unknown()).catch((error) =>
      logFailure(`webhook of ${source}`, { error: nameOf(error), code: sqlStateOf(error) }),
    )
  try {
    const result = await work()
    await note(false)
    return result
  } catch (error) {
    await note(true)
    throw error
  }
}
