// Looks at every mail that the migrations' functions queue while a test file runs, also one that is replaced, sent or
// deleted a moment later: without all that its kind needs, it would never leave. Mail that a test queues by itself does
// not count.
// First, because people.ts reads where the stack is.
import '../support/use-stack.ts'

import { afterAll, beforeAll, expect } from 'vitest'
import { renderOutboxMail } from '../../supabase/functions/_shared/mails/outbox.ts'
import { asAdministrator, isDatabaseOnly } from '../support/people.ts'
import { queuedBy } from './unseen-mail.ts'

const key = 'k'.repeat(32)
const context = { appOrigin: 'https://heartwood.example', codeKey: key, codeKeys: [key] }

beforeAll(async () => {
  if (!isDatabaseOnly) return
  await asAdministrator(`
    do $do$ begin
      if to_regclass('tests.queued_mail') is null then
        create schema tests;
        create table tests.queued_mail (
          stack text not null, kind text not null, payload jsonb not null, is_read boolean not null default false);
        create function tests.keep_queued_mail() returns trigger
          language plpgsql security definer set search_path = '' as $$
        declare
          v_stack text;
        begin
          get diagnostics v_stack = pg_context;
          insert into tests.queued_mail (stack, kind, payload) values (v_stack, new.kind, new.payload);
          return null;
        end $$;
        create trigger tests_keep_queued_mail after insert on private.mail_outbox
          for each row execute function tests.keep_queued_mail();
      end if;
    end $do$`)
})

afterAll(async () => {
  if (!isDatabaseOnly) return
  const queued = await asAdministrator<{ stack: string; kind: string; payload: unknown }>(
    'update tests.queued_mail set is_read = true where not is_read returning stack, kind, payload',
  )
  const wrong = queued.flatMap(({ stack, kind, payload }) => {
    const by = queuedBy(stack)
    if (!by) return []
    try {
      renderOutboxMail(kind, payload, context)
      return []
    } catch (error) {
      return `${kind}, queued by ${by}: ${error instanceof Error ? error.name : error}`
    }
  })
  expect([...new Set(wrong)], 'mail that would never leave').toEqual([])
})
