-- What the dashboard needs to know of the caller's own plan, in one request; and that the plan is still right.

create function private.plan_started_at(p_owner_id uuid) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$
  select least(
    (select f.created_at from public.funeral_plan f where f.user_id = p_owner_id),
    (select min(d.created_at) from public.designations d where d.owner_id = p_owner_id),
    (select min(c.created_at) from public.contacts c where c.user_id = p_owner_id),
    (select min(v.created_at) from public.video_messages v where v.user_id = p_owner_id),
    (select min(i.created_at) from public.insurance_policies i where i.user_id = p_owner_id),
    (select min(a.created_at) from public.financial_accounts a where a.user_id = p_owner_id),
    (select min(e.created_at) from public.estate_documents e where e.user_id = p_owner_id))
$$;
revoke execute on function private.plan_started_at(uuid) from public;

-- From when the plan is due to be looked over: so many months after it was begun or last confirmed. Null: never, because
-- the owner does not want to be reminded or has no plan.
create function private.review_due_at(p_profile public.profiles) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$
  select case when p_profile.review_reminder_months > 0
              then greatest(started.at, coalesce(p_profile.plan_reviewed_at, started.at))
                   + make_interval(months => p_profile.review_reminder_months) end
    from (select private.plan_started_at(p_profile.user_id) as at) started
   where started.at is not null
$$;
revoke execute on function private.review_due_at(public.profiles) from public;

create function private.my_review_due_at() returns timestamptz
  language sql stable security definer set search_path = ''
  as $$ select private.review_due_at(p) from public.profiles p where p.user_id = (select auth.uid()) $$;
revoke execute on function private.my_review_due_at() from public;
grant execute on function private.my_review_due_at() to authenticated;

create function private.confirm_plan() returns timestamptz
  language plpgsql security definer set search_path = ''
  as $$
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
revoke execute on function private.confirm_plan() from public;
grant execute on function private.confirm_plan() to authenticated;

create function public.confirm_plan() returns timestamptz
  language sql security invoker set search_path = ''
  as $$ select private.confirm_plan() $$;
revoke execute on function public.confirm_plan() from public, anon, authenticated, service_role;
grant execute on function public.confirm_plan() to authenticated;
comment on function public.confirm_plan() is '"Still right": notes that the caller looked the plan over now. HW005: the plan is frozen.';

create function public.plan_overview()
  returns table (
    full_name text, funeral_plan_saved boolean, funeral_plan_completed boolean, music_chosen boolean,
    people bigint, people_accepted bigint, executors bigint, contacts bigint, videos bigint, insurance bigint,
    policy_numbers bigint, accounts bigint, documents bigint, wills bigint,
    plan_reviewed_at timestamptz, review_due_at timestamptz)
  language sql stable security invoker set search_path = ''
  as $$
  select
    (select p.full_name from public.profiles p where p.user_id = me.id),
    exists (select from public.funeral_plan f where f.user_id = me.id
             and (f.completed_at is not null or num_nonnulls(f.disposition, f.funeral_home, f.service_type, f.venue,
                                                             f.officiant, f.personal_requests, f.obituary) > 0)),
    exists (select from public.funeral_plan f where f.user_id = me.id and f.completed_at is not null),
    exists (select from public.funeral_plan f where f.user_id = me.id and f.music_playlist_ref is not null),
    (select count(*) from public.designations d
      where d.owner_id = me.id and d.revoked_at is null and d.declined_at is null),
    (select count(*) from public.designations d
      where d.owner_id = me.id and d.revoked_at is null and d.accepted_at is not null),
    (select count(*) from public.designations d
      where d.owner_id = me.id and d.revoked_at is null and d.declined_at is null and d.role = 'executor'),
    (select count(*) from public.contacts c where c.user_id = me.id),
    (select count(*) from public.video_messages v where v.user_id = me.id),
    (select count(*) from public.insurance_policies i where i.user_id = me.id),
    (select count(i.policy_number) from public.insurance_policies i where i.user_id = me.id),
    (select count(*) from public.financial_accounts a where a.user_id = me.id),
    (select count(*) from public.estate_documents e where e.user_id = me.id),
    (select count(*) from public.estate_documents e where e.user_id = me.id and e.doc_type = 'will'),
    (select p.plan_reviewed_at from public.profiles p where p.user_id = me.id),
    private.my_review_due_at()
  from (select (select auth.uid()) as id) me
$$;
revoke execute on function public.plan_overview() from public, anon, authenticated, service_role;
grant execute on function public.plan_overview() to authenticated;
comment on function public.plan_overview() is 'Counts of the caller''s own plan, and when it was last confirmed. One row.';
