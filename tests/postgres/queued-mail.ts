// Looks at every mail that the migrations' functions queue while a test file runs, also one that is replaced, sent or
// deleted a moment later: without all that its kind needs, it would never leave. Mail that a test queues by itself does
// not count. Whether the owner lived, was under review or had died is noted with it: a kind that is queued in another state
// than supabase/functions/_shared/mails/occasions.ts says would tell its reader something untrue.
// First, because people.ts reads where the stack is.
import '../support/use-stack.ts'

import { afterAll, beforeAll, expect } from 'vitest'
import { occasions } from '../../supabase/functions/_shared/mails/occasions.ts'
import { renderOutboxMail } from '../../supabase/functions/_shared/mails/outbox.ts'
import { asAdministrator, isDatabaseOnly } from '../support/people.ts'
import { queuedBy } from './unseen-mail.ts'

/** Whether a kind may be queued for this recipient in this state of the plan. Sealed mail is not about a plan. */
function mayBeQueued(kind: string, payload: unknown, state: string): boolean {
  const { recipient } = payload as { recipient?: string }
  const of = (occasions as Record<string, Record<string, { states: readonly string[] }>>)[kind]
  return of === undefined || (of[recipient ?? '']?.states.includes(state) ?? false)
}

const key = 'k'.repeat(32)
const context = { appOrigin: 'https://heartwood.example', codeKey: key, codeKeys: [key] }

beforeAll(async () => {
  if (!isDatabaseOnly) return
  await asAdministrator(`
    do $do$ begin
      if to_regclass('tests.queued_mail') is null then
        create schema tests;
        create table tests.queued_mail (
          stack text not null, kind text not null, payload jsonb not null, state text, is_read boolean not null default false);
        create function tests.keep_queued_mail() returns trigger
          language plpgsql security definer set search_path = '' as $$
        declare
          v_stack text;
        begin
          get diagnostics v_stack = pg_context;
          insert into tests.queued_mail (stack, kind, payload, state)
          select v_stack, new.kind, new.payload, max(
                   case when p.release_at <= now() then 'released' when p.is_deceased then 'waiting'
                        when p.death_review = 'pending' then 'under_review'
                        when p.release_stopped_at >= p.death_reviewed_at then 'stopped' else 'living' end)
            from public.profiles p
           where p.user_id = coalesce(
             (new.payload ->> 'owner_id')::uuid,
             (select g.owner_id from public.service_guests g where g.id = (new.payload ->> 'guest_id')::uuid),
             (select u.id from auth.users u where u.email = new.to_email and new.payload ->> 'recipient' = 'owner'));
          return null;
        end $$;
        create trigger tests_keep_queued_mail after insert on private.mail_outbox
          for each row execute function tests.keep_queued_mail();
      end if;
    end $do$`)
})

afterAll(async () => {
  if (!isDatabaseOnly) return
  const queued = await asAdministrator<{
    stack: string
    kind: string
    payload: unknown
    state: string | null
  }>('update tests.queued_mail set is_read = true where not is_read returning stack, kind, payload, state')
  const wrong = queued.flatMap(({ stack, kind, payload, state }) => {
    const by = queuedBy(stack)
    if (!by) return []
    try {
      renderOutboxMail(kind, payload, context)
      return state === null || mayBeQueued(kind, payload, state)
        ? []
        : `${kind}, queued by ${by} while ${state}: ${JSON.stringify(payload)}`
    } catch (error) {
      return `${kind}, queued by ${by}: ${error instanceof Error ? error.name : error}`
    }
  })
  expect([...new Set(wrong)], 'mail that would never leave, or say something untrue').toEqual([])
})
