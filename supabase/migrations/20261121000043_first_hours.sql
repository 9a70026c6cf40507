-- The first hours: people whom the owner chose for this open what was chosen for each of them, without a certificate, when
-- the owner can't speak for themself or has died. Nothing ever opens by silence, and nothing is frozen or deleted by it. The
-- owner and the circle are told of every press, and no one else is. What the rule reads is in the migration `part_access`.

-- ---- the circle ---------------------------------------------------------------------------------------------------
-- The people who may open an owner's first hours: those who accepted and have a part in them. A person who was named more
-- than once is in it once, under the name given last.
create function private.circle_of(p_owner_id uuid)
  returns table (user_id uuid, designation_id bigint, person_name text, parts text[])
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
    select chosen.user_id, named.id, named.person_name, member.parts
      from (select distinct d.beneficiary_user_id as user_id
              from public.part_access a join private.accepted_designations d on d.id = a.designation_id
             where a.owner_id = p_owner_id and a.timing = 'first_hours' and d.beneficiary_user_id is not null) chosen
      cross join lateral (
        select array_agg(t.choice order by t.choice) as parts from private.timings_of(chosen.user_id) t
         where t.owner_id = p_owner_id and t.timing = 'first_hours') member
      cross join lateral (
        select d.id, d.person_name from private.accepted_designations d
         where d.owner_id = p_owner_id and d.beneficiary_user_id = chosen.user_id
         order by d.id desc limit 1) named
     where member.parts is not null
     order by named.id;
end $$;

create function private.is_in_circle(p_owner_id uuid, p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from private.timings_of(p_user_id) t where t.owner_id = p_owner_id and t.timing = 'first_hours');
end $$;

-- Sends the owner and each person of the circle a mail, the owner first. p_owner: more for the owner's copy. p_also: people
-- who are told as well, as far as the owner names them. p_actor: who reads that it was they.
create function private.mail_circle(
  p_owner_id uuid, p_kind text, p_payload jsonb, p_owner jsonb default '{}', p_also uuid[] default '{}',
  p_about text default null, p_actor uuid default null) returns void
  language sql security definer set search_path = '' as $$
  select private.enqueue_mail(p_kind, people.email,
           jsonb_build_object('recipient', people.recipient, 'owner_id', p_owner_id, 'owner_name', p.full_name,
                              'is_deceased', p.is_deceased)
           || p_payload
           || case when people.recipient = 'owner' then p_owner
                   else jsonb_build_object('is_actor', people.id is not distinct from p_actor) end,
           p_about => p_about)
    from public.profiles p
    cross join lateral (
      select u.id, u.email, 'owner' as recipient from auth.users u where u.id = p.user_id
      union
      select u.id, u.email, 'designee' from private.circle_of(p.user_id) c join auth.users u on u.id = c.user_id
      union
      select u.id, u.email, 'designee' from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
       where d.owner_id = p.user_id and d.beneficiary_user_id = any (p_also)) people
   where p.user_id = p_owner_id
   order by people.recipient = 'designee'
$$;

-- Whom of the circle our mail does not reach, in its order.
create function private.untold_of(p_owner_id uuid) returns table (user_id uuid, person_name text)
  language sql stable security definer set search_path = '' as $$
  select c.user_id, c.person_name from private.circle_of(p_owner_id) c
   where exists (
     select from private.accepted_designations d
      where d.owner_id = p_owner_id and d.beneficiary_user_id = c.user_id and d.mail_refused_at is not null)
   order by c.designation_id
$$;

-- While the first hours are open or announced, the others are who can call a person whose mail was refused: the owner, who
-- is told of every refusal, may not be able to.
create function private.tell_of_untold(p_owner_id uuid, p_user_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if exists (select from private.opening_states s where s.owner_id = p_owner_id and (s.is_open or s.is_announced)) then
    perform private.enqueue_mail('first_hours_untold', u.email, jsonb_build_object(
        'recipient', 'designee', 'owner_id', p_owner_id, 'owner_name', p.full_name, 'actor_name', untold.person_name),
        -- Named twice, a person is told of once.
        p_about => p_user_id::text)
      from private.untold_of(p_owner_id) untold
      join public.profiles p on p.user_id = p_owner_id
      cross join private.circle_of(p_owner_id) c
      join auth.users u on u.id = c.user_id
     where untold.user_id = p_user_id and c.user_id <> p_user_id;
  end if;
end $$;

-- Whoever joins is known to the owner and to those who were there before.
create function private.tell_of_joining(p_owner_id uuid, p_user_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_names text[];
  v_name text;
begin
  if not private.is_in_circle(p_owner_id, p_user_id) then
    return;
  end if;
  select array_agg(c.person_name), min(c.person_name) filter (where c.user_id = p_user_id) into v_names, v_name
    from private.circle_of(p_owner_id) c;
  perform private.mail_circle(
    p_owner_id, 'first_hours_joined', jsonb_build_object('actor_name', v_name, 'names', v_names),
    -- Putting a part in and taking it out in turn must not flood anyone.
    p_about => p_user_id::text, p_actor => p_user_id);
end $$;

create function private.report_joining() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- Who is in it by another designation was told of.
  if not exists (
    select from private.accepted_designations d join public.part_access a on a.designation_id = d.id
     where d.owner_id = new.owner_id and d.beneficiary_user_id = new.beneficiary_user_id and d.id <> new.id
       and a.timing = 'first_hours') then
    perform private.tell_of_joining(new.owner_id, new.beneficiary_user_id);
  end if;
  return null;
end $$;

-- Triggers fire by their names' order: these after those that share a "never" and bring choices back.
create trigger designations_tell_of_joining after insert on public.designations
  for each row when (new.beneficiary_user_id is not null and new.revoked_at is null) execute function private.report_joining();
create trigger designations_tell_of_joining_again after update of beneficiary_user_id, revoked_at on public.designations
  for each row when (new.beneficiary_user_id is not null and new.revoked_at is null
                     and (old.beneficiary_user_id is null or old.revoked_at is not null))
  execute function private.report_joining();

-- ---- where they stand ----------------------------------------------------------------------------------------------
-- Since when they have been open or announced, or when they were closed or their time ended within the last seven days,
-- whichever is later; null in normal times.
create function private.opened_since(p_owner_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select max(case when s.is_open or s.is_announced then s.opened_at else coalesce(s.closed_at, s.ends_at) end)
            from private.opening_states s
           where s.owner_id = p_owner_id and coalesce(s.closed_at, s.ends_at) > now() - interval '7 days');
end $$;

-- Keeps with each opening which close ended it, before another close follows.
create function private.settle_openings(p_owner_id uuid) returns void
  language sql security definer set search_path = '' as $$
  update private.openings o set closed_at = s.closed_at
    from private.opening_states s
   where o.owner_id = p_owner_id and s.id = o.id and o.closed_at is null and s.closed_at is not null
$$;

-- Until when a person may not open an owner's first hours, because the owner closed what they had opened and did not say
-- that it was right: seven days, then thirty, then until the owner allows it ('infinity'). It holds for the account and
-- for the designation, so for any other designation of the account too. Null: they may.
create function private.opening_wait_until(p_owner_id uuid, p_user_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_times bigint;
  v_closed_at timestamptz;
  v_until timestamptz;
begin
  select count(*), max(s.closed_at) into v_times, v_closed_at
    from private.opening_states s
   where s.owner_id = p_owner_id and s.closed_at is not null and s.was_right is not true and s.allowed_at is null
     and (s.opened_by = p_user_id
          or s.designation_id in (
            select d.id from private.accepted_designations d
             where d.owner_id = p_owner_id and d.beneficiary_user_id = p_user_id));
  v_until := case v_times when 0 then null when 1 then v_closed_at + interval '7 days'
                          when 2 then v_closed_at + interval '30 days' else 'infinity' end;
  return case when v_until > now() then v_until end;
end $$;

create function private.require_may_press(p_owner_id uuid) returns void
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_until timestamptz := private.opening_wait_until(p_owner_id, auth.uid());
begin
  if v_until = 'infinity' then
    raise exception 'this person waits until the owner allows it' using errcode = 'HW090';
  elsif v_until is not null then
    raise exception 'this person waits after what they opened was closed'
      using errcode = 'HW090', detail = ceil(extract(epoch from v_until - now()))::integer;
  end if;
end $$;

-- The caller in the circle of this owner. To everyone else, named or not, it is the same refusal.
create function private.require_circle(p_owner_id uuid) returns public.designations
  language plpgsql security definer set search_path = '' as $$
declare
  v_me public.designations;
begin
  if not private.is_in_circle(p_owner_id, auth.uid()) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  -- Waits for a deletion of the owner's account, or makes it wait, which then finds the opening.
  perform from auth.users u where u.id = p_owner_id for key share;
  select d.* into v_me from private.accepted_designations d
   where d.owner_id = p_owner_id and d.beneficiary_user_id = auth.uid()
   order by d.id desc limit 1;
  perform from public.designations d where d.id = v_me.id for key share;
  -- One press at a time for each owner, so that two people who press at once do not open twice.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.openings ' || p_owner_id, 0));
  -- Revoked or removed while it waited.
  if not private.is_in_circle(p_owner_id, auth.uid()) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  return v_me;
end $$;

-- A press that took longer than a close allows for is undone. p_began_at: another start than the transaction's, for a test.
create function private.refuse_slow_press(p_began_at timestamptz default now()) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if clock_timestamp() > p_began_at + interval '10 seconds' then
    raise exception 'this took too long' using errcode = '57014';
  end if;
end $$;

create function private.tell_of_opening(p_opening private.openings) returns void
  language sql security definer set search_path = '' as $$
  select private.mail_circle(
    p_opening.owner_id, 'first_hours_opened',
    jsonb_build_object('actor_name', p_opening.opened_by_name, 'opens_at', p_opening.opens_at, 'ends_at', p_opening.ends_at,
                       'is_open', p_opening.told_at is not null,
                       'untold', array(select u.person_name from private.untold_of(p_opening.owner_id) u)),
    p_owner => jsonb_build_object('opening_id', p_opening.id), p_actor => p_opening.opened_by)
$$;

-- ---- a person of the circle presses --------------------------------------------------------------------------------
create function private.open_first_hours(p_owner_id uuid, p_reason text) returns timestamptz
  language plpgsql security definer set search_path = '' as $$
declare
  v_me public.designations := private.require_circle(p_owner_id);
  v_hours public.first_hours;
  v_opening private.openings;
begin
  if p_reason is null or p_reason not in ('ill', 'died') then
    raise exception 'there is no such reason' using errcode = '22023';
  end if;
  -- A second press, a try again after a lost answer, or another person was faster. "Died" opens what "ill" does.
  select min(s.opens_at) into v_opening.opens_at from private.opening_states s
   where s.owner_id = p_owner_id and (s.is_open or s.is_announced) and s.reason in (p_reason, 'died');
  if v_opening.opens_at is not null then
    return v_opening.opens_at;
  end if;
  if exists (select from public.profiles p where p.user_id = p_owner_id and p.release_at <= now()) then
    raise exception 'the plan is released' using errcode = 'HW091';
  end if;
  perform private.require_may_press(p_owner_id);
  -- Each press is mailed to the circle at once, before other mail.
  if (select count(*) filter (where o.owner_id = p_owner_id) >= 10 or count(*) filter (where o.opened_by = auth.uid()) >= 20
        from private.openings o
       where (o.owner_id = p_owner_id or o.opened_by = auth.uid()) and o.prolongs is null
         and o.opened_at > now() - interval '1 day') then
    raise exception 'opened too often today' using errcode = 'HW072';
  end if;
  perform private.settle_openings(p_owner_id);
  select h.* into v_hours from public.first_hours h where h.owner_id = p_owner_id;
  -- Later than a close can be meant for it: else a press that follows a close at once would be closed with it.
  v_opening.opened_at := greatest(now(), v_hours.closed_at + interval '1 minute' + interval '1 millisecond');
  v_opening.opens_at := v_opening.opened_at + make_interval(hours => coalesce(v_hours.notice_hours, 0));
  insert into private.openings (
    owner_id, reason, opened_by, designation_id, opened_by_name, opened_at, opens_at, ends_at, told_at)
  values (p_owner_id, p_reason, auth.uid(), v_me.id, v_me.person_name, v_opening.opened_at, v_opening.opens_at,
          v_opening.opens_at + interval '14 days', case when coalesce(v_hours.notice_hours, 0) = 0 then now() end)
  returning * into v_opening;
  perform private.log_event(
    p_owner_id, 'first_hours_opened', jsonb_build_object('opens_at', v_opening.opens_at, 'ends_at', v_opening.ends_at));
  perform private.tell_of_opening(v_opening);
  perform private.refuse_slow_press();
  return v_opening.opens_at;
end $$;

create function public.open_first_hours(owner_id uuid, reason text) returns timestamptz
  language sql security invoker set search_path = '' as $$ select private.open_first_hours(owner_id, reason) $$;
grant execute on function private.open_first_hours(uuid, text), public.open_first_hours(uuid, text) to authenticated;
comment on function public.open_first_hours(uuid, text) is
  'Opens the first hours of an owner''s plan, because the owner can''t speak for themself (''ill'') or has died (''died''), for 14 days. Returns when they open; a second call changes nothing. HW006: the caller is not in the circle, HW072: opened too often today, HW090: the caller waits after a close (detail: seconds; none: until the owner allows it), HW091: the plan is released, 22023: no such reason.';

create function private.prolong_first_hours(p_owner_id uuid) returns timestamptz
  language plpgsql security definer set search_path = '' as $$
declare
  v_me public.designations := private.require_circle(p_owner_id);
  v_state private.opening_states;
  v_ends_at timestamptz;
  v_id uuid;
begin
  select s.* into v_state from private.opening_states s
   where s.owner_id = p_owner_id and s.is_open
   order by s.reason, s.ends_at desc
   limit 1;
  if not found then
    raise exception 'nothing is open' using errcode = 'HW091';
  end if;
  -- A second press, a try again after a lost answer, or another person was faster.
  if v_state.ends_at > now() + interval '14 days' then
    return v_state.ends_at;
  end if;
  perform private.require_may_press(p_owner_id);
  v_ends_at := v_state.ends_at + interval '14 days';
  insert into private.openings (
    owner_id, reason, prolongs, opened_by, designation_id, opened_by_name, opened_at, opens_at, ends_at, told_at, ended_told_at)
  values (p_owner_id, v_state.reason, v_state.id, auth.uid(), v_me.id, v_me.person_name, now(), now(), v_ends_at, now(), now())
  returning id into v_id;
  perform private.log_event(p_owner_id, 'first_hours_prolonged', jsonb_build_object('ends_at', v_ends_at));
  perform private.mail_circle(
    p_owner_id, 'first_hours_prolonged', jsonb_build_object('actor_name', v_me.person_name, 'ends_at', v_ends_at),
    p_owner => jsonb_build_object('opening_id', v_id), p_actor => auth.uid());
  perform private.refuse_slow_press();
  return v_ends_at;
end $$;

create function public.prolong_first_hours(owner_id uuid) returns timestamptz
  language sql security invoker set search_path = '' as $$ select private.prolong_first_hours(owner_id) $$;
grant execute on function private.prolong_first_hours(uuid), public.prolong_first_hours(uuid) to authenticated;
comment on function public.prolong_first_hours(uuid) is
  'Keeps the first hours of an owner''s plan open 14 days longer. Returns until when they are open; a call while more than 14 days are left changes nothing. HW006: the caller is not in the circle, HW090: the caller waits after a close (detail: seconds; none: until the owner allows it), HW091: nothing is open.';

-- ---- the owner, or an operator, closes -----------------------------------------------------------------------------
-- Writes the owner's own row and lines that are new, and waits for no press: the time alone closes what is being pressed.
create function private.close_openings(p_owner_id uuid, p_is_operator boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_closed private.opening_states[];
begin
  -- Makes a deletion of the account wait, which locks these rows the other way round.
  perform from auth.users u where u.id = p_owner_id for key share;
  -- Of two closes at once one finds nothing open any more.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.close ' || p_owner_id, 0));
  v_closed := array(
    select s from private.opening_states s where s.owner_id = p_owner_id and (s.is_open or s.is_announced));
  insert into public.first_hours as h (owner_id, closed_at) values (p_owner_id, clock_timestamp())
  on conflict (owner_id) do update set closed_at = clock_timestamp();
  if cardinality(v_closed) > 0 then
    perform private.log_event(
      p_owner_id, case when p_is_operator then 'opening_ended' else 'first_hours_closed' end,
      p_actor_id => case when not p_is_operator then p_owner_id end);
    perform private.mail_circle(
      p_owner_id, 'first_hours_closed', jsonb_build_object('how', case when p_is_operator then 'operator' else 'owner' end),
      p_also => array(select (c).opened_by from unnest(v_closed) c), p_about => p_owner_id::text);
  end if;
end $$;

create function private.close_first_hours() returns void
  language sql security definer set search_path = '' as $$ select private.close_openings((select auth.uid())) $$;

create function public.close_first_hours() returns void
  language sql security invoker set search_path = '' as $$ select private.close_first_hours() $$;
grant execute on function private.close_first_hours(), public.close_first_hours() to authenticated;
comment on function public.close_first_hours() is
  'Closes the first hours of the caller''s plan at once, whether they are open or announced; a second call changes nothing.';

-- By the link in a mail to the owner. It closes what the mail was about, for 30 days, and nothing that was opened later.
create function public.close_first_hours_by_link(p_opening_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_state private.opening_states;
begin
  -- The link of a mail that says they are open longer closes what it prolongs.
  select s.* into v_state
    from private.openings o join private.opening_states s on s.id = coalesce(o.prolongs, o.id)
   where o.id = p_opening_id and o.opened_at > now() - interval '30 days';
  if v_state.is_open or v_state.is_announced then
    perform private.close_openings(v_state.owner_id);
  -- A second press, or a try again after a lost answer. Who opened them meanwhile has another link.
  elsif v_state.closed_at is null or exists (
    select from private.opening_states s
     where s.owner_id = v_state.owner_id and (s.is_open or s.is_announced)) then
    raise exception 'there is nothing to close' using errcode = 'HW004';
  end if;
end $$;
grant execute on function public.close_first_hours_by_link(uuid) to service_role;
comment on function public.close_first_hours_by_link(uuid) is
  'Closes the first hours that this opening began, for the function stop-opening; a second call changes nothing. HW004: nothing to close, or the opening is 30 days old.';

-- ---- the owner answers whether it was right --------------------------------------------------------------------------
-- Puts what was chosen for a person in the first hours back to the time after the death. Depends on no payment.
create function private.put_back_first_hours(p_owner_id uuid, p_user_id uuid, p_designation_id bigint) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_designation public.designations;
  v_choice text;
begin
  for v_designation in
    select d.* from public.designations d
     -- Revoked ones too: they can be brought back.
     where d.owner_id = p_owner_id and (d.beneficiary_user_id = p_user_id or d.id = p_designation_id)
     order by d.id
       for no key update
  loop
    for v_choice in
      select a.choice from public.part_access a
       where a.designation_id = v_designation.id and a.timing = 'first_hours' order by a.choice
    loop
      perform private.save_part_timing(
        v_designation, v_choice, 'after_death',
        (select private.timing_of_role(p, v_designation.role) from private.plan_parts p where p.choice = v_choice limit 1));
      perform private.log_unrefused(p_owner_id, 'part_timing_changed', jsonb_build_object(
        'name', v_designation.person_name, 'role', v_designation.role, 'choice', v_choice, 'timing', 'after_death'));
    end loop;
  end loop;
  -- And removed ones, which come back with what had been chosen for them. As everywhere, what is the rule has no row.
  with early as (
    select a.removed_id, a.choice,
           (select private.timing_of_role(p, (r.removed ->> 'role')::public.designation_role)
              from private.plan_parts p where p.choice = a.choice limit 1) as rule
      from private.removed_rows r
      join private.removed_part_access a on a.owner_id = r.owner_id and a.removed_id = (r.removed ->> 'id')::bigint
     where r.owner_id = p_owner_id and r.table_name = 'designations'
       and r.removed ->> 'beneficiary_user_id' = p_user_id::text and a.timing = 'first_hours'),
  by_rule as (
    delete from private.removed_part_access a using early e
     where a.removed_id = e.removed_id and a.choice = e.choice and e.rule = 'after_death')
  update private.removed_part_access a set timing = 'after_death'
    from early e where a.removed_id = e.removed_id and a.choice = e.choice and e.rule <> 'after_death';
end $$;

create function private.answer_opening(p_was_right boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_closed_at timestamptz;
  v_state private.opening_states;
begin
  perform private.require_known_browser();
  if p_was_right is null then
    raise exception 'it was right or not' using errcode = '22023';
  end if;
  select max(s.closed_at) into v_closed_at from private.opening_states s where s.owner_id = auth.uid();
  if v_closed_at is null then
    raise exception 'nothing was closed' using errcode = 'HW091';
  end if;
  if not p_was_right then
    for v_state in
      select s.* from private.opening_states s where s.owner_id = auth.uid() and s.closed_at = v_closed_at
    loop
      perform private.put_back_first_hours(auth.uid(), v_state.opened_by, v_state.designation_id);
    end loop;
  end if;
  perform private.settle_openings(auth.uid());
  update private.openings o set was_right = p_was_right
   where o.owner_id = auth.uid() and o.closed_at = v_closed_at and o.was_right is distinct from p_was_right;
end $$;

create function public.answer_opening(was_right boolean) returns void
  language sql security invoker set search_path = '' as $$ select private.answer_opening(was_right) $$;
grant execute on function private.answer_opening(boolean), public.answer_opening(boolean) to authenticated;
comment on function public.answer_opening(boolean) is
  'Says of the caller''s first hours that were closed last whether it was right to open them. Yes: every choice stays, and whoever opened them may again. No: what was chosen for these people in the first hours goes back to the time after the death. The last answer counts; a second call changes nothing. HW005: plan frozen, HW080: the browser is new to the account, HW091: nothing was closed.';

create function private.allow_opening(p_designation_id bigint) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_designation public.designations;
begin
  perform private.require_known_browser();
  select d.* into v_designation from private.accepted_designations d where d.id = p_designation_id and d.owner_id = auth.uid();
  if not found then
    raise exception 'designation not available' using errcode = 'HW001';
  end if;
  perform private.settle_openings(auth.uid());
  update private.openings o set allowed_at = now()
   where o.owner_id = auth.uid() and o.closed_at is not null and o.allowed_at is null
     and (o.opened_by = v_designation.beneficiary_user_id
          or o.designation_id in (
            select d.id from private.accepted_designations d
             where d.owner_id = auth.uid() and d.beneficiary_user_id = v_designation.beneficiary_user_id));
end $$;

create function public.allow_opening(designation_id bigint) returns void
  language sql security invoker set search_path = '' as $$ select private.allow_opening(designation_id) $$;
grant execute on function private.allow_opening(bigint), public.allow_opening(bigint) to authenticated;
comment on function public.allow_opening(bigint) is
  'Ends the wait of a person whom the caller named, after what they had opened was closed; a second call changes nothing. HW001: no accepted designation of the caller, HW080: the browser is new to the account.';

-- ---- the notice ------------------------------------------------------------------------------------------------------
create function private.set_opening_notice(p_hours smallint) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.require_known_browser();
  if p_hours is null or p_hours not in (0, 24) then
    raise exception 'they open at once or after 24 hours' using errcode = '22023';
  end if;
  if private.my_plan_is_frozen() then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  insert into public.first_hours as h (owner_id, notice_hours) values (auth.uid(), p_hours)
  on conflict (owner_id) do update set notice_hours = excluded.notice_hours where h.notice_hours <> excluded.notice_hours;
end $$;

create function public.set_opening_notice(hours smallint) returns void
  language sql security invoker set search_path = '' as $$ select private.set_opening_notice(hours) $$;
grant execute on function private.set_opening_notice(smallint), public.set_opening_notice(smallint) to authenticated;
comment on function public.set_opening_notice(smallint) is
  'Says whether the caller''s first hours open at once (0) or 24 hours after the press (24); for presses from now on. HW005: plan frozen, HW080: the browser is new to the account, 22023: neither.';

-- ---- what the screens show --------------------------------------------------------------------------------------------
-- The opening that counts: one that is open before one that is announced; of those that are open a death before an illness,
-- and of those that are announced the one that opens first.
create function private.opening_shown(p_owner_id uuid) returns private.opening_states
  language sql stable security definer set search_path = '' as $$
  select s.* from private.opening_states s
   where s.owner_id = p_owner_id and (s.is_open or s.is_announced)
   order by s.is_announced, case when s.is_announced then s.opens_at end, s.reason, s.ends_at desc
   limit 1
$$;

create function private.first_hours_of(p_owner_id uuid) returns table (
    members text[], notice_hours smallint, parts_if_ill text[], parts_if_died text[], reason text, opened_by_name text,
    opened_at timestamptz, opens_at timestamptz, ends_at timestamptz, died_opens_at timestamptz, wait_until timestamptz,
    waits_for_owner boolean, untold text[])
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_wait_until timestamptz := private.opening_wait_until(p_owner_id, auth.uid());
  v_shown private.opening_states := private.opening_shown(p_owner_id);
begin
  return query
  select array(select c.person_name from private.circle_of(p_owner_id) c),
         coalesce((select h.notice_hours from public.first_hours h where h.owner_id = p_owner_id), 0::smallint),
         array_agg(t.choice order by t.choice) filter (where t.opens_early = 'ill'),
         array_agg(t.choice order by t.choice),
         v_shown.reason, v_shown.opened_by_name, v_shown.opened_at, v_shown.opens_at, v_shown.ends_at,
         (select min(s.opens_at) from private.opening_states s
           where s.owner_id = p_owner_id and s.is_announced and s.reason = 'died'),
         nullif(v_wait_until, 'infinity'), coalesce(v_wait_until = 'infinity', false),
         array(select u.person_name from private.untold_of(p_owner_id) u where u.user_id <> auth.uid())
    from private.timings_of(auth.uid()) t
   where t.owner_id = p_owner_id and t.timing = 'first_hours'
  having count(*) > 0;
end $$;

create function public.first_hours_of(owner_id uuid) returns table (
    members text[], notice_hours smallint, parts_if_ill text[], parts_if_died text[], reason text, opened_by_name text,
    opened_at timestamptz, opens_at timestamptz, ends_at timestamptz, died_opens_at timestamptz, wait_until timestamptz,
    waits_for_owner boolean, untold text[])
  language sql stable security invoker set search_path = '' as $$ select * from private.first_hours_of(owner_id) $$;
grant execute on function private.first_hours_of(uuid), public.first_hours_of(uuid) to authenticated;
comment on function public.first_hours_of(uuid) is
  'For a person of the circle: who else is in it, what opens to the caller for each reason, what is open or announced now, and until when the caller may not press (waits_for_owner: until the owner allows it), and whom of the others our mail does not reach (untold). No row for anyone else.';

create function private.my_first_hours() returns table (
    notice_hours smallint, circle jsonb, reason text, opened_by_name text, opened_at timestamptz, opens_at timestamptz,
    ends_at timestamptz, died_by_name text, died_opens_at timestamptz, untold text[], closed_reason text,
    closed_by_names text[], closed_at timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_shown private.opening_states := private.opening_shown(auth.uid());
  v_death private.opening_states;
  v_closed private.opening_states;
begin
  select s.* into v_death from private.opening_states s
   where s.owner_id = auth.uid() and s.is_announced and s.reason = 'died'
   order by s.opens_at
   limit 1;
  select s.* into v_closed from private.opening_states s
   where s.owner_id = auth.uid() and s.closed_at is not null
   order by s.closed_at desc, s.reason
   limit 1;
  if v_closed.was_right is not null then
    v_closed := null;
  end if;
  return query
  select coalesce((select h.notice_hours from public.first_hours h where h.owner_id = auth.uid()), 0::smallint),
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'designation_id', c.designation_id, 'name', c.person_name, 'parts', to_jsonb(c.parts),
                   'wait_until', nullif(w.until, 'infinity'), 'waits_for_owner', coalesce(w.until = 'infinity', false))
                   order by c.designation_id), '[]')
            from private.circle_of(auth.uid()) c
            cross join lateral private.opening_wait_until(auth.uid(), c.user_id) w (until)),
         v_shown.reason, v_shown.opened_by_name, v_shown.opened_at, v_shown.opens_at, v_shown.ends_at,
         v_death.opened_by_name, v_death.opens_at, array(select u.person_name from private.untold_of(auth.uid()) u),
         v_closed.reason,
         array(select c.opened_by_name from private.opening_states c
                where c.owner_id = auth.uid() and c.closed_at = v_closed.closed_at
                group by c.opened_by_name order by min(c.opened_at)),
         v_closed.closed_at;
end $$;

create function public.my_first_hours() returns table (
    notice_hours smallint, circle jsonb, reason text, opened_by_name text, opened_at timestamptz, opens_at timestamptz,
    ends_at timestamptz, died_by_name text, died_opens_at timestamptz, untold text[], closed_reason text,
    closed_by_names text[], closed_at timestamptz)
  language sql stable security invoker set search_path = '' as $$ select * from private.my_first_hours() $$;
grant execute on function private.my_first_hours(), public.my_first_hours() to authenticated;
comment on function public.my_first_hours() is
  'The caller''s first hours: the notice, the circle ({designation_id, name, parts, wait_until, waits_for_owner}), what is open or announced now, who announced a death and when that opens, whom of the circle our mail does not reach (untold), and what was closed last as long as answer_opening was not called (closed_by_names: everyone who had opened it).';

-- Until when something of a plan that is not open is open to the caller in its first hours; null: nothing is.
create function private.open_early_until(p_owner_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select max(s.ends_at)
            from private.opening_states s
            join public.profiles p on p.user_id = s.owner_id
            join private.timings_of(auth.uid()) t on t.owner_id = s.owner_id
           where s.owner_id = p_owner_id and s.is_open and not private.is_viewable(p)
             and private.is_part_open(t.timing, t.opens_early, p, s.reason));
end $$;

-- ---- by the clock ------------------------------------------------------------------------------------------------------
-- That what was announced is open now. It opens at its time, even if this runs late.
create function private.announce_openings() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_opening private.openings;
begin
  for v_opening in
    update private.openings o set told_at = now()
     where o.id = any (array(
       select due.id from private.openings due join auth.users u on u.id = due.owner_id
        where due.told_at is null and due.opens_at <= now()
        order by due.opens_at
        limit 10
          for update of due skip locked for key share of u skip locked))
    returning o.*
  loop
    if exists (select from private.opening_states s where s.id = v_opening.id and s.is_open) then
      perform private.tell_of_opening(v_opening);
    end if;
  end loop;
end $$;

-- That the time of an opening is over.
create function private.tell_ended_openings() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_state private.opening_states;
begin
  for v_state in
    select s.*
      from private.openings due
      join auth.users u on u.id = due.owner_id
      join private.opening_states s on s.id = due.id
     where due.ended_told_at is null and not s.is_open and not s.is_announced
     limit 10
       for update of due skip locked for key share of u skip locked
  loop
    update private.openings o set ended_told_at = now(), closed_at = v_state.closed_at where o.id = v_state.id;
    continue when exists (
      select from private.opening_states s where s.owner_id = v_state.owner_id and (s.is_open or s.is_announced));
    if v_state.closed_at is null then
      -- The release tells more.
      continue when exists (select from public.profiles p where p.user_id = v_state.owner_id and p.release_at <= now());
      perform private.log_event(v_state.owner_id, 'opening_ended', p_by_itself => true);
      perform private.mail_circle(
        v_state.owner_id, 'first_hours_closed', '{"how": "time"}', p_about => v_state.owner_id::text);
    elsif v_state.opened_at > v_state.closed_at - interval '10 seconds' then
      -- The close may not have seen this press.
      perform private.mail_circle(
        v_state.owner_id, 'first_hours_closed', '{"how": "owner"}', p_also => array[v_state.opened_by],
        p_about => v_state.owner_id::text);
    end if;
  end loop;
end $$;

-- ---- the operator --------------------------------------------------------------------------------------------------------
create view admin.openings as
  select s.id as opening_id, s.owner_id, p.full_name as owner_name, o.email as owner_email,
         case when s.closed_at is not null then 'closed' when s.is_announced then 'announced' when s.is_open then 'open'
              else 'over' end as state,
         s.reason, s.opened_by_name, u.email as opened_by_email, d.role as opened_by_role, s.opened_at, s.opens_at, s.ends_at,
         s.closed_at, s.was_right, s.note,
         (select coalesce(jsonb_agg(jsonb_build_object('name', c.person_name, 'email', m.email) order by c.designation_id), '[]')
            from private.circle_of(s.owner_id) c join auth.users m on m.id = c.user_id) as circle
    from private.opening_states s
    join public.profiles p on p.user_id = s.owner_id
    join auth.users o on o.id = s.owner_id
    left join auth.users u on u.id = s.opened_by
    left join public.designations d on d.id = s.designation_id
   order by s.opened_at desc;
comment on view admin.openings is 'Who opened the first hours of whose plan, newest first. admin.end_opening ends what is open or announced.';

create function admin.end_opening(owner_id uuid, note text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_note text := nullif(btrim($2), '');
begin
  if v_note is null then
    raise exception 'say in the note why the opening ends' using errcode = '22023';
  end if;
  if not exists (select from private.opening_states s where s.owner_id = $1 and (s.is_open or s.is_announced)) then
    raise exception 'nothing is open or announced' using errcode = 'HW091';
  end if;
  perform private.close_openings($1, true);
  perform private.settle_openings($1);
  update private.openings o set note = v_note
    from public.first_hours h
   where o.owner_id = $1 and h.owner_id = $1 and o.closed_at = h.closed_at;
end $$;
comment on function admin.end_opening(uuid, text) is
  'Closes the first hours of an owner''s plan at once, as the owner can; the owner and the circle are told. The note is for operators. HW091: nothing is open or announced.';
