-- The parts of a plan: what their tables have in common, and the list of them. A new part is one migration, which
-- creates its table, calls private.add_plan_part, and writes its policies; nothing else in the database has to change.
-- Clients choose the id of a row they add, so that a repeated request finds the id taken and adds no second row. An id
-- that another owner's row has is refused the same way, without changing or revealing that row.

-- When a person named may read a part of a plan. From the narrowest to the widest: `max` of several is the widest.
create type public.part_timing as enum ('never', 'after_death', 'first_hours');

create table private.plan_parts (
  table_name text primary key,
  owner_column text not null,
  -- The memorial's tabs that show this part, by the names that the access history uses.
  tabs text[] not null,
  -- Who may read it as long as the owner chose nothing for them: trustees and executors, or everyone named.
  trustees_only boolean not null,
  -- The name under which an owner chooses for a person when they may read it; the migration part_access. Tables with the
  -- same choice are read by the same people. Null: there is nothing to choose.
  choice text,
  -- What has to have happened before it may open in the first hours: the owner can't speak for themself ('ill'), which
  -- their death is too, or only that ('died'). Null: it never opens before a verified certificate.
  opens_early text check (opens_early in ('ill', 'died')),
  -- No one named may read it as long as the owner chose nothing for them.
  never_by_default boolean not null,
  -- Whether this installation offers it: an administrator switches such a part on and off. While it is off, no one named
  -- reads it, nothing is added to it, and its owner can still read and delete what is there.
  is_offered boolean not null,
  -- SQL over the owner's rows, alternating names and values: the counts for plan_overview.
  counts text not null,
  -- SQL over one row: the name of an opened file in the access history. Null: the caller may not open it.
  file_title text,
  constraint plan_parts_choice_has_rule check (choice is not null or opens_early is null and not never_by_default)
);
alter table private.plan_parts enable row level security;
comment on table private.plan_parts is 'One row for each table of the plan. Written by migrations alone, but for is_offered.';

-- What an owner's choice refers to by a foreign key, so that no one ever stores money for the first hours.
create table private.choice_timings (
  choice text,
  timing public.part_timing,
  primary key (choice, timing)
);
alter table private.choice_timings enable row level security;
comment on table private.choice_timings is 'The timings that an owner may choose for a part. Written by migrations alone.';

-- Adds a table of schema public to the plan, and creates what all these tables share: the index for an owner's list,
-- the limit of rows, the time of the last change, the freeze after a verified death, what is kept of a removed row, and
-- the start of the trial.
-- p_max_rows: null if an owner has at most one row. p_frozen: false if the table defines its own freeze. p_choice,
-- p_opens_early, p_never_by_default and p_offered: see the columns of private.plan_parts.
create procedure private.add_plan_part(
  p_table regclass, p_counts text, p_tabs text[] default '{}', p_trustees_only boolean default false,
  p_file_title text default null, p_max_rows integer default 2500, p_owner_column text default 'user_id',
  p_frozen boolean default true, p_choice text default null, p_opens_early text default null,
  p_never_by_default boolean default false, p_offered boolean default true)
  language plpgsql set search_path = '' as $$
declare
  v_name text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_shared text := $sql$
    create trigger %1$s_set_updated_at before update on public.%1$s
      for each row execute function private.set_updated_at();
    create trigger %1$s_keep_removed after delete on public.%1$s
      for each row execute function private.keep_removed_row('%2$s');
    create trigger %1$s_start_trial after insert on public.%1$s
      for each row execute function private.start_trial_of_planner('%2$s')$sql$;
begin
  if p_max_rows is not null then
    v_shared := v_shared || $sql$;
    create index %1$s_owner on public.%1$s (%2$s, created_at desc);
    create trigger %1$s_limit_rows after insert on public.%1$s
      referencing new table as added for each statement execute function private.limit_rows('%3$s', '%2$s')$sql$;
  end if;
  if p_frozen then
    v_shared := v_shared || $sql$;
    create trigger %1$s_keep_frozen after insert or update or delete on public.%1$s
      for each row execute function private.keep_frozen('%2$s')$sql$;
  end if;
  execute format(v_shared, v_name, p_owner_column, p_max_rows);
  if exists (select from private.plan_parts p
              where p.choice = p_choice
                and (p.trustees_only, p.opens_early, p.never_by_default, p.is_offered)
                      is distinct from (p_trustees_only, p_opens_early, p_never_by_default, p_offered)) then
    raise exception 'the tables of the choice % must have one rule', p_choice;
  end if;
  insert into private.plan_parts (
      table_name, owner_column, tabs, trustees_only, choice, opens_early, never_by_default, is_offered, counts, file_title)
    values (v_name, p_owner_column, p_tabs, p_trustees_only, p_choice, p_opens_early, p_never_by_default, p_offered, p_counts,
            p_file_title);
  insert into private.choice_timings (choice, timing)
    select p_choice, t.timing from unnest(enum_range(null::public.part_timing)) t (timing)
     where p_choice is not null and (t.timing <> 'first_hours' or p_opens_early is not null)
    on conflict do nothing;
  call private.write_plan_totals();
end $$;

-- ---- what is removed during a review and within seven days after an owner's stop -----------------------------
-- The same holds while the first hours are open or announced, and for seven days after they were closed or their time
-- ended.
-- The owner may be dead, and a person who reads their mail may sign in, remove things, and stop the review. What is
-- removed can be brought back by the next person who signs in as the owner, and the designees are told when one of them is
-- removed.
create table private.removed_rows (
  id bigint generated always as identity primary key,
  owner_id uuid not null references auth.users (id) on delete cascade,
  table_name text not null,
  removed jsonb not null,
  -- The files that the row named. They are not removed from storage while this row exists.
  paths text[] not null,
  removed_at timestamptz not null default now(),
  -- The error code of the last try to bring it back, for the owner's screen.
  refused text
);
create index removed_rows_owner on private.removed_rows (owner_id, id);
create index removed_rows_removed_at on private.removed_rows (removed_at);
create index removed_rows_paths on private.removed_rows using gin (paths);
alter table private.removed_rows enable row level security;
comment on table private.removed_rows is 'Rows of a plan that were removed during a review or soon after an owner''s stop. Kept for 7 days after the removal, and after the stop.';

create function private.queue_removed_files() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.file_removals (bucket_id, path)
  select c.bucket_id, old.removed ->> c.column_name from private.file_columns c
   where c.table_name = 'public.' || old.table_name and old.removed ->> c.column_name is not null
  on conflict do nothing;
  return null;
end $$;

create trigger removed_rows_queue_files after delete on private.removed_rows
  for each row execute function private.queue_removed_files();

create function private.stopped_lately(p_owner_id uuid, p_now timestamptz default now()) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from public.profiles p
                  where p.user_id = p_owner_id and p.release_stopped_at > p_now - interval '7 days')
$$;

-- From when on nothing of a plan is removed for good; null in normal times. Rows that are newer are not kept, or adding
-- and deleting again and again would fill the table.
create function private.removals_kept_since(p_owner_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select greatest(
             case when p.death_review = 'pending'
                  then (select s.submitted_at from private.certificate_submissions s where s.path = p.death_certificate_path)
                  when p.release_stopped_at > now() - interval '7 days' then p.release_stopped_at end,
             private.opened_since(p.user_id))
      from public.profiles p
      -- Rows that go with their account are not kept.
      join auth.users u on u.id = p.user_id
     where p.user_id = p_owner_id);
end $$;

-- The rows whose time is not over. While a review or a release goes on, no one can bring them back, so it stands still.
create view private.kept_rows as
  select r.* from private.removed_rows r join public.profiles p on p.user_id = r.owner_id
   where r.removed_at > now() - interval '7 days' or p.death_review = 'approved'
      or private.removals_kept_since(r.owner_id) is not null;

create function private.my_removals_are_kept() returns boolean
  language sql stable security definer set search_path = ''
  as $$ select private.removals_kept_since((select auth.uid())) is not null $$;
grant execute on function private.my_removals_are_kept() to authenticated;

create function private.keep_removed(p_owner_id uuid, p_table_name text, p_removed jsonb) returns void
  language sql security definer set search_path = '' as $$
  insert into private.removed_rows (owner_id, table_name, removed, paths)
  select p_owner_id, p_table_name, p_removed,
         array(select p_removed ->> c.column_name from private.file_columns c
                where c.table_name = 'public.' || p_table_name and p_removed ->> c.column_name is not null)
   where (p_removed ->> 'created_at')::timestamptz <= private.removals_kept_since(p_owner_id)
$$;

create function private.keep_removed_row() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb := to_jsonb(old);
begin
  perform private.keep_removed((v_old ->> tg_argv[0])::uuid, tg_table_name, v_old);
  return null;
end $$;

create function private.removed_since_stop() returns table (
    id bigint, table_name text, removed jsonb, removed_at timestamptz, refused text)
  language sql stable security definer set search_path = '' as $$
  select r.id, r.table_name, r.removed, r.removed_at, r.refused from private.kept_rows r
   where r.owner_id = (select auth.uid())
   order by r.id
   limit 1000
$$;

create function public.removed_since_stop() returns table (
    id bigint, table_name text, removed jsonb, removed_at timestamptz, refused text)
  language sql stable security invoker set search_path = '' as $$ select * from private.removed_since_stop() $$;
grant execute on function private.removed_since_stop(), public.removed_since_stop() to authenticated;
comment on function public.removed_since_stop() is
  'What was removed from the caller''s plan during the review that they stopped and in the 7 days after, oldest first, at most 1,000 rows. A designee who was revoked is listed as they were before. refused: why a row could not be brought back, as an error code.';

-- A row whose place is taken, or that no longer fits, stays on the list; the others come back. At most 300 in a call,
-- those first that were not tried yet, so that a call ends in time however much there is. In a browser that is new to the
-- account people stay on the list, or someone who reads the owner's mail could undo that they were revoked.
create function private.bring_back_removed() returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  v_removed private.removed_rows;
  v_back integer := 0;
begin
  if private.my_plan_is_frozen() then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  for v_removed in
    select r.* from private.removed_rows r
     where r.owner_id = (select auth.uid()) and exists (select from private.kept_rows k where k.id = r.id)
     -- People first, because messages refer to them.
     order by r.refused is not null, r.table_name <> 'designations', r.id
     limit 300
       for update
  loop
    begin
      perform private.bring_back(v_removed);
      delete from private.removed_rows r where r.id = v_removed.id;
      v_back := v_back + 1;
    exception when integrity_constraint_violation or sqlstate 'HW001' or sqlstate 'HW010' or sqlstate 'HW011'
                or sqlstate 'HW040' or sqlstate 'HW080' then
      update private.removed_rows r set refused = sqlstate where r.id = v_removed.id;
    end;
  end loop;
  return v_back;
end $$;

create function private.bring_back(p_removed private.removed_rows) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if p_removed.table_name = 'designations' then
    perform private.require_known_browser();
    if private.bring_back_access(p_removed) then
      return;
    end if;
  end if;
  execute format('insert into public.%1$I overriding system value
                  select (jsonb_populate_record(null::public.%1$I, $1)).*', p_removed.table_name) using p_removed.removed;
end $$;

create function public.bring_back_removed() returns integer
  language sql security invoker set search_path = '' as $$ select private.bring_back_removed() $$;
grant execute on function private.bring_back_removed(), public.bring_back_removed() to authenticated;
comment on function public.bring_back_removed() is
  'Brings back what removed_since_stop lists, at most 300 rows in a call. Returns how many came back; those that no longer fit stay listed, and people for a browser that is new to the account (refused: HW080). HW005: plan frozen.';

create aggregate private.merge_counts(jsonb) (sfunc = pg_catalog.jsonb_concat, stype = jsonb);

-- Writes the function that reads all parts of a plan. It names the tables, so that its plan is kept; a query that is put
-- together in each call would be planned in each call.
create procedure private.write_plan_totals() language plpgsql set search_path = '' as $$
declare
  v_parts text := (
    select string_agg(
             format('select jsonb_build_object(%s) as counts, min(created_at) as started_at from public.%I where %I = p_owner_id',
                    p.counts, p.table_name, p.owner_column),
             ' union all ' order by p.table_name)
      from private.plan_parts p);
begin
  execute format($sql$
    -- What the parts of an owner's plan count, and when its first row was created (null if the plan is empty). It has no
    -- rights and no search path of its own, so Postgres puts it into the query that asks.
    create or replace function private.plan_totals(p_owner_id uuid) returns table (counts jsonb, started_at timestamptz)
      language sql stable
    begin atomic
      select private.merge_counts(t.counts), min(t.started_at) from (%s) t;
    end $sql$, v_parts);
end $$;
