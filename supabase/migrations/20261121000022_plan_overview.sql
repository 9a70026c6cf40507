-- What the dashboard needs to know about the caller's own plan, in one request; and the confirmation that it is still
-- right.

-- When a plan is due for a review: the owner's chosen number of months after it was begun or last confirmed. Null for
-- never, because the owner does not want reminders or has no plan.
create function private.review_due_at(p_profile public.profiles, p_started_at timestamptz) returns timestamptz
  language sql stable
  return case when p_started_at is not null and (p_profile).review_reminder_months > 0
              then greatest(p_started_at, (p_profile).plan_reviewed_at)
                   + make_interval(months => (p_profile).review_reminder_months) end;

create function private.confirm_plan() returns timestamptz
  language plpgsql security definer set search_path = '' as $$
declare
  v_reviewed_at timestamptz;
begin
  update public.profiles p set plan_reviewed_at = now()
   where p.user_id = (select auth.uid()) and not p.is_deceased
  returning p.plan_reviewed_at into v_reviewed_at;
  if not found then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  return v_reviewed_at;
end $$;

create function public.confirm_plan() returns timestamptz
  language sql security invoker set search_path = '' as $$ select private.confirm_plan() $$;
grant execute on function private.confirm_plan(), public.confirm_plan() to authenticated;
comment on function public.confirm_plan() is '"Still right": notes that the caller looked the plan over now. HW005: the plan is frozen.';

create function private.plan_overview()
  returns table (full_name text, counts jsonb, plan_reviewed_at timestamptz, review_due_at timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
declare
  -- Asked once: in the query it would be asked for every part of the plan.
  v_me uuid := auth.uid();
begin
  return query
    select p.full_name, t.counts, p.plan_reviewed_at, private.review_due_at(p, t.started_at)
      from private.plan_totals(v_me) t left join public.profiles p on p.user_id = v_me;
end $$;

-- Bound at creation, so that Postgres does not plan it again in every request (see the migration `foundation`).
create function public.plan_overview()
  returns table (full_name text, counts jsonb, plan_reviewed_at timestamptz, review_due_at timestamptz)
  language sql stable security invoker
begin atomic
  select * from private.plan_overview();
end;
grant execute on function private.plan_overview(), public.plan_overview() to authenticated;
comment on function public.plan_overview() is 'What the caller''s own plan holds, as each part of it counts (see private.plan_parts), and when it was last confirmed. One row.';
