-- Who may read which part of a plan, and when: what an owner chose for a person and a part, and the rule of the person's
-- role where nothing was chosen. Every policy, list and function that lets a designee read a part asks here.

-- ---- what the rule reads of the first hours -------------------------------------------------------------------------
-- Who opens and closes them, and what follows: the migration `first_hours`.

-- Written for the owner alone, and by an operator for them: a close writes this row and no other, so it waits for no one.
create table public.first_hours (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  -- How long after the press the plan opens; fixed by the press.
  notice_hours smallint not null default 0 check (notice_hours in (0, 24)),
  -- Ends every opening that was pressed before it or within a minute after it. A press that a close did not see because it
  -- had not committed can so be later than it, and is closed without waiting for it.
  closed_at timestamptz,
  created_at timestamptz not null default now()
);
alter table public.first_hours enable row level security;
comment on table public.first_hours is 'How an owner''s first hours open, and when they were last closed. Changed by functions alone.';
grant select on public.first_hours to authenticated, service_role;
create policy first_hours_select_own on public.first_hours for select to authenticated
  using (owner_id = (select auth.uid()));

-- A press adds a row, and so does prolonging; none is ever changed in what it opens.
create table private.openings (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references auth.users (id) on delete cascade,
  -- What was pressed: the owner can't speak for themself, or has died.
  reason text not null check (reason in ('ill', 'died')),
  -- The opening that this one keeps open longer.
  prolongs uuid references private.openings (id) on delete cascade,
  -- No foreign key: the deletion of this account and a press would each wait for a row that the other one holds.
  opened_by uuid not null,
  designation_id bigint,
  -- As the owner named them then.
  opened_by_name text not null,
  opened_at timestamptz not null,
  opens_at timestamptz not null,
  ends_at timestamptz not null,
  -- When the owner and the circle were told that it is open, and that it has ended.
  told_at timestamptz,
  ended_told_at timestamptz,
  -- Which close ended it, as soon as anyone looked; before that, public.first_hours alone tells.
  closed_at timestamptz,
  -- What the owner answered: was it right to open it? And whether they allowed the presser to press again all the same.
  was_right boolean,
  allowed_at timestamptz,
  -- Why an operator ended it. For operators only.
  note text check (char_length(note) <= 2000),
  constraint openings_in_order check (opened_at <= opens_at and opens_at < ends_at),
  foreign key (designation_id, owner_id) references public.designations (id, owner_id) on delete set null (designation_id)
);
create index openings_owner on private.openings (owner_id, ends_at);
create index openings_prolongs on private.openings (prolongs);
create index openings_designation on private.openings (designation_id, owner_id);
create index openings_opened_by on private.openings (opened_by, opened_at);
create index openings_untold on private.openings (opens_at) where told_at is null;
create index openings_not_ended on private.openings (owner_id) where ended_told_at is null;
alter table private.openings enable row level security;
comment on table private.openings is 'Every press that opened an owner''s first hours, or kept them open longer.';

-- The reason for which an owner's first hours are open now: a death before an illness, as it opens more; null when they are
-- closed. Once a certificate is approved, what was open then stays open until the release.
create function private.reason_open(p_profile public.profiles) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select min(o.reason)
      from private.openings o left join public.first_hours h on h.owner_id = o.owner_id
     where o.owner_id = p_profile.user_id and o.opens_at <= now()
       and (o.ends_at > now()
            or p_profile.death_review = 'approved' and p_profile.release_at > now() and o.ends_at > p_profile.death_reviewed_at)
       and o.opened_at > coalesce(h.closed_at, '-infinity') + interval '1 minute');
end $$;

-- Each opening, together with what prolonged it. private.reason_open says the same by the single rows, and faster.
create view private.opening_states as
  select o.id, o.owner_id, o.reason, o.opened_by, o.designation_id, o.opened_by_name, o.opened_at, o.opens_at, life.ends_at,
         o.told_at, o.ended_told_at, closing.closed_at, o.was_right, o.allowed_at, o.note,
         closing.closed_at is null and o.opens_at <= now() and life.ends_at > now() as is_open,
         closing.closed_at is null and o.opens_at > now() as is_announced
    from private.openings o
    join public.profiles p on p.user_id = o.owner_id
    left join public.first_hours h on h.owner_id = o.owner_id
    cross join lateral (
      select max(x.ends_at) as ends_at from private.openings x where x.id = o.id or x.prolongs = o.id) given
    cross join lateral (
      -- Until the release, if it was open when the certificate was approved.
      select case when p.death_review = 'approved' and given.ends_at > p.death_reviewed_at
                  then greatest(given.ends_at, p.release_at) else given.ends_at end as ends_at) life
    cross join lateral (
      select coalesce(o.closed_at,
                      case when o.opened_at <= h.closed_at + interval '1 minute' and life.ends_at > h.closed_at
                           then h.closed_at end) as closed_at) closing
   where o.prolongs is null;

-- ---- what an owner chose -----------------------------------------------------------------------------------------
create table public.part_access (
  designation_id bigint not null,
  owner_id uuid not null references auth.users (id) on delete cascade,
  choice text not null,
  timing public.part_timing not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  primary key (designation_id, choice),
  foreign key (designation_id, owner_id) references public.designations (id, owner_id) on delete cascade,
  -- Refuses a part that no one may choose for, and the first hours for one that never opens early.
  foreign key (choice, timing) references private.choice_timings (choice, timing)
);
create index part_access_owner on public.part_access (owner_id, designation_id);
create index part_access_choice on public.part_access (choice, timing);
alter table public.part_access enable row level security;
comment on table public.part_access is 'What an owner chose for a person and a part of the plan. No row: the rule of the role. For the owner alone: the person must not learn of it.';

create trigger part_access_set_updated_at before update on public.part_access
  for each row execute function private.set_updated_at();
-- A "never" may still be copied: people who were named can answer in a frozen plan.
create trigger part_access_keep_frozen after insert or update on public.part_access
  for each row when (new.timing <> 'never') execute function private.keep_frozen('owner_id');
create trigger part_access_keep_frozen_removed after delete on public.part_access
  for each row execute function private.keep_frozen('owner_id');

grant select on public.part_access to authenticated, service_role;
create policy part_access_select_own on public.part_access for select to authenticated
  using (owner_id = (select auth.uid()));

-- ---- the rule -------------------------------------------------------------------------------------------------
create function private.timing_of_role(p_part private.plan_parts, p_role public.designation_role)
  returns public.part_timing language sql immutable
  return case when (p_part).never_by_default or (p_part).trustees_only and p_role = 'beneficiary'
              then 'never'::public.part_timing else 'after_death'::public.part_timing end;

-- When the parts of each owner's plan are for a person: by the designations that they accepted, and by one that the preview
-- assumes as accepted. One who was named more than once has the widest timing of all, but a "never" that was chosen for
-- one of them is for the person. Like viewable_owners(boolean) it has no rights and no search path of its own, so Postgres
-- puts it into the query that asks.
create function private.timings_of(p_user_id uuid, p_assumed_id bigint default null)
  returns table (owner_id uuid, choice text, opens_early text, timing public.part_timing) language sql stable
begin atomic
  select d.owner_id, part.choice, part.opens_early,
         case when bool_or(a.timing = 'never') then 'never'::public.part_timing
              else max(coalesce(a.timing, private.timing_of_role(part, d.role))) end
    from public.designations d
    cross join private.plan_parts part
    left join public.part_access a on a.designation_id = d.id and a.choice = part.choice
   where (d.beneficiary_user_id = p_user_id and d.accepted_at is not null and d.revoked_at is null or d.id = p_assumed_id)
     and part.choice is not null and part.is_offered
   group by d.owner_id, part.choice, part.opens_early;
end;

-- Whether a part with this timing is open now: with the whole plan, or in its first hours. p_reason: why these are open, or
-- null. Written so that this is only asked of plans that are not open, for parts that were chosen for the first hours.
create function private.is_part_open(
  p_timing public.part_timing, p_opens_early text, p_profile public.profiles, p_reason text) returns boolean
  language sql stable
  return p_timing <> 'never'
     and (private.is_viewable(p_profile) or p_timing = 'first_hours' and p_reason = any (array['died', p_opens_early]));

-- The parts that the caller may read now.
create function private.open_parts() returns table (owner_id uuid, choice text) language sql stable
begin atomic
  select t.owner_id, t.choice
    from private.timings_of(auth.uid()) t
    join public.profiles p on p.user_id = t.owner_id
   where private.is_part_open(t.timing, t.opens_early, p, private.reason_open(p));
end;

-- For policies: the owners whose part the caller may read now. As in the migration visibility, they ask for an array.
create function private.owners_of_part(p_choice text) returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query select o.owner_id from private.open_parts() o where o.choice = p_choice;
end $$;
grant execute on function private.owners_of_part(text) to authenticated;

-- The tables that the caller may read now, those without a choice too. The rows' own policies still decide.
create function private.readable_parts() returns table (owner_id uuid, table_name text)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    select o.owner_id, p.table_name
      from private.open_parts() o join private.plan_parts p on p.choice = o.choice
    union all
    select v.owner_id, p.table_name
      from private.plan_parts p cross join private.viewable_owners(p.trustees_only) v (owner_id)
     where p.choice is null;
end $$;

-- ---- the access history ---------------------------------------------------------------------------------------
-- The tabs of which the caller must never learn that they exist, and those of a part that is not offered.
create function private.hidden_sections() returns table (owner_id uuid, section text)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    select t.owner_id, s.section
      from private.timings_of(auth.uid()) t
      join private.plan_parts p on p.choice = t.choice
      cross join unnest(p.tabs) s (section)
     where t.timing = 'never'
    union all
    select d, s.section
      from private.designated_owners() d cross join private.plan_parts p cross join unnest(p.tabs) s (section)
     where not p.is_offered;
end $$;
grant execute on function private.hidden_sections() to authenticated;

-- The owners whose first hours the caller may open: the caller is in the circle of each.
create function private.my_circles() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query select distinct t.owner_id from private.timings_of(auth.uid()) t where t.timing = 'first_hours';
end $$;

-- Those of them whose first hours are open because the owner has died: they read what there is to do.
create function private.owners_open_for_death() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select c from private.my_circles() c join public.profiles p on p.user_id = c where private.reason_open(p) = 'died';
end $$;
grant execute on function private.my_circles(), private.owners_open_for_death() to authenticated;

-- Since when the caller has been in the circle of each owner, by the owner's id: who joins later must not read what happened
-- before. One value, so that a policy asks once in a query.
create function private.in_circles_since() returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_object_agg(joined.owner_id, joined.since), '{}')
      from (select d.owner_id, min(greatest(d.accepted_at, a.updated_at)) as since
              from private.accepted_designations d join public.part_access a on a.designation_id = d.id
             where d.beneficiary_user_id = auth.uid() and a.timing = 'first_hours'
             group by d.owner_id) joined);
end $$;
grant execute on function private.in_circles_since() to authenticated;

-- Designees may read events about the release, and their own actions, and those in the circle what happens to the first
-- hours since they joined. They must not learn whom else the owner named, nor read titles of a part that they saw before
-- and now never may.
create policy access_events_select_concerned on public.access_events for select to authenticated
  using (
    owner_id = (select auth.uid())
    or (owner_id = any (array(select private.designated_owners()))
        and (actor_id = (select auth.uid())
               and (owner_id, coalesce(detail ->> 'section', ''))
                   not in (select h.owner_id, h.section from private.hidden_sections() h)
             or action in ('certificate_submitted', 'certificate_objected', 'objection_withdrawn', 'certificate_approved',
                           'certificate_rejected', 'certificate_needs_another', 'decision_taken_back', 'release_stopped',
                           'plan_released', 'hold_lifted', 'hold_restored')))
    or (owner_id = any (array(select private.my_circles()))
        and action in ('first_hours_opened', 'first_hours_prolonged', 'first_hours_closed', 'opening_ended')
        and created_at >= ((select private.in_circles_since()) ->> owner_id::text)::timestamptz));

-- ---- one person, several designations -------------------------------------------------------------------------
-- A "never" of one designation is written to the others of that account. It would otherwise end with the one it was chosen
-- for: the person could step down from that one, or delete the account and come back by another's address.
create function private.share_nevers(p_owner_id uuid, p_user_id uuid) returns void
  language sql security definer set search_path = '' as $$
  insert into public.part_access (designation_id, owner_id, choice, timing)
  select d.id, d.owner_id, never.choice, 'never'
    from private.accepted_designations d
    cross join (
      select distinct a.choice
        from private.accepted_designations o join public.part_access a on a.designation_id = o.id
       where o.owner_id = p_owner_id and o.beneficiary_user_id = p_user_id and a.timing = 'never') never
   where d.owner_id = p_owner_id and d.beneficiary_user_id = p_user_id
  on conflict (designation_id, choice) do update set timing = 'never' where part_access.timing <> 'never'
$$;

create function private.share_nevers_of_account() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.share_nevers(new.owner_id, new.beneficiary_user_id);
  return null;
end $$;

create trigger designations_share_nevers after insert or update of beneficiary_user_id, revoked_at on public.designations
  for each row when (new.beneficiary_user_id is not null and new.revoked_at is null)
  execute function private.share_nevers_of_account();

-- ---- the owner chooses ----------------------------------------------------------------------------------------
-- What is narrower than before depends on no payment: an owner can always take something away. As naming and revoking, it
-- waits in a browser that is new to the account: someone who reads the owner's mail must neither open a part nor blind an
-- executor.
create function private.save_part_timing(
  p_designation public.designations, p_choice text, p_timing public.part_timing, p_rule public.part_timing) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if p_timing = p_rule and p_timing <> 'never' then
    delete from public.part_access a where a.designation_id = p_designation.id and a.choice = p_choice;
  else
    insert into public.part_access (designation_id, owner_id, choice, timing)
    values (p_designation.id, p_designation.owner_id, p_choice, p_timing)
    on conflict (designation_id, choice) do update set timing = excluded.timing;
  end if;
end $$;

create function private.set_part_timing(p_designation_id bigint, p_choice text, p_timing public.part_timing) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_designation public.designations;
  v_rule public.part_timing;
  v_is_offered boolean;
  v_chosen public.part_timing;
  v_detail jsonb;
  v_was_in_circle boolean;
begin
  perform private.require_known_browser();
  if private.my_plan_is_frozen() then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  -- Two calls at once wait for each other, because each compares with what was chosen before.
  select d.* into v_designation from public.designations d
   where d.id = p_designation_id and d.owner_id = auth.uid() and d.revoked_at is null and d.declined_at is null
     for no key update;
  if not found then
    raise exception 'designation not available' using errcode = 'HW001';
  end if;
  select private.timing_of_role(p, v_designation.role), p.is_offered into v_rule, v_is_offered from private.plan_parts p
   where p.choice = p_choice limit 1;
  select a.timing into v_chosen from public.part_access a where a.designation_id = p_designation_id and a.choice = p_choice;
  -- A part that is not offered can only be taken away.
  if v_rule is null or p_timing is null or not v_is_offered and p_timing > coalesce(v_chosen, v_rule) then
    raise exception 'there is no such choice' using errcode = '22023';
  end if;
  -- A repeated request changes nothing, and so is no event. That the owner said "never" is kept also where the role's rule
  -- is the same, because it holds for another designation of that person as well; any other choice that is the rule needs
  -- no row, so that the rows are the exceptions.
  if p_timing = v_chosen or v_chosen is null and p_timing = v_rule and p_timing <> 'never' then
    return;
  end if;
  v_detail := jsonb_build_object(
    'name', v_designation.person_name, 'role', v_designation.role, 'choice', p_choice, 'timing', p_timing);
  if p_timing > coalesce(v_chosen, v_rule) then
    if not private.i_may_plan() then
      raise exception 'not allowed' using errcode = '42501';
    end if;
    perform private.log_repeatable(v_designation.owner_id, 'part_timing_changed', v_detail);
  else
    perform private.log_unrefused(v_designation.owner_id, 'part_timing_changed', v_detail);
  end if;
  v_was_in_circle := private.is_in_circle(v_designation.owner_id, v_designation.beneficiary_user_id);
  perform private.save_part_timing(v_designation, p_choice, p_timing, v_rule);
  perform private.share_nevers(v_designation.owner_id, v_designation.beneficiary_user_id);
  if not v_was_in_circle then
    perform private.tell_of_joining(v_designation.owner_id, v_designation.beneficiary_user_id);
  end if;
end $$;

create function public.set_part_timing(designation_id bigint, choice text, timing public.part_timing) returns void
  language sql security invoker set search_path = ''
  as $$ select private.set_part_timing(designation_id, choice, timing) $$;
grant execute on function private.set_part_timing(bigint, text, public.part_timing),
  public.set_part_timing(bigint, text, public.part_timing) to authenticated;
comment on function public.set_part_timing(bigint, text, public.part_timing) is
  'Says when a person whom the caller named may read a part of the plan; a second call changes nothing. Returns nothing. HW001: no open or accepted designation of the caller, HW005: plan frozen, HW072: widened too often today, HW080: the browser is new to the account, 22023: no such part, 23503: this part never opens in the first hours, 42501: to widen needs membership.';

-- ---- what was chosen for people who are removed and come back ----------------------------------------------------
-- A removal takes a designation's choices with it. They must be there again when it is brought back, and a "never" also
-- when the same address is named again, or removing a person for a moment would open what was never for them.
create table private.removed_part_access (
  -- The designation, which is gone.
  removed_id bigint,
  choice text,
  owner_id uuid not null references auth.users (id) on delete cascade,
  -- Of the address, as that of a used trial: the owner took it off the list.
  person_hash text not null,
  timing public.part_timing not null,
  primary key (removed_id, choice)
);
create index removed_part_access_person on private.removed_part_access (owner_id, person_hash);
alter table private.removed_part_access enable row level security;
comment on table private.removed_part_access is 'What owners had chosen for people whom they removed, until these are named again or brought back.';

create function private.keep_part_access() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.removed_part_access (removed_id, choice, owner_id, person_hash, timing)
  select a.designation_id, a.choice, a.owner_id, private.trial_hash(old.person_email), a.timing
    from public.part_access a
   where a.designation_id = old.id
     -- Choices that go with their owner's account are not kept.
     and exists (select from auth.users u where u.id = a.owner_id);
  return old;
end $$;

-- Before, because a deletion takes the choices with it.
create trigger designations_keep_part_access before delete on public.designations
  for each row execute function private.keep_part_access();

create function private.give_part_access_back() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_hash text := private.trial_hash(new.person_email);
begin
  insert into public.part_access (designation_id, owner_id, choice, timing)
  select new.id, new.owner_id, before.choice, min(before.timing)
    from (select r.choice, r.timing from private.removed_part_access r
           where r.owner_id = new.owner_id
             -- A designation that is brought back has the id it had.
             and (r.removed_id = new.id or r.person_hash = v_hash and r.timing = 'never')
          union all
          select a.choice, a.timing
            from public.designations d join public.part_access a on a.designation_id = d.id
           where d.owner_id = new.owner_id and d.person_email = new.person_email and a.timing = 'never') before
   group by before.choice;
  delete from private.removed_part_access r where r.owner_id = new.owner_id and r.person_hash = v_hash;
  return null;
end $$;

create trigger designations_give_part_access_back after insert on public.designations
  for each row execute function private.give_part_access_back();
