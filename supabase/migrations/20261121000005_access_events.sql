-- Who did what to whose plan, and when. Append-only, and written only by the database.

create table public.access_events (
  id bigint generated always as identity primary key,
  owner_id uuid not null references auth.users (id) on delete cascade,
  actor_id uuid references auth.users (id) on delete set null,
  -- The name that the owner gave the actor, and the role the actor had then: 'owner', 'administrator', or 'system' for
  -- events that happen automatically at their time.
  actor_name text,
  actor_role text check (actor_role in ('owner', 'beneficiary', 'trustee', 'executor', 'administrator', 'system')),
  action text not null check (char_length(action) between 1 and 60),
  detail jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index access_events_owner on public.access_events (owner_id, id desc);
create index access_events_actor on public.access_events (actor_id, owner_id, created_at desc);
alter table public.access_events enable row level security;
comment on table public.access_events is 'The access history of a plan. Lines are never changed or deleted.';

grant select on public.access_events to authenticated, service_role;
-- The policy access_events_select_concerned is in the migration `part_access`: designees read no titles of parts that are
-- never for them.

-- Records an event. The actor is the signed-in person unless another is named; without one, the administrator, or the system (p_by_itself). A
-- designee is recorded under the name that the owner gave them, because people can choose any name for their own
-- profile.
create function private.log_event(
  p_owner_id uuid, p_action text, p_detail jsonb default '{}', p_by_itself boolean default false,
  p_actor_id uuid default auth.uid())
  returns public.access_events language plpgsql security definer set search_path = '' as $$
declare
  v_event public.access_events;
begin
  v_event.actor_id := p_actor_id;
  if v_event.actor_id is null then
    v_event.actor_role := case when p_by_itself then 'system' else 'administrator' end;
  elsif v_event.actor_id = p_owner_id then
    v_event.actor_role := 'owner';
    select p.full_name into v_event.actor_name from public.profiles p where p.user_id = p_owner_id;
  else
    select d.person_name, d.role into v_event.actor_name, v_event.actor_role from public.designations d
     where d.owner_id = p_owner_id
       and (d.beneficiary_user_id = v_event.actor_id
            or d.id in (select private.my_invitation_ids()))
     order by d.id desc limit 1;
  end if;
  insert into public.access_events (owner_id, actor_id, actor_name, actor_role, action, detail)
  select p_owner_id, v_event.actor_id, v_event.actor_name, v_event.actor_role, p_action, p_detail
   -- While an account is being deleted, no event is recorded, because its history is deleted too.
   where exists (select from auth.users u where u.id = p_owner_id);
  return v_event;
end $$;

-- Records that the signed-in person viewed something: once in 15 minutes, and with a limit per day.
create function private.log_view(p_owner_id uuid, p_action text, p_detail jsonb default '{}') returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_viewer uuid := auth.uid();
begin
  if not exists (
       select from public.access_events e
        where e.owner_id = p_owner_id and e.actor_id = v_viewer
          and e.action = p_action and e.detail = p_detail and e.created_at > now() - interval '15 minutes')
     and (select count(*) from public.access_events e
           where e.owner_id = p_owner_id and e.actor_id = v_viewer
             and e.created_at > now() - interval '1 day') < 1000 then
    perform private.log_event(p_owner_id, p_action, p_detail);
  end if;
end $$;

-- Records a change that a person may make again and again, such as hiding and showing something: at most 200 of a kind
-- a day for each plan, unless told, or the history of a family would grow without end. What is beyond that is refused, not
-- left out: the history must not lack a change that happened.
create function private.log_repeatable(
  p_owner_id uuid, p_action text, p_detail jsonb default '{}', p_per_day integer default 200) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) from public.access_events e
       where e.owner_id = p_owner_id and e.actor_id = auth.uid()
         and e.action = p_action and e.created_at > now() - interval '1 day') >= p_per_day then
    raise exception 'changed too often today' using errcode = 'HW072';
  end if;
  perform private.log_event(p_owner_id, p_action, p_detail);
end $$;

-- Records a change that must never be refused, such as taking a person's access away. Beyond 50 of a kind a day the same
-- line is written once a day, so that no one can bury what else happened.
create function private.log_unrefused(p_owner_id uuid, p_action text, p_detail jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if (select count(*) < 50 or not bool_or(e.detail = p_detail) from public.access_events e
       where e.owner_id = p_owner_id and e.actor_id = auth.uid()
         and e.action = p_action and e.created_at > now() - interval '1 day') then
    perform private.log_event(p_owner_id, p_action, p_detail);
  end if;
end $$;
