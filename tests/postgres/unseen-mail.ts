// Which mail no test caused: the payload that the database gives it was looked at by no one (queued-mail.ts).
import pg from 'pg'
import type { z } from 'zod'
import { outboxMails } from '../../supabase/functions/_shared/mails/outbox.ts'
import { sealedMails } from '../../supabase/functions/_shared/mails/sealed.ts'
import type { TestStack } from '../support/test-stack.ts'

const recipients = ['owner', 'designee', 'invited', 'guest', 'operator']

/** @returns the function of the migrations that queued a mail, by the stack of its insert; undefined: a test did */
export function queuedBy(stack: string): string | undefined {
  const [, queue, by] = stack.match(/(?<=^PL\/pgSQL function \w+\.|^SQL function ")\w+/gm) ?? []
  return queue === 'enqueue_mail' ? by : undefined
}

/**
 * Compares what was queued in these stacks, all of which have the same functions, with what could be.
 * @returns the mails, by kind and recipient, and the calling functions that were never seen
 */
export async function unseenMail(stacks: readonly TestStack[]): Promise<string[]> {
  const seen = new Set<string | undefined>()
  const callers = new Set<string>()
  for (const { environment } of stacks) {
    const client = new pg.Client(environment.DATABASE_URL)
    await client.connect()
    const queued = await client.query(
      `select distinct stack, kind, payload ->> 'recipient' as recipient from tests.queued_mail`,
    )
    for (const { stack, kind, recipient } of queued.rows) {
      const by = queuedBy(stack)
      if (by) seen.add(by).add(`${kind} to ${recipient}`)
    }
    const calling = await client.query(
      `select proname from pg_proc where prosrc ~ 'private\\.enqueue_mail\\('`,
    )
    for (const { proname } of calling.rows) callers.add(`${proname}`)
    await client.end()
  }
  const mails = Object.entries(outboxMails).flatMap(([kind, schema]) =>
    kind in sealedMails ? [] : recipients.filter(takes(schema)).map((recipient) => `${kind} to ${recipient}`),
  )
  return [...callers, ...mails].filter((one) => !seen.has(one))
}

const takes = (schema: z.ZodType) => (recipient: string) =>
  !schema.safeParse({ recipient }).error?.issues.some(({ path }) => path[0] === 'recipient')
