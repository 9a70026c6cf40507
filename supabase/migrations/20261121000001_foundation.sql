-- The base of all later migrations: schemas, default privileges, settings, shared triggers.

-- `private` holds what the Data API must never expose: helper functions of the policies, and internal tables.
-- `admin` holds what an administrator uses in the dashboard, as role postgres.
create schema private;
create schema admin;
revoke all on schema private, admin from public;
grant usage on schema private to anon, authenticated, service_role;
comment on schema private is 'Policy helpers and internal tables; not exposed by the Data API.';
comment on schema admin is 'For the administrator in the dashboard; not exposed by the Data API.';

-- Only migrations grant rights. PUBLIC needs the global form, because defaults per schema can only add rights.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated, service_role;
alter default privileges in schema public revoke all on sequences from anon, authenticated, service_role;
alter default privileges in schema public revoke all on functions from anon, authenticated, service_role;

create table private.settings (
  singleton boolean primary key default true check (singleton),
  billing_enabled boolean not null default true,
  -- Whether an approval of a death certificate needs two different administrators.
  two_reviewers boolean not null default false,
  -- The search for files that no row names: when its last round began, and how far the running round has come (the
  -- bucket is null between two rounds).
  orphan_round_began_at timestamptz not null default '-infinity',
  orphan_round_bucket_id text,
  orphan_round_path text not null default '',
  -- Hashes the addresses of used trials, so that their table is not a list of e-mail addresses.
  trial_salt text not null default gen_random_uuid()::text
);
alter table private.settings enable row level security;
comment on table private.settings is 'One row of settings of the whole installation.';
insert into private.settings default values;

-- What policies and often used functions call is written in plpgsql: its plans are kept for the session, whereas a
-- function in SQL with a search path of its own is planned again in every request. One whose body is bound at creation
-- (`return`, `begin atomic`) needs none, and becomes a part of the query that asks.

create function private.billing_enabled() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select s.billing_enabled from private.settings s);
end $$;

create function public.billing_enabled() returns boolean
  language sql stable security invoker set search_path = '' as $$ select private.billing_enabled() $$;
grant execute on function private.billing_enabled(), public.billing_enabled() to anon, authenticated, service_role;
comment on function public.billing_enabled() is 'Whether membership is charged for. Off: every premium feature is open.';

create function admin.set_billing(enabled boolean) returns void
  language sql security definer set search_path = ''
  as $$ update private.settings set billing_enabled = enabled where singleton $$;
comment on function admin.set_billing(boolean) is 'Turns charging for membership on or off.';

-- For triggers whose condition alone says what is refused. tg_argv[0] is the error's code, tg_argv[1] its message.
create function private.refuse() returns trigger
  language plpgsql set search_path = '' as $$
begin
  raise exception using errcode = tg_argv[0], message = tg_argv[1];
end $$;

-- Only the database knows a limit's number. The error for the person carries it as its detail: HW040 the most rows of a
-- list, HW041 the most bytes of files; HW007, HW008, HW020, HW054, HW061, HW080 and HW090 the seconds to wait.

-- Limits the rows per owner, so that no plan can fill the disk. Runs after each statement. tg_argv[0] is the limit,
-- tg_argv[1] the column that names the owner. Statements for the same list wait for each other, because none of them
-- could count the rows of another that has not committed.
create function private.limit_rows() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid;
  v_over boolean;
begin
  -- In a fixed order, so that two statements for several owners do not wait for each other forever.
  for v_owner in execute format('select distinct a.%I from added a order by 1', tg_argv[1]) loop
    perform pg_advisory_xact_lock(hashtextextended(format('heartwood.rows %s %s', tg_table_name, v_owner), 0));
    execute format('select count(*) > $1 from %I.%I r where r.%I = $2', tg_table_schema, tg_table_name, tg_argv[1])
      into v_over using tg_argv[0]::integer, v_owner;
    if v_over then
      raise exception 'the list is full' using errcode = 'HW040', detail = tg_argv[0];
    end if;
  end loop;
  return null;
end $$;

-- The database sets the times of its rows, so that clients cannot.
create function private.set_updated_at() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.created_at := old.created_at;
  new.updated_at := now();
  return new;
end $$;
