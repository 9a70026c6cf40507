-- The parts of a plan: what their tables have in common, and the list of them. A new part is one migration, which
-- creates its table, calls private.add_plan_part, and writes its policies; nothing else in the database has to change.
-- Clients choose the id of a row they add, so that a repeated request finds the id taken and adds no second row. An id
-- that another owner's row has is refused the same way, without changing or revealing that row.

create table private.plan_parts (
  table_name text primary key,
  owner_column text not null,
  -- The memorial's tabs that show this part, by the names that the access history uses.
  tabs text[] not null,
  -- For record_view. The table's own policies decide who may read the table itself.
  trustees_only boolean not null,
  -- SQL over the owner's rows, alternating names and values: the counts for plan_overview.
  counts text not null,
  -- SQL over one row: the name of an opened file in the access history. Null: the caller may not open it.
  file_title text
);
alter table private.plan_parts enable row level security;
comment on table private.plan_parts is 'One row for each table of the plan. Written by migrations alone.';

-- Adds a table of schema public to the plan, and creates what all these tables share: the index for an owner's list,
-- the limit of rows, the time of the last change, the freeze after a verified death, and the start of the trial.
-- p_max_rows: null if an owner has at most one row. p_frozen: false if the table defines its own freeze.
create procedure private.add_plan_part(
  p_table regclass, p_counts text, p_tabs text[] default '{}', p_trustees_only boolean default false,
  p_file_title text default null, p_max_rows integer default 2500, p_owner_column text default 'user_id',
  p_frozen boolean default true)
  language plpgsql set search_path = '' as $$
declare
  v_name text := (select c.relname from pg_catalog.pg_class c where c.oid = p_table);
  v_shared text := $sql$
    create trigger %1$s_set_updated_at before update on public.%1$s
      for each row execute function private.set_updated_at();
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
  insert into private.plan_parts (table_name, owner_column, tabs, trustees_only, counts, file_title)
    values (v_name, p_owner_column, p_tabs, p_trustees_only, p_counts, p_file_title);
  call private.write_plan_functions();
end $$;

-- Writes the functions that read all parts of a plan. They name the tables, so that their plans are kept; a query that
-- is put together in each call would be planned in each call.
create procedure private.write_plan_functions() language plpgsql set search_path = '' as $$
declare
  v_part record;
  v_counts text[];
  v_starts text[];
begin
  for v_part in select * from private.plan_parts p order by p.table_name loop
    v_counts := v_counts || format('(select jsonb_build_object(%s) from public.%I where %I = p_owner_id)',
                                   v_part.counts, v_part.table_name, v_part.owner_column);
    v_starts := v_starts || format('(select min(created_at) from public.%I where %I = p_owner_id)',
                                   v_part.table_name, v_part.owner_column);
  end loop;
  execute format($sql$
    -- What each part of an owner's plan counts.
    create or replace function private.plan_counts(p_owner_id uuid) returns jsonb
      language plpgsql stable security definer set search_path = '' as $body$ begin return %s; end $body$;
    -- When the first row of a plan was created; null if the plan is empty.
    create or replace function private.plan_started_at(p_owner_id uuid) returns timestamptz
      language plpgsql stable security definer set search_path = '' as $body$ begin return least(%s); end $body$ $sql$,
    array_to_string(v_counts, ' || '), array_to_string(v_starts, ', '));
end $$;
