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
  -- Lower is sent first. 0 and 1 keep people safe: what a living owner must know to stop a release does not wait behind
  -- other mail.
  rank smallint not null default 2,
  -- Whose mail it is, for fairness: an owner's own copies by their address, those of the people named by the plan. Of each
  -- line the first mail leaves, then of each the second, so that one who causes much mail delays only their own.
  line text not null default '',
  turn integer not null default 1,
  -- What it is about, if a newer mail about the same replaces it while it waits. Null: it is never replaced.
  about text,
  -- When it may leave first; later than it was queued if many of its kind came before.
  not_before timestamptz not null default now(),
  -- After this the mail is of no use any more, and is not sent: a code that expires.
  use_by timestamptz,
  sent_at timestamptz
);
create index mail_outbox_due on private.mail_outbox ((rank > 1), turn, rank, created_at) where sent_at is null;
create index mail_outbox_turns on private.mail_outbox (line, (rank > 1), turn) where sent_at is null and attempts < 8;
create index mail_outbox_tried on private.mail_outbox (to_email) where sent_at is null and attempts > 0;
create index mail_outbox_recipient on private.mail_outbox (to_email, kind, line, not_before);
create index mail_outbox_replaceable on private.mail_outbox (to_email, kind, line, about)
  where sent_at is null and about is not null;
create index mail_outbox_unsent on private.mail_outbox (created_at) where sent_at is null;
create index mail_outbox_sent on private.mail_outbox (sent_at) where sent_at is not null;
alter table private.mail_outbox enable row level security;
comment on table private.mail_outbox is 'Mails to send. The id is the idempotency key towards the mail provider.';

-- p_is_own: whether it goes to the owner of the plan.
create function private.mail_rank(p_kind text, p_is_own boolean default true) returns smallint language sql immutable
  return case
    when p_kind in ('first_hours_opened', 'certificate_objected') then case when p_is_own then 0 else 1 end
    when p_kind in ('certificate_submitted', 'certificate_approved', 'certificate_rejected', 'certificate_needs_another',
                    'decision_taken_back', 'plan_released', 'release_stopped', 'certificates_waiting') then 0
    when p_kind in ('hold_lifted', 'person_removed', 'email_changed', 'account_deleted', 'plan_deleted', 'code',
                    'standing_still', 'card_used', 'card_stopped', 'browser_signed_in', 'first_hours_closed',
                    'first_hours_prolonged', 'first_hours_untold') then 1
    when p_kind in ('review_reminder', 'address_check', 'trial_ending') then 3
    else 2 end;

-- The kinds that only notify: the newest says all that counts, so it replaces the one that still waits.
create function private.only_notifies(p_kind text) returns boolean language sql immutable
  return p_kind in ('certificates_waiting', 'hold_lifted', 'card_stopped', 'card_reported', 'email_changed',
                    'owner_email_changed', 'standing_still', 'review_reminder', 'address_check', 'trial_ending');

-- The place of a new mail in its line. Mails that failed many times keep their place, but no later one waits for them, nor
-- for one that has been of no use for a day. Within the day they count: who asked for many codes waits for their next one.
-- Takes no lock, because a stop must wait for no one: of two mails queued at once, both may get the same turn.
create function private.next_turn(p_line text, p_rank smallint) returns integer
  language sql stable security definer set search_path = '' as $$
  select 1 + coalesce(max(m.turn), 0) from private.mail_outbox m
   where m.line = p_line and (m.rank > 1) = (p_rank > 1) and m.sent_at is null and m.attempts < 8
     and (m.use_by is null or m.use_by > now() - interval '1 day')
$$;

-- When the next mail of a kind to a person about a plan may leave: after 10 in an hour one every 6 minutes, and after 30
-- in a day one every 48 minutes, but none a week late, and none before the one queued before it.
create function private.mail_not_before(p_to_email text, p_kind text, p_line text) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
declare
  -- The newest first.
  v_earlier timestamptz[] := array(
    select m.not_before from private.mail_outbox m
     where m.to_email = p_to_email and m.kind = p_kind and m.line = p_line
     order by m.not_before desc
     limit 30);
begin
  return least(
    now() + interval '7 days',
    greatest(now(), v_earlier[1])
    + case when v_earlier[30] > now() - interval '1 day' then interval '48 minutes'
           when v_earlier[10] > now() - interval '1 hour' then interval '6 minutes'
           else interval '0' end);
end $$;

-- Queues a mail. p_payload: what its kind needs, by the schema beside its words (supabase/functions/_shared/mails).
-- p_use_by: not sent after this. p_plan: the owner whose plan it is about, if the payload has no owner_id.
-- p_about: a newer mail of this kind to this person about the same replaces the one that waits, and stands at its own,
-- later place, so that no one reads what happened in another order; it leaves no later than the replaced one would have.
-- Kinds that only notify need no p_about. Mails of the first rank are never held back: certificates are limited themselves.
create function private.enqueue_mail(
  p_kind text, p_to_email text, p_payload jsonb, p_use_by timestamptz default null, p_plan uuid default null,
  p_about text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_is_own boolean := coalesce(p_payload ->> 'recipient' in ('owner', 'operator'), false);
  v_rank smallint := private.mail_rank(p_kind, v_is_own);
  v_plan text := coalesce(p_plan::text, p_payload ->> 'owner_id');
  -- The operator's are of all plans: that a certificate waits must not stand behind other news.
  v_line text := case when p_to_email = 'operator' then concat_ws(' ', p_to_email, p_kind)
                      when v_is_own then p_to_email
                      else coalesce(v_plan, concat_ws(' ', p_payload ->> 'recipient', p_to_email)) end;
  -- A designee may have mails about several plans. Of one that names no plan it is not known what it could replace.
  v_about text := coalesce(p_about, case when private.only_notifies(p_kind) and (v_is_own or v_plan is not null) then '' end);
  v_not_before timestamptz;
begin
  with replaced as (
    delete from private.mail_outbox m
     where m.id = any (array(
       select r.id from private.mail_outbox r
        where r.to_email = p_to_email and r.kind = p_kind and r.line = v_line and r.about = v_about and r.sent_at is null
          -- One that was claimed a moment ago may be on its way.
          and (r.attempts = 0 or r.next_attempt_at <= now())
          for update skip locked))
    returning m.not_before)
  select min(r.not_before) into v_not_before from replaced r;
  if v_not_before is null then
    v_not_before := case when v_rank = 0 then now() else private.mail_not_before(p_to_email, p_kind, v_line) end;
  end if;
  -- Of mails that one transaction queues, the first leaves first.
  insert into private.mail_outbox (
    kind, to_email, payload, rank, line, turn, about, not_before, next_attempt_at, use_by, created_at)
  values (p_kind, p_to_email, p_payload, v_rank, v_line, private.next_turn(v_line, v_rank), v_about, v_not_before,
          v_not_before, p_use_by, clock_timestamp());
end $$;

create function public.claim_mail(p_batch integer)
  returns table (id uuid, kind text, to_email text, payload jsonb, attempts integer)
  language sql security definer set search_path = ''
  -- Mail comes in bursts, of which the statistics of the table know nothing yet. Without this, Postgres may compare each
  -- mail that waits with every other one.
  set enable_sort = off set enable_material = off set enable_hashjoin = off set enable_mergejoin = off
  set enable_seqscan = off set enable_bitmapscan = off as $$
  select m.id, m.kind, m.to_email, m.payload, m.attempts
    from private.claim_jobs(null::private.mail_outbox, p_batch,
      $sql$ due.sent_at is null and due.created_at > now() - interval '30 days'
        and (due.use_by is null or due.use_by > now())
        -- No guest is invited while the death is in doubt; see private.service_windups.
        and (due.kind not in ('service_invitation', 'service_changed', 'service_called_off', 'service_reminder') or exists (
          select from public.service_guests g
           where g.id = (due.payload ->> 'guest_id')::uuid and private.service_is_open(g.owner_id)))
        -- No one is told of a message that they cannot read any more, because they stepped down or the owner lives.
        and (due.kind <> 'message_due' or exists (
          select from private.later_messages l
           where l.id = (due.payload ->> 'message_id')::uuid and l.reader_id = (due.payload ->> 'reader_id')::uuid))
        -- Nor of what follows a death, once the owner stopped that or the decision was taken back.
        and (due.kind not in ('account_closing', 'account_kept', 'year_on') or exists (
          select from public.profiles p
           where p.user_id = (due.payload ->> 'owner_id')::uuid and p.release_at <= now()))
        -- A person reads what happened in its order: a mail waits for an earlier one whose retry is not due yet, but not
        -- for one that failed many times, and not for one of lower rank.
        and not exists (
          select from private.mail_outbox earlier
           where earlier.to_email = due.to_email and earlier.sent_at is null and earlier.rank <= due.rank
             and earlier.created_at < due.created_at and earlier.attempts between 1 and 7
             and earlier.next_attempt_at > now()) $sql$,
      'rank > 1, turn, rank, created_at') m
$$;
grant execute on function public.claim_mail(integer) to service_role;
comment on function public.claim_mail(integer) is 'The next mails to send, at most p_batch: those that keep people safe first, and of each line in turn. A mail is given up after 30 days.';

-- Sent mails stay for a while, so that an administrator can check them; private.settle_job would delete them.
create function public.settle_mail(p_id uuid, p_error text default null) returns void
  language sql security definer set search_path = '' as $$
  update private.mail_outbox m
     set sent_at = case when p_error is null then now() end,
         payload = case when p_error is null then '{}' else payload end,
         about = case when p_error is null then null else about end,
         last_error = left(p_error, 500),
         -- A mail that no key opens, or whose payload does not fit its kind, is never tried again: admin.health counts it as
         -- failing from then on, and no other mail to the same person waits for it.
         attempts = case when p_error ~ '^(UnknownSealingKey|UnfitPayload)' then greatest(m.attempts, 8) else m.attempts end,
         next_attempt_at = case when p_error ~ '^(UnknownSealingKey|UnfitPayload)' then 'infinity' else m.next_attempt_at end
   where m.id = p_id and m.sent_at is null
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
  insert into private.mail_outbox (id, kind, to_email, payload, rank, line, turn, use_by)
  select p_id, p_kind, p_to_email, p_payload, r.rank, l.line, private.next_turn(l.line, r.rank), p_use_by
    from private.mail_rank(p_kind) r (rank), concat_ws(' ', p_kind, p_to_email) l (line)
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
