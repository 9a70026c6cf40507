-- How the installation is doing, for the operator: admin.health in the dashboard, the function `health` for a monitor, and
-- an email a day while something stands still. None of them says anything of a person or a plan.

create table private.housekeeping_runs (
  singleton boolean primary key default true check (singleton),
  ended_at timestamptz,
  -- When a run last ended with nothing failed.
  completed_at timestamptz,
  failed_stages text[] not null default '{}',
  counts jsonb not null default '{}',
  -- Why no payment can be taken. Only the functions know whether they reach Stripe.
  payments_problem text check (char_length(payments_problem) <= 500),
  checked_at timestamptz not null default '-infinity',
  operator_told_at timestamptz not null default '-infinity'
);
alter table private.housekeeping_runs enable row level security;
comment on table private.housekeeping_runs is 'One row: the last run of housekeeping, and when it last looked whether anything stands still.';
insert into private.housekeeping_runs default values;

create function public.note_housekeeping(p_counts jsonb, p_failed_stages text[], p_payments_problem text default null) returns void
  language sql security definer set search_path = '' as $$
  update private.housekeeping_runs r
     set ended_at = now(), counts = p_counts, failed_stages = p_failed_stages,
         payments_problem = left(p_payments_problem, 500),
         completed_at = case when cardinality(p_failed_stages) = 0 then now() else r.completed_at end
   where r.singleton
$$;
grant execute on function public.note_housekeeping(jsonb, text[], text) to service_role;
comment on function public.note_housekeeping(jsonb, text[], text) is 'Notes the end of a run of housekeeping: what was done, which stages failed, and why no payment can be taken.';

create table private.webhook_failures (
  source text not null check (source in ('stripe', 'resend')),
  event_id text not null check (char_length(event_id) between 1 and 255),
  began_at timestamptz not null default now(),
  failed_at timestamptz not null default now(),
  primary key (source, event_id)
);
alter table private.webhook_failures enable row level security;
comment on table private.webhook_failures is 'Events that could not be worked off. Their sender repeats them for some days.';

create function public.note_webhook(p_source text, p_event_id text, p_failed boolean) returns void
  language sql security definer set search_path = '' as $$
  delete from private.webhook_failures f where f.source = p_source and f.event_id = p_event_id and not p_failed;
  insert into private.webhook_failures as f (source, event_id) select p_source, p_event_id where p_failed
  on conflict (source, event_id) do update set failed_at = now();
$$;
grant execute on function public.note_webhook(text, text, boolean) to service_role;
comment on function public.note_webhook(text, text, boolean) is 'Notes whether an event whose signature was right could be worked off.';

-- ---- sign-in codes, which Auth sends -------------------------------------------------------------------------------
-- What Auth could not send leaves no trace in the database. The function report-unsent-code finds out when a browser says
-- so, and notes here what it saw itself.
create table private.code_probes (
  singleton boolean primary key default true check (singleton),
  begun_at timestamptz not null default '-infinity',
  -- The accounts to which no code could be sent since the last one that was, at most three, and since when.
  failed_users uuid[] not null default '{}',
  failed_since timestamptz
);
alter table private.code_probes enable row level security;
comment on table private.code_probes is 'One row: to which accounts Auth could not send a code lately.';
insert into private.code_probes default values;

-- True for an account that has had no code for a minute, once a minute in all, so that made-up reports lead to no more mail
-- than asking Auth does, and those of unknown addresses to nothing.
create function public.begin_code_probe(p_email text) returns boolean
  language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from auth.users u
                  -- The last condition is that of Auth's index.
                  where u.email = p_email and u.email_confirmed_at is not null and not u.is_sso_user
                    and greatest(u.recovery_sent_at, u.confirmation_sent_at, '-infinity') < now() - interval '1 minute') then
    return false;
  end if;
  update private.code_probes p set begun_at = now() where p.begun_at <= now() - interval '1 minute';
  return found;
end $$;
comment on function public.begin_code_probe(text) is 'Whether Auth is to be asked now for a code to this address, because someone says that it sent none.';

create function public.note_code_probe(p_email text, p_is_sent boolean) returns void
  language sql security definer set search_path = '' as $$
  update private.code_probes p
     set failed_users = case when p_is_sent then '{}'
                             when u.id = any (p.failed_users) or cardinality(p.failed_users) >= 3 then p.failed_users
                             else p.failed_users || u.id end,
         failed_since = case when p_is_sent then null else coalesce(p.failed_since, now()) end
    from auth.users u where u.email = p_email and not u.is_sso_user and p.singleton
$$;
comment on function public.note_code_probe(text, boolean) is 'Notes whether Auth could send that code.';
grant execute on function public.begin_code_probe(text), public.note_code_probe(text, boolean) to service_role;

-- ---- what can stand still ---------------------------------------------------------------------------------------
create function private.utc_minute(p_time timestamptz) returns text
  language sql stable set search_path = '' as $$ select to_char(p_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI "UTC"') $$;

-- docs/operating.md says for each line what to do when it is not well. The names of kinds and the provider's codes are no
-- private content.
create function private.health_lines() returns table (line text, well boolean, state text)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select 'housekeeping', coalesce(r.completed_at > now() - interval '10 minutes', false),
           case when r.ended_at is null then 'it has never run'
                when cardinality(r.failed_stages) > 0
                  then format('last run %s, failed: %s', private.utc_minute(r.ended_at), array_to_string(r.failed_stages, ', '))
                else format('last run %s, %s emails sent', private.utc_minute(r.ended_at), r.counts ->> 'mailsSent') end
      from private.housekeeping_runs r;
  -- Hosted Supabase sets this when the disk is full. PostgREST writes all the same, but Auth does not, so no one can sign
  -- in. Sessions that began before it was set for the database do not have it, hence the second look.
  return query
    select 'database', not v.is_read_only, case when v.is_read_only then 'read-only' else 'takes changes' end
      from (select current_setting('default_transaction_read_only')::boolean or exists (
                     select from pg_db_role_setting s
                      -- A role of its own may well be read-only.
                      where s.setrole = 0
                        and s.setconfig && array['default_transaction_read_only=on', 'default_transaction_read_only=true']) as is_read_only) v;
  -- One address that refuses mail is no outage: three people's codes in a row are. Who signs in later has had a code; those
  -- of the first ten minutes may have had theirs before.
  return query
    select 'sign-in codes', cardinality(p.failed_users) < 3 or p.is_over,
           case when p.failed_since is null or p.is_over then 'none failing'
                else format('none could be sent since %s, tried for %s', private.utc_minute(p.failed_since),
                            case cardinality(p.failed_users) when 1 then 'one person' else cardinality(p.failed_users) || ' people' end) end
      from (select c.*, exists (select from private.admitted_sessions a
                                 where a.admitted_at > c.failed_since + interval '10 minutes') as is_over
              from private.code_probes c) p;
  -- Codes for a change of address or a deletion go through the functions. Those for an address that someone only typed don't
  -- count.
  return query
    select 'other codes',
           count(distinct c.user_id) < 3 or exists (
             select from private.email_codes s
              -- No code expires before it was made; only that column has an index.
              where s.expires_at > now() - interval '1 hour' and s.created_at > now() - interval '1 hour'
                and s.failed_at is null and s.purpose <> 'email-change-new'),
           case when count(*) = 0 then 'none failing' else format('%s of the last hour not sent', count(*)) end
      from private.email_codes c
     where c.failed_at is not null and c.created_at > now() - interval '1 hour' and c.purpose <> 'email-change-new';
  return query
    select 'emails waiting', coalesce(min(k.due_since) > now() - interval '15 minutes', true),
           coalesce(string_agg(format('%s: %s since %s', k.kind, k.number, private.utc_minute(k.due_since)), '; ' order by k.kind), 'none')
      from (select m.kind, count(*) as number, min(m.next_attempt_at) as due_since from private.mail_outbox m
             where m.sent_at is null and m.next_attempt_at <= now() and m.created_at > now() - interval '30 days'
               and (m.use_by is null or m.use_by > now())
             group by m.kind) k;
  return query
    select 'emails failing', count(*) = 0,
           coalesce(string_agg(format('%s: %s (%s)', k.kind, k.number, k.errors), '; ' order by k.kind), 'none')
      from (select m.kind, count(*) as number, string_agg(distinct coalesce(m.last_error, 'not tried'), ', ') as errors
              from private.mail_outbox m
             where m.sent_at is null and (m.use_by is null or m.use_by > now())
               and (m.attempts >= 5 or m.created_at <= now() - interval '30 days')
             group by m.kind) k;
  return query
    select 'certificates', coalesce(min(s.submitted_at) > now() - interval '3 days', true),
           case when count(*) = 0 then 'none' else format('%s waiting since %s', count(*), private.utc_minute(min(s.submitted_at))) end
      from private.certificate_submissions s join public.profiles p on p.death_certificate_path = s.path
     where p.death_review = 'pending';
  return query
    select 'payments', r.payments_problem is null or not private.billing_enabled(),
           case when not private.billing_enabled() then 'off'
                when r.payments_problem is null then 'on'
                else format('on, but none can be taken: %s', r.payments_problem) end
      from private.housekeeping_runs r;
  return query
    select w.name, coalesce(min(f.began_at) > now() - interval '1 hour', true),
           case when count(f.event_id) = 0 then 'none failing'
                else format('%s failing since %s', count(f.event_id), private.utc_minute(min(f.began_at))) end
      from (values ('events of Stripe', 'stripe'), ('events of Resend', 'resend')) w (name, source)
      left join private.webhook_failures f on f.source = w.source
     group by w.name
     order by w.name desc;
  return query
    select 'cancellations', coalesce(min(c.created_at) > now() - interval '1 hour', true),
           case when count(*) = 0 then 'none waiting'
                else format('%s not confirmed by Stripe since %s (%s)', count(*), private.utc_minute(min(c.created_at)),
                            coalesce(string_agg(distinct c.last_error, ', '), 'not tried')) end
      from private.membership_cancellations c;
  return query
    select 'file removals', count(*) filter (where f.attempts >= 10) = 0,
           case when count(*) = 0 then 'none waiting'
                else format('%s waiting, %s failing', count(*), count(*) filter (where f.attempts >= 10)) end
      from private.file_removals f;
  -- Those who only review certificates must reach nothing else. Some versions of extensions open their tables to every
  -- login, and pg_net's hold the secret key while a request waits.
  return query
    select 'reviewers', count(r.relation) = 0,
           case when count(r.relation) > 0
                  then format('can also read or change %s', string_agg(distinct r.relation, ', ' order by r.relation))
                when count(distinct m.member) = 0 then 'none with a login of their own'
                else format('%s with a login of their own', count(distinct m.member)) end
      from pg_auth_members m
      left join lateral (
        select format('%s.%s', n.nspname, c.relname) as relation
          from pg_class c join pg_namespace n on n.oid = c.relnamespace
         where c.relkind in ('r', 'p', 'v', 'm', 'f')
           and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
           and (n.nspname, c.relname) not in (('admin', 'certificate_reviews'), ('admin', 'decided_certificates'))
           and has_schema_privilege(m.member, n.oid, 'usage')
           and has_table_privilege(m.member, c.oid, 'select, insert, update, delete')) r on true
     where m.roleid = (select g.oid from pg_roles g where g.rolname = 'heartwood_reviewer') and not m.admin_option;
  -- In migration `backups`, which comes later.
  return query select b.line, b.well, b.state from private.backup_health() b;
end $$;

create view admin.health as select * from private.health_lines();
comment on view admin.health is 'How the installation is doing. docs/operating.md, Health, says what to do about a line that is not well.';

create function public.is_well() returns boolean
  language sql stable security definer set search_path = '' as $$ select bool_and(h.well) from private.health_lines() h $$;
grant execute on function public.is_well() to service_role;
comment on function public.is_well() is 'Whether every line of admin.health is well.';

-- ---- the operator is told -----------------------------------------------------------------------------------------
-- Once a day while anything stands still. Certificates have an email of their own. A housekeeping that runs this may have
-- stood still until now, so only its failed stages count.
create function private.enqueue_standstill_notice() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_lines jsonb;
begin
  update private.housekeeping_runs r set checked_at = now() where r.checked_at <= now() - interval '10 minutes';
  if not found then
    return;
  end if;
  select jsonb_agg(left(format('%s: %s', h.line, h.state), 500)) into v_lines
    from private.health_lines() h
   where not h.well and h.line <> 'certificates'
     and (h.line <> 'housekeeping' or (select cardinality(r.failed_stages) > 0 from private.housekeeping_runs r));
  if v_lines is null then
    return;
  end if;
  update private.housekeeping_runs r set operator_told_at = now() where r.operator_told_at <= now() - interval '1 day';
  if found then
    perform private.enqueue_mail(
      'standing_still', 'operator', jsonb_build_object('recipient', 'operator', 'lines', v_lines));
  end if;
end $$;
