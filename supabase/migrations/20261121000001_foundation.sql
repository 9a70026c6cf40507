-- What every later migration stands on: schemas, default privileges, settings, shared triggers.

-- `private` holds what the Data API must never expose: helper functions of the policies and internal tables.
-- `admin` holds what an administrator uses in the dashboard, as role postgres.
create schema private;
create schema admin;
revoke all on schema private, admin from public;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Policy helpers and internal tables; not exposed by the Data API.';
comment on schema admin is 'For the administrator in the dashboard; not exposed by the Data API.';

-- Nothing is granted unless a migration grants it. The global form is needed for PUBLIC: defaults per schema can only add.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create table private.settings (
  singleton boolean primary key default true check (singleton),
  billing_enabled boolean not null default true,
  -- Up to when uploads have been checked for files that no row names.
  orphans_checked_until timestamptz not null default '-infinity',
  -- Keeps the memory of used trials from being a list of e-mail addresses.
  trial_salt text not null default gen_random_uuid()::text
);
alter table private.settings enable row level security;
comment on table private.settings is 'One row of settings of the whole installation.';
insert into private.settings default values;

create function private.billing_enabled() returns boolean
  language sql stable security definer set search_path = '' as $$ select billing_enabled from private.settings $$;

create function public.billing_enabled() returns boolean
  language sql stable security invoker set search_path = '' as $$ select private.billing_enabled() $$;
grant execute on function private.billing_enabled(), public.billing_enabled() to anon, authenticated, service_role;
comment on function public.billing_enabled() is 'Whether membership is charged for. Off: every premium feature is open.';

create function admin.set_billing(enabled boolean) returns void
  language sql security definer set search_path = ''
  as $$ update private.settings set billing_enabled = enabled where singleton $$;
comment on function admin.set_billing(boolean) is 'Turns charging for membership on or off.';

-- A limit's number stands in the database alone. The error that a person reads of carries it as its detail: HW040 the rows
-- that a list holds; HW007, HW020, HW054 and HW061 the seconds that must go by.

-- No plan may fill the disk. After each statement: tg_argv[0] is the most rows one owner may have, tg_argv[1] the column
-- that names the owner.
create function private.limit_rows() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_over boolean;
begin
  execute format(
    'select exists (select from (select distinct a.%3$I as owner from added a) o
                     where (select count(*) from %1$I.%2$I r where r.%3$I = o.owner) > $1)',
    tg_table_schema, tg_table_name, tg_argv[1]) into v_over using tg_argv[0]::integer;
  if v_over then
    raise exception 'the list is full' using errcode = 'HW040', detail = tg_argv[0];
  end if;
  return null;
end $$;

-- The database keeps the times of its rows, whatever a client sends.
create function private.set_updated_at() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end $$;
