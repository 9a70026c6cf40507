-- Work that is queued in the same transaction as its cause, and done later by the function `housekeeping`: mails to
-- send, files to remove, memberships to end. All queues share the code to claim, retry and settle a job.

-- The columns of every queue. This table itself stays empty.
create table private.queue_columns (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text
);
alter table private.queue_columns enable row level security;
comment on table private.queue_columns is 'The columns that all queues share.';

-- The next jobs of the queue whose row type is given, in p_order; two callers never get the same job at the same
-- time. A claimed job becomes due again after 1, 2, 4 … at most 60 minutes, so nothing is lost if a worker dies.
-- p_open: SQL over a row, true while the job still has to be done.
create function private.claim_jobs(
  p_queue anyelement, p_batch integer, p_open text default 'true', p_order text default 'created_at') returns setof anyelement
  language plpgsql security definer set search_path = '' as $$
begin
  return query execute format($sql$
    with claimed as (
      update %1$s job
         set attempts = job.attempts + 1,
             next_attempt_at = now() + least(interval '1 minute' * power(2, least(job.attempts, 10)), interval '1 hour')
       -- As an array, so that it is made once: a subquery may run again for every row, and lock other jobs each time.
       where job.id = any (array(
         select due.id from %1$s due
          where due.next_attempt_at <= now() and %2$s
          order by %3$s
          limit $1
          for update skip locked))
      returning job.*)
    select * from claimed order by %3$s $sql$, pg_typeof(p_queue), p_open, p_order) using p_batch;
end $$;

-- A finished job leaves its queue (p_error null); a failed one stays, with the reason.
create function private.settle_job(p_queue regclass, p_id uuid, p_error text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if p_error is null then
    execute format('delete from %s where id = $1', p_queue) using p_id;
  else
    execute format('update %s set last_error = left($2, 500) where id = $1', p_queue) using p_id, p_error;
  end if;
end $$;

-- ---- mails -------------------------------------------------------------------------------------------------
create table private.mail_outbox (
  like private.queue_columns including all,
  kind text not null check (char_length(kind) between 1 and 60),
  to_email text not null check (char_length(to_email) between 3 and 254),
  payload jsonb not null default '{}',
  -- Lower is sent first: what a living owner must know to stop a release does not wait behind other mail.
  rank smallint not null default 2,
  -- After this the mail is of no use any more, and is not sent: a code that expires.
  use_by timestamptz,
  sent_at timestamptz
);
create index mail_outbox_due on private.mail_outbox (rank, created_at) where sent_at is null;
create index mail_outbox_recipient on private.mail_outbox (to_email, kind, created_at);
create index mail_outbox_unsent on private.mail_outbox (created_at) where sent_at is null;
create index mail_outbox_sent on private.mail_outbox (sent_at) where sent_at is not null;
alter table private.mail_outbox enable row level security;
comment on table private.mail_outbox is 'Mails to send. The id is the idempotency key towards the mail provider.';

create function private.mail_rank(p_kind text) returns smallint language sql immutable
  return case
    when p_kind in ('certificate_submitted', 'certificate_approved', 'certificate_rejected', 'decision_taken_back',
                    'plan_released', 'release_stopped', 'certificates_waiting') then 0
    when p_kind in ('hold_lifted', 'person_removed', 'email_changed', 'account_deleted', 'plan_deleted', 'code',
                    'standing_still', 'card_used', 'card_stopped', 'browser_signed_in') then 1
    when p_kind in ('review_reminder', 'address_check', 'trial_ending') then 3
    else 2 end;

-- A person gets at most 10 mails of one kind in an hour; further ones wait an hour, and none is lost. Mails of the first
-- rank are not held back, because the number of certificates is limited itself. p_use_by: not sent after this.
create function private.enqueue_mail(
  p_kind text, p_to_email text, p_payload jsonb, p_use_by timestamptz default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_rank smallint := private.mail_rank(p_kind);
  v_is_held_back boolean := v_rank > 0 and (
    select count(*) >= 10 from private.mail_outbox m
     where m.to_email = p_to_email and m.kind = p_kind and m.created_at > now() - interval '1 hour');
begin
  insert into private.mail_outbox (kind, to_email, payload, rank, use_by, next_attempt_at)
  values (p_kind, p_to_email, p_payload, v_rank, p_use_by,
          now() + case when v_is_held_back then interval '1 hour' else interval '0' end);
end $$;

create function public.claim_mail(p_batch integer)
  returns table (id uuid, kind text, to_email text, payload jsonb, attempts integer)
  language sql security definer set search_path = '' as $$
  select m.id, m.kind, m.to_email, m.payload, m.attempts
    from private.claim_jobs(null::private.mail_outbox, p_batch,
      $sql$ due.sent_at is null and due.created_at > now() - interval '30 days'
        and (due.use_by is null or due.use_by > now())
        -- A person reads what happened in its order: a mail waits for an earlier one whose retry is not due yet, but not
        -- for one that failed many times, and not for one of lower rank.
        and not exists (
          select from private.mail_outbox earlier
           where earlier.to_email = due.to_email and earlier.sent_at is null and earlier.rank <= due.rank
             and earlier.created_at < due.created_at and earlier.attempts between 1 and 7
             and earlier.next_attempt_at > now()) $sql$,
      'rank, created_at') m
$$;
grant execute on function public.claim_mail(integer) to service_role;
comment on function public.claim_mail(integer) is 'The next mails to send, by rank and age, at most p_batch. A mail is given up after 30 days.';

-- Sent mails stay for a while, so that an administrator can check them; private.settle_job would delete them.
create function public.settle_mail(p_id uuid, p_error text default null) returns void
  language sql security definer set search_path = '' as $$
  update private.mail_outbox
     set sent_at = case when p_error is null then now() end,
         payload = case when p_error is null then '{}' else payload end,
         last_error = left(p_error, 500)
   where id = p_id and sent_at is null
$$;
grant execute on function public.settle_mail(uuid, text) to service_role;
comment on function public.settle_mail(uuid, text) is 'Notes that a claimed mail was sent (p_error null) or why not. What was sent keeps no content.';

-- The provider asked to wait before it took a claimed mail, which is no failed attempt.
create function public.hand_back_mail(p_id uuid) returns void
  language sql security definer set search_path = '' as $$
  update private.mail_outbox set attempts = greatest(attempts - 1, 0), next_attempt_at = now()
   where id = p_id and sent_at is null
$$;
grant execute on function public.hand_back_mail(uuid) to service_role;
comment on function public.hand_back_mail(uuid) is 'Makes a claimed mail that was not tried due again, as if it had not been claimed.';

-- A mail that a function could not send at once, because the provider asked to wait. The caller gives the id, under
-- which the provider may know the mail already.
create function public.queue_mail(
  p_id uuid, p_kind text, p_to_email text, p_payload jsonb, p_use_by timestamptz default null) returns void
  language sql security definer set search_path = '' as $$
  insert into private.mail_outbox (id, kind, to_email, payload, rank, use_by)
  values (p_id, p_kind, p_to_email, p_payload, private.mail_rank(p_kind), p_use_by)
  on conflict (id) do nothing
$$;
grant execute on function public.queue_mail(uuid, text, text, jsonb, timestamptz) to service_role;
comment on function public.queue_mail(uuid, text, text, jsonb, timestamptz) is
  'Queues a mail under the given id, once. p_use_by: not sent after this; null: it is always of use.';

-- ---- one sender at a time, so that two runs together keep to the provider's limit ------------------------------
create table private.mail_sending (
  singleton boolean primary key default true check (singleton),
  -- The end of the turn of the run that sends now, or of a pause for which the provider asked.
  busy_until timestamptz not null default '-infinity'
);
alter table private.mail_sending enable row level security;
comment on table private.mail_sending is 'One row: until when no other run of housekeeping may send mail.';
insert into private.mail_sending default values;

create function public.begin_mail_turn(p_seconds integer) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  -- The turn ends by itself if the run dies.
  update private.mail_sending set busy_until = now() + make_interval(secs => p_seconds) where busy_until <= now();
  return found;
end $$;

create function public.end_mail_turn(p_pause_seconds integer) returns void
  language sql security definer set search_path = ''
  as $$ update private.mail_sending set busy_until = now() + make_interval(secs => p_pause_seconds) where singleton $$;
grant execute on function public.begin_mail_turn(integer), public.end_mail_turn(integer) to service_role;
comment on function public.begin_mail_turn(integer) is 'Whether the caller may send mail now, for p_seconds at most. False: another run sends, or the provider asked to wait.';
comment on function public.end_mail_turn(integer) is 'Ends the caller''s turn. p_pause_seconds: how long the provider asked to wait, or 0.';

-- ---- files to remove: storage can only be emptied through its API -------------------------------------------
create table private.file_removals (
  like private.queue_columns including all,
  bucket_id text not null,
  path text not null,
  unique (bucket_id, path)
);
create index file_removals_due on private.file_removals (next_attempt_at);
alter table private.file_removals enable row level security;
comment on table private.file_removals is 'Files to remove from storage.';

create table private.file_columns (
  table_name text not null,
  column_name text not null,
  bucket_id text not null,
  primary key (table_name, column_name)
);
alter table private.file_columns enable row level security;
comment on table private.file_columns is 'The columns that name a file. A file that no row names is removed.';

-- Declares that a column names files of a bucket: a file is queued for removal when its row is deleted or names
-- another.
create procedure private.add_file_column(p_table regclass, p_column text, p_bucket_id text)
  language plpgsql set search_path = '' as $$
begin
  execute format(
    'create trigger queue_file_removal after delete or update of %1$I on %2$s
       for each row execute function private.queue_file_removal(%1$L, %3$L)', p_column, p_table, p_bucket_id);
  insert into private.file_columns (table_name, column_name, bucket_id) values (p_table, p_column, p_bucket_id);
  call private.write_is_file_in_use();
end $$;

create function private.queue_file_removal() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_old text := to_jsonb(old) ->> tg_argv[0];
  v_new text := case when tg_op = 'UPDATE' then to_jsonb(new) ->> tg_argv[0] end;
begin
  if v_old is not null and v_old is distinct from v_new then
    -- While removals are kept, a file that was replaced stays as long as a row that was removed. The folder is the owner.
    insert into private.file_removals (bucket_id, path, next_attempt_at)
    values (tg_argv[1], v_old,
            now() + case when private.removals_kept_since(split_part(v_old, '/', 1)::uuid) is null
                         then interval '0' else interval '7 days' end)
    on conflict do nothing;
  end if;
  return null;
end $$;

-- Writes the function that says whether any column names a file. It names the tables, so that its plans are kept.
create procedure private.write_is_file_in_use() language plpgsql set search_path = '' as $$
declare
  v_checks text;
begin
  select string_agg(format('if p_bucket_id = %L then return %s; end if;', b.bucket_id, b.is_named), ' ')
    into v_checks
    from (select c.bucket_id,
                 string_agg(format('exists (select from %s t where t.%I = p_path)', c.table_name, c.column_name), ' or ')
                   as is_named
            from private.file_columns c
           group by c.bucket_id) b;
  execute format($sql$
    -- Files in a bucket that no column refers to count as used.
    create or replace function private.is_file_in_use(p_bucket_id text, p_path text) returns boolean
      language plpgsql stable security definer set search_path = '' as $body$
      begin
        -- What was removed lately can still be brought back.
        if exists (select from private.removed_rows t where t.paths @> array[p_path]) then
          return true;
        end if;
        %s return true;
      end $body$ $sql$, v_checks);
end $$;

-- Queues files older than a day that no row names, because a browser was closed between upload and insert. Each call
-- looks at the next p_batch files, in rounds through all files; a round begins at most once an hour.
create function public.queue_orphaned_files(p_batch integer) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_bucket_id text;
  v_path text;
  v_left integer := p_batch;
  v_seen integer;
  v_last text;
begin
  select coalesce(s.orphan_round_bucket_id, (select min(c.bucket_id) from private.file_columns c)),
         case when s.orphan_round_bucket_id is null then '' else s.orphan_round_path end
    into v_bucket_id, v_path
    from private.settings s
   where s.orphan_round_bucket_id is not null or s.orphan_round_began_at < now() - interval '1 hour'
     for update skip locked;
  if not found then
    return;
  end if;
  update private.settings s set orphan_round_began_at = now() where s.orphan_round_bucket_id is null;
  while v_bucket_id is not null and v_left > 0 loop
    with next_files as (
      select o.name, o.created_at from storage.objects o
       where o.bucket_id = v_bucket_id and o.name collate "C" > v_path
       order by o.name collate "C"
       limit v_left),
    queued as (
      insert into private.file_removals (bucket_id, path)
      select v_bucket_id, n.name from next_files n
       where n.created_at <= now() - interval '24 hours' and not private.is_file_in_use(v_bucket_id, n.name)
      on conflict do nothing)
    select count(*), max(n.name collate "C") into v_seen, v_last from next_files n;
    v_left := v_left - v_seen;
    v_path := coalesce(v_last, v_path);
    if v_left > 0 then
      select min(c.bucket_id) into v_bucket_id from private.file_columns c where c.bucket_id > v_bucket_id;
      v_path := '';
    end if;
  end loop;
  update private.settings s set orphan_round_bucket_id = v_bucket_id, orphan_round_path = v_path where s.singleton;
end $$;
grant execute on function public.queue_orphaned_files(integer) to service_role;
comment on function public.queue_orphaned_files(integer) is 'Looks at the next p_batch files, and queues for removal those that no row has named for a day.';

create function public.claim_file_removals(p_batch integer) returns table (id uuid, bucket_id text, path text)
  language plpgsql security definer set search_path = '' as $$
begin
  for id, bucket_id, path in
    select f.id, f.bucket_id, f.path from private.claim_jobs(null::private.file_removals, p_batch, p_order => 'next_attempt_at') f
  loop
    if private.is_file_in_use(bucket_id, path) then
      -- A row names the file again.
      delete from private.file_removals r where r.id = claim_file_removals.id;
    else
      return next;
    end if;
  end loop;
end $$;
grant execute on function public.claim_file_removals(integer) to service_role;
comment on function public.claim_file_removals(integer) is 'The next files to remove from storage, at most p_batch.';

create function public.settle_file_removal(p_id uuid, p_error text default null) returns void
  language sql security definer set search_path = '' as $$ select private.settle_job('private.file_removals', p_id, p_error) $$;
grant execute on function public.settle_file_removal(uuid, text) to service_role;
comment on function public.settle_file_removal(uuid, text) is 'Notes that a claimed file is gone (p_error null) or why not.';

-- ---- memberships to end -------------------------------------------------------------------------------------
-- Has no link to the person, because the account may be deleted before Stripe answers.
create table private.membership_cancellations (
  like private.queue_columns including all,
  stripe_customer_id text not null unique
);
create index membership_cancellations_due on private.membership_cancellations (next_attempt_at);
alter table private.membership_cancellations enable row level security;
comment on table private.membership_cancellations is 'Customers at Stripe of whom no more money may be taken.';

create function public.claim_membership_cancellations(p_batch integer) returns table (id uuid, stripe_customer_id text)
  language sql security definer set search_path = '' as $$
  select m.id, m.stripe_customer_id from private.claim_jobs(null::private.membership_cancellations, p_batch) m
$$;
grant execute on function public.claim_membership_cancellations(integer) to service_role;
comment on function public.claim_membership_cancellations(integer) is 'The next customers at Stripe whose subscriptions must end, at most p_batch.';

create function public.settle_membership_cancellation(p_id uuid, p_error text default null) returns void
  language sql security definer set search_path = ''
  as $$ select private.settle_job('private.membership_cancellations', p_id, p_error) $$;
grant execute on function public.settle_membership_cancellation(uuid, text) to service_role;
comment on function public.settle_membership_cancellation(uuid, text) is 'Notes that nothing runs for a claimed customer any more (p_error null) or why it still does.';
