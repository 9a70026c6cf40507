-- Practice for the day: the owner asks designees to practice opening the plan, with sample content instead of the real
-- plan.

create table public.practices (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references auth.users (id) on delete cascade,
  designation_id bigint not null,
  viewer_id uuid not null references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  opened_at timestamptz,
  completed_at timestamptz,
  foreign key (designation_id, owner_id) references public.designations (id, owner_id) on delete cascade,
  constraint practices_completed_is_opened check (completed_at is null or opened_at is not null)
);
create index practices_owner on public.practices (owner_id, created_at desc);
create index practices_designation on public.practices (designation_id, owner_id);
create index practices_viewer on public.practices (viewer_id);
alter table public.practices enable row level security;
comment on table public.practices is 'Who was asked to practise, who found the way in, and who said that they managed it.';

grant select on public.practices to authenticated, service_role;

create policy practices_select_concerned on public.practices for select to authenticated
  using (
    owner_id = (select auth.uid())
    or (viewer_id = (select auth.uid()) and designation_id = any (array(select private.my_designation_ids()))));

-- Asks these designees to practice, with a mail to each. A designee who was asked within the last day is left out.
create function private.start_practice(p_designation_ids bigint[]) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid := (select auth.uid());
  v_asked integer;
begin
  if cardinality(p_designation_ids) > 500 then
    raise exception 'too many people at once' using errcode = '22023';
  end if;
  -- Only one call per owner at a time, because parallel calls could ask twice.
  perform from public.profiles p where p.user_id = v_owner and not p.is_deceased for update;
  if not found then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  with asked as (
    insert into public.practices (owner_id, designation_id, viewer_id, created_at)
    select d.owner_id, d.id, d.beneficiary_user_id, now()
      from private.accepted_designations d
     where d.id = any (p_designation_ids) and d.owner_id = v_owner
       and not exists (select from public.practices r
                        where r.designation_id = d.id and r.created_at > now() - interval '1 day')
    returning id, designation_id, viewer_id),
  mailed as (
    select private.enqueue_mail('practice', u.email, jsonb_build_object(
             'recipient', 'designee', 'owner_name', d.owner_name, 'role', d.role, 'practice_id', a.id),
             p_plan => v_owner)
      from asked a
      join public.designations d on d.id = a.designation_id
      join auth.users u on u.id = a.viewer_id)
  select count(*) into v_asked from mailed;
  if v_asked > 0 then
    perform private.log_event(v_owner, 'practice_started', jsonb_build_object('people', v_asked));
  end if;
  return v_asked;
end $$;

create function public.start_practice(designation_ids bigint[]) returns integer
  language sql security invoker set search_path = '' as $$ select private.start_practice(designation_ids) $$;
grant execute on function private.start_practice(bigint[]), public.start_practice(bigint[]) to authenticated;
comment on function public.start_practice(bigint[]) is
  'Asks accepted designees of the caller to practise. Returns how many were asked; who was asked within a day is left out. HW005: the plan is frozen.';

-- For the person who practices. To other callers the practice seems not to exist.
create function private.mark_practice(p_id uuid, p_completed boolean)
  returns table (owner_name text, role public.designation_role, completed_at timestamptz, parts text[])
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  update public.practices r
     set opened_at = coalesce(r.opened_at, now()),
         completed_at = case when p_completed then coalesce(r.completed_at, now()) else r.completed_at end
    from private.accepted_designations d
   where r.id = p_id and r.viewer_id = (select auth.uid()) and d.id = r.designation_id;
  if not found then
    raise exception 'no such practice' using errcode = 'HW012';
  end if;
  return query
    select d.owner_name, d.role, r.completed_at,
           -- A sample of a part that is never for them would only make them ask for it one day.
           array(select t.choice from private.timings_of(auth.uid()) t
                  where t.owner_id = r.owner_id and t.timing <> 'never' order by t.choice)
      from public.practices r join public.designations d on d.id = r.designation_id
     where r.id = p_id;
end $$;

create function public.open_practice(practice_id uuid)
  returns table (owner_name text, role public.designation_role, completed_at timestamptz, parts text[])
  language sql security invoker set search_path = '' as $$ select * from private.mark_practice(practice_id, false) $$;
comment on function public.open_practice(uuid) is 'Notes that the caller found the way in; says for whom they practise, when they managed it, and which parts they will be able to read. HW012: not available.';

create function public.complete_practice(practice_id uuid) returns void
  language sql security invoker set search_path = '' as $$ select from private.mark_practice(practice_id, true) $$;
grant execute on function private.mark_practice(uuid, boolean), public.open_practice(uuid), public.complete_practice(uuid)
  to authenticated;
comment on function public.complete_practice(uuid) is 'Notes that the caller managed it. HW012: not available.';
