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
