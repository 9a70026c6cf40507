-- Questions that are repeated: owners are asked whether the plan is still right, designees whether their address still
-- works; and the end of the free trial. Separate tables hold who is due when, so that checking every minute costs
-- almost nothing. Each run takes a limited number of people; the others follow a minute later.

-- ---- no one is asked to plan or to pay in the week after a death ----------------------------------------------
create function private.is_bereaved(p_user_id uuid, p_now timestamptz default now()) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from private.accepted_designations d join public.profiles p on p.user_id = d.owner_id
     where d.beneficiary_user_id = p_user_id
       -- Someone may submit a false certificate, and a review may wait long, which must not silence reminders.
       and (p.death_review = 'pending'
              and exists (select from private.certificate_submissions s
                           where s.path = p.death_certificate_path and s.submitted_at > p_now - interval '14 days')
            or p.death_review = 'approved' and p.death_reviewed_at > p_now - interval '7 days'));
end $$;
comment on function private.is_bereaved(uuid, timestamptz) is 'Whether a death of someone who named this person has been under review for less than 14 days, or was verified less than 7 days ago.';

-- ---- owners: is the plan still right? -----------------------------------------------------------------------
create table private.review_reminders (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  -- When to check whether a reminder is due; never later than it is due.
  next_at timestamptz not null,
  reminded_at timestamptz
);
create index review_reminders_next on private.review_reminders (next_at);
alter table private.review_reminders enable row level security;
comment on table private.review_reminders is 'When each owner is next reminded to look the plan over.';

create function private.schedule_review_reminder() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_period interval := make_interval(months => new.review_reminder_months);
begin
  insert into private.review_reminders as r (owner_id, next_at)
  values (new.user_id, case when new.review_reminder_months = 0 then 'infinity'
                            else coalesce(new.plan_reviewed_at, new.created_at) + v_period end)
  -- A changed number of months must not cause a second mail at once.
  on conflict (owner_id) do update set next_at = greatest(excluded.next_at, r.reminded_at + v_period);
  return null;
end $$;

create trigger profiles_schedule_review_reminder
  after insert or update of review_reminder_months, plan_reviewed_at on public.profiles
  for each row execute function private.schedule_review_reminder();

-- One mail per period, to owners who have a plan and may change it, and whose death is neither reported nor verified.
create function private.enqueue_review_reminders() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_due record;
begin
  for v_due in
    select r.owner_id, u.email, p.plan_reviewed_at, p.review_reminder_months as months,
           private.review_due_at(p, t.started_at) as due_at,
           p.death_review not in ('pending', 'approved') and private.has_premium(p.user_id)
             and not private.is_bereaved(p.user_id) as may_be_asked
      from private.review_reminders r
      join public.profiles p on p.user_id = r.owner_id
      join auth.users u on u.id = r.owner_id
      cross join private.plan_totals(r.owner_id) t
     where r.next_at <= now()
     order by r.next_at
     limit 25
       for update of r skip locked
  loop
    if v_due.due_at <= now() and v_due.may_be_asked then
      perform private.enqueue_mail('review_reminder', v_due.email, jsonb_build_object(
        'recipient', 'owner', 'plan_reviewed_at', v_due.plan_reviewed_at, 'months', v_due.months));
      update private.review_reminders r
         set reminded_at = now(), next_at = now() + make_interval(months => v_due.months)
       where r.owner_id = v_due.owner_id;
    else
      update private.review_reminders r
         set next_at = case when v_due.due_at > now() then v_due.due_at else now() + interval '7 days' end
       where r.owner_id = v_due.owner_id;
    end if;
  end loop;
end $$;

-- ---- designees: is this still your address? -------------------------------------------------------------------
create table private.address_checks (
  user_id uuid primary key references auth.users (id) on delete cascade,
  next_at timestamptz not null
);
create index address_checks_next on private.address_checks (next_at);
alter table private.address_checks enable row level security;
comment on table private.address_checks is 'When each designee is next asked whether their address still works.';

-- Accepting an invitation proves the address, so the first question comes a year later.
create function private.schedule_address_check() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.address_checks (user_id, next_at)
  values (new.beneficiary_user_id, new.accepted_at + interval '1 year')
  on conflict (user_id) do update set next_at = excluded.next_at;
  return null;
end $$;

create trigger designations_schedule_address_check after update of accepted_at on public.designations
  for each row when (new.beneficiary_user_id is not null and old.accepted_at is null)
  execute function private.schedule_address_check();

-- One mail a year per person, even if several owners named them. Owners whose death is reported or verified do not
-- count.
create function private.enqueue_address_checks() returns void
  language plpgsql security definer set search_path = ''
  -- Planning the update again for each person takes longer than the update.
  set plan_cache_mode = force_generic_plan as $$
declare
  v_due record;
  v_owners text[];
begin
  for v_due in
    select c.user_id, u.email from private.address_checks c join auth.users u on u.id = c.user_id
     where c.next_at <= now()
     order by c.next_at
     limit 10
       for update of c skip locked
  loop
    with asked as (
      update public.designations d
         -- A question that was not answered keeps its date.
         set address_asked_at = case when d.address_asked_at > coalesce(d.address_confirmed_at, '-infinity')
                                     then d.address_asked_at else now() end
        from public.profiles p
       where d.beneficiary_user_id = v_due.user_id and d.accepted_at is not null and d.revoked_at is null
         and p.user_id = d.owner_id and p.death_review not in ('pending', 'approved')
      returning d.id, d.owner_name)
    select array_agg(a.owner_name order by a.id) into v_owners from asked a;
    if v_owners is not null then
      perform private.enqueue_mail('address_check', v_due.email, jsonb_build_object(
        'recipient', 'designee', 'owner_name', v_owners[1], 'other_owners', cardinality(v_owners) - 1));
    end if;
    update private.address_checks c
       set next_at = now() + case when v_owners is null then interval '30 days' else interval '1 year' end
     where c.user_id = v_due.user_id;
  end loop;
end $$;

-- The mail's link contains no secret, because confirming requires a session.
create function private.confirm_address() returns timestamptz
  language plpgsql security definer set search_path = '' as $$
begin
  update public.designations d set address_confirmed_at = now(), mail_refused_at = null
   where d.beneficiary_user_id = (select auth.uid()) and d.accepted_at is not null and d.revoked_at is null;
  if not found then
    raise exception 'invitation not available' using errcode = 'HW001';
  end if;
  update private.address_checks c set next_at = now() + interval '1 year' where c.user_id = (select auth.uid());
  return now();
end $$;

create function public.confirm_address() returns timestamptz
  language sql security invoker set search_path = '' as $$ select private.confirm_address() $$;
grant execute on function private.confirm_address(), public.confirm_address() to authenticated;
comment on function public.confirm_address() is 'The caller''s address still works: the owners who named the caller see when that was said. HW001: the caller is no accepted designee.';

-- ---- owners: the free trial ends ------------------------------------------------------------------------------
create table private.trial_reminders (
  user_id uuid primary key references auth.users (id) on delete cascade,
  next_at timestamptz not null
);
create index trial_reminders_next on private.trial_reminders (next_at);
alter table private.trial_reminders enable row level security;
comment on table private.trial_reminders is 'When each person in the free trial is told of its end.';

create function private.schedule_trial_reminder() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.trial_reminders (user_id, next_at) values (new.user_id, new.trial_end - interval '2 days')
  on conflict (user_id) do update set next_at = excluded.next_at;
  return null;
end $$;

create trigger subscriptions_schedule_trial_reminder
  after insert or update of status, plan, lifetime, trial_end on public.subscriptions
  for each row when (new.status = 'trialing' and new.plan is null and not new.lifetime and new.trial_end is not null)
  execute function private.schedule_trial_reminder();

-- Two days before the free days end, if no subscription follows. Once per trial.
create function private.enqueue_trial_reminders() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_due record;
begin
  if not private.billing_enabled() then
    return;
  end if;
  for v_due in
    select r.user_id, u.email, s.trial_end, p.is_deceased or private.is_bereaved(r.user_id) as has_to_wait,
           s.status = 'trialing' and s.plan is null and not s.lifetime and s.trial_end > now() as is_ending
      from private.trial_reminders r
      join auth.users u on u.id = r.user_id
      left join public.subscriptions s on s.user_id = r.user_id
      left join public.profiles p on p.user_id = r.user_id
     where r.next_at <= now()
     order by r.next_at
     limit 25
       for update of r skip locked
  loop
    if v_due.is_ending and v_due.has_to_wait then
      -- The owner may stop the release, or the week be over, before the trial ends.
      update private.trial_reminders r set next_at = now() + interval '1 hour' where r.user_id = v_due.user_id;
      continue;
    end if;
    delete from private.trial_reminders r where r.user_id = v_due.user_id;
    if v_due.is_ending then
      update private.used_trials t set reminded_at = now()
       where t.email_hash = private.trial_hash(v_due.email) and t.reminded_at is null;
      if found then
        perform private.enqueue_mail(
          'trial_ending', v_due.email, jsonb_build_object('recipient', 'owner', 'until', v_due.trial_end));
      end if;
    end if;
  end loop;
end $$;
