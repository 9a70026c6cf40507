-- Work that is queued in the same transaction as the change it belongs to, and done later by the function `housekeeping`.

create table private.mail_outbox (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (char_length(kind) between 1 and 60),
  to_email text not null check (char_length(to_email) between 3 and 254),
  payload jsonb not null default '{}',
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  sent_at timestamptz,
  last_error text
);
create index mail_outbox_due on private.mail_outbox (next_attempt_at) where sent_at is null;
alter table private.mail_outbox enable row level security;
comment on table private.mail_outbox is 'Mails to send. The id is the idempotency key towards the mail provider.';

create function private.enqueue_mail(p_kind text, p_to_email text, p_payload jsonb) returns void
  language sql security definer set search_path = ''
  as $$ insert into private.mail_outbox (kind, to_email, payload) values (p_kind, p_to_email, p_payload) $$;
revoke execute on function private.enqueue_mail(text, text, jsonb) from public;

-- A claimed mail comes due again by itself (after 1, 2, 4 … at most 60 minutes, for 30 days), so a sender that dies in
-- between loses nothing.
create function public.claim_mail(p_batch integer)
  returns table (id uuid, kind text, to_email text, payload jsonb, attempts integer)
  language sql security definer set search_path = ''
  as $$
  with claimed as (
    update private.mail_outbox m
       set attempts = m.attempts + 1,
           next_attempt_at = now() + least(interval '1 minute' * power(2, least(m.attempts, 10)), interval '1 hour')
     where m.id in (
       select due.id from private.mail_outbox due
        where due.sent_at is null and due.next_attempt_at <= now()
           and due.created_at > now() - interval '30 days'
        order by due.next_attempt_at
        limit p_batch
        for update skip locked)
    returning m.id, m.kind, m.to_email, m.payload, m.attempts, m.created_at)
  select c.id, c.kind, c.to_email, c.payload, c.attempts from claimed c order by c.created_at
$$;
revoke execute on function public.claim_mail(integer) from public, anon, authenticated, service_role;
grant execute on function public.claim_mail(integer) to service_role;
comment on function public.claim_mail(integer) is 'The next mails to send, oldest first, at most p_batch. Two callers never get the same mail at the same time.';

create function public.settle_mail(p_id uuid, p_error text default null) returns void
  language sql security definer set search_path = ''
  as $$
  update private.mail_outbox
     set sent_at = case when p_error is null then now() end,
         payload = case when p_error is null then '{}' else payload end,
         last_error = left(p_error, 500)
   where id = p_id and sent_at is null
$$;
revoke execute on function public.settle_mail(uuid, text) from public, anon, authenticated, service_role;
grant execute on function public.settle_mail(uuid, text) to service_role;
comment on function public.settle_mail(uuid, text) is 'Notes that a claimed mail was sent (p_error null) or why not. What was sent keeps no content.';

create table private.file_removals (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  path text not null,
  queued_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  unique (bucket_id, path)
);
create index file_removals_due on private.file_removals (next_attempt_at);
alter table private.file_removals enable row level security;
comment on table private.file_removals is 'Files to remove from storage.';

-- For tables with a path column: tg_argv[0] is the bucket, tg_argv[1] the column.
create function private.queue_file_removal() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_old text := to_jsonb(old) ->> tg_argv[1];
  v_new text := case when tg_op = 'UPDATE' then to_jsonb(new) ->> tg_argv[1] end;
begin
  if v_old is not null and v_old is distinct from v_new then
    insert into private.file_removals (bucket_id, path) values (tg_argv[0], v_old) on conflict do nothing;
  end if;
  return null;
end $$;
revoke execute on function private.queue_file_removal() from public;
