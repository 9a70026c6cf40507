-- The first days after a death: what the designees mark on their shared list of steps.
-- The steps themselves are made from the plan by the app. The database keeps only what people press, and only ever adds
-- to it: two people who press at once both have their mark, one who was without a connection sends it later, and a
-- repeated request finds its id taken.

create type public.step_mark as enum ('done', 'doing', 'left_message', 'not_reached', 'note', 'added', 'undo');

create table public.step_marks (
  id uuid primary key,
  owner_id uuid not null references auth.users (id) on delete cascade,
  -- Columns with a default here are filled in by the trigger, whatever a client sends.
  -- The order of an owner's marks: who has read up to a number has missed none before it. From the time, so that a gap
  -- tells no one of marks that they may not see.
  seq bigint not null default 0,
  -- What the step belongs to and which one it is: 'contacts:<id of the row>', 'general:certificates', 'own:<id>'.
  step_key text not null check (step_key ~ '^[a-z_]{1,40}:[a-z0-9-]{1,40}$'),
  mark public.step_mark not null,
  undoes uuid references public.step_marks (id) on delete cascade,
  -- The step as the person read it.
  title text not null check (char_length(btrim(title)) between 1 and 200),
  note text check (char_length(btrim(note)) between 1 and 1000),
  actor_id uuid references auth.users (id) on delete set null,
  actor_name text not null default '',
  -- When it was pressed, which may have been before the connection was back.
  made_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  unique (owner_id, seq),
  constraint step_marks_undo_names_a_mark check ((mark = 'undo') = (undoes is not null)),
  constraint step_marks_note_says_something check (mark <> 'note' or note is not null)
);
create index step_marks_actor on public.step_marks (actor_id, owner_id);
create index step_marks_undoes on public.step_marks (undoes);
alter table public.step_marks enable row level security;
comment on table public.step_marks is 'What designees marked on the list of steps for the first days. Lines are only added and never changed; they go with the account, or with the consent to keep what they are about.';
comment on column public.step_marks.note is 'What the person wrote; with a mark "doing", the name of someone else who does it.';

-- Apart, because whoever reads a mark after the release must not learn that the first hours had been open.
create table private.early_marks (
  mark_id uuid primary key references public.step_marks (id) on delete cascade,
  opening_id uuid not null references private.openings (id) on delete cascade
);
create index early_marks_opening on private.early_marks (opening_id);
alter table private.early_marks enable row level security;
comment on table private.early_marks is 'In which opening of the first hours a mark was made. If the owner closed it, no one else reads the mark.';

-- The kinds of steps that the caller may see, by the first word of their keys: those of the parts that they may read now,
-- those of every family ('general'), and those that people add themselves, for everyone named ('own') or for trustees and
-- executors ('estate').
create function private.readable_steps() returns table (owner_id uuid, kind text)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select r.owner_id, r.table_name from private.readable_parts() r
    union all
    select v, k from private.viewable_owners(false) v cross join unnest('{general, own}'::text[]) k
    union all
    select v, 'estate' from private.viewable_owners(true) v
    union all
    select d, k from private.owners_open_for_death() d cross join unnest('{general, own}'::text[]) k;
end $$;

-- The marks that the caller may not read, because the opening in which they were made was closed, or because the plan is
-- not released and the caller is not in the circle.
create function private.hidden_marks() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select m.mark_id
      from private.opening_states s join private.early_marks m on m.opening_id = s.id
     where s.owner_id = any (array(select private.designated_owners()))
       and (s.closed_at is not null
            or s.owner_id <> all (array(select private.my_circles() union select private.released_owners())));
end $$;
grant execute on function private.readable_steps(), private.hidden_marks() to authenticated;

-- Fills in what clients must not choose. The policy then decides on the completed row.
create function private.complete_step_mark() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.actor_id := (select auth.uid());
  -- No device waits longer than that for a connection, and lists show the day.
  new.made_at := greatest(least(new.made_at, now()), now() - interval '60 days');
  if (new.owner_id, split_part(new.step_key, ':', 1)) not in (
       select s.owner_id, s.kind from private.readable_steps() s) then
    -- The policy refuses the row.
    return new;
  end if;
  -- Withdrawing the consent deletes these marks, so none may come after it: one that waited for it is refused.
  if split_part(new.step_key, ':', 1) in (select p.table_name from private.plan_parts p where p.choice = 'health') then
    perform from public.health_consents c where c.user_id = new.owner_id for key share;
    if not found then
      raise exception 'the owner has withdrawn the consent' using errcode = '42501';
    end if;
  end if;
  -- Under the name that the owner gave them, as in the access history.
  select d.person_name into new.actor_name from private.accepted_designations d
   where d.owner_id = new.owner_id and d.beneficiary_user_id = new.actor_id
   order by d.id desc limit 1;
  if new.undoes is not null and not exists (
       select from public.step_marks m
        where m.id = new.undoes and m.owner_id = new.owner_id and m.step_key = new.step_key) then
    raise exception 'no such mark of this step' using errcode = '23503';
  end if;
  -- One at a time for each owner, so that no one reads past a number that is not committed.
  perform pg_advisory_xact_lock(hashtextextended(format('heartwood.steps %s', new.owner_id), 0));
  if (select count(*) >= 10000 from public.step_marks m
       where m.actor_id = new.actor_id and m.owner_id = new.owner_id) then
    raise exception 'the list is full' using errcode = 'HW040', detail = '10000';
  end if;
  new.seq := greatest(
    (select max(m.seq) + 1 from public.step_marks m where m.owner_id = new.owner_id),
    (extract(epoch from clock_timestamp()) * 1000000)::bigint);
  return new;
end $$;

create trigger step_marks_complete before insert on public.step_marks
  for each row execute function private.complete_step_mark();

create function private.report_step_mark() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if new.owner_id not in (select private.released_owners()) then
    insert into private.early_marks (mark_id, opening_id)
    select new.id, s.id from private.opening_states s
     where s.owner_id = new.owner_id and s.reason = 'died' and not s.is_announced
     -- One that was closed while this waited for another mark is the mark's all the same.
     order by s.is_open desc, s.opened_at desc limit 1;
  end if;
  -- The section, because the title may quote the part. No title of a part that is for no one unless chosen: the history
  -- outlives what was deleted.
  perform private.log_event(new.owner_id, 'step_marked', (
    select jsonb_strip_nulls(jsonb_build_object(
             'mark', new.mark, 'title', case when part.never_by_default is not true then new.title end, 'section', part.tabs[1]))
      from (select) one
      left join private.plan_parts part on part.table_name = split_part(new.step_key, ':', 1)));
  return null;
end $$;

create trigger step_marks_report after insert on public.step_marks
  for each row execute function private.report_step_mark();

grant select on public.step_marks to authenticated, service_role;
create policy step_marks_select_concerned on public.step_marks for select to authenticated
  using (
    owner_id = (select auth.uid())
    or (owner_id = any (array(select private.designated_owners()))
        and (owner_id, split_part(step_key, ':', 1)) in (select s.owner_id, s.kind from private.readable_steps() s)
        and id not in (select private.hidden_marks())));
grant insert (id, owner_id, step_key, mark, undoes, title, note, made_at) on public.step_marks to authenticated;
create policy step_marks_insert_designee on public.step_marks for insert to authenticated
  with check (
    actor_id = (select auth.uid())
    -- Before that the list is only looked at: nothing is marked in the plan of someone who lives.
    and (owner_id = any (array(select private.released_owners()))
         or owner_id = any (array(select private.owners_open_for_death())))
    and (owner_id, split_part(step_key, ':', 1)) in (select s.owner_id, s.kind from private.readable_steps() s));
