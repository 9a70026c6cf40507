-- What a hosted Supabase project has before its first migration, as far as migrations, grants, policies and query plans
-- notice it. Run as the superuser supabase_admin on an empty Postgres 17. Role postgres is no superuser, as on hosted.

-- ---- roles -------------------------------------------------------------------------------------------------
create role anon;
create role authenticated;
create role service_role bypassrls;
create role authenticator login noinherit;
grant anon, authenticated, service_role to authenticator;
create role supabase_auth_admin login noinherit createrole;
create role supabase_storage_admin login noinherit createrole;
create role postgres login createdb createrole bypassrls;
grant anon, authenticated, service_role, authenticator, pg_monitor, pg_read_all_data to postgres with admin option;
alter database postgres owner to postgres;
-- Hosted Supabase allows this through supautils.
grant set on parameter session_replication_role to postgres;
alter role postgres set search_path = "$user", public, extensions;
-- Auth writes with this search path, so a trigger on auth.users must name its tables with their schema.
alter role supabase_auth_admin set search_path = auth;
alter role supabase_storage_admin set search_path = storage;
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
alter role authenticator set statement_timeout = '8s';

-- ---- public and extensions: new tables and functions of postgres are granted to no one ------------------------
grant usage on schema public to postgres, anon, authenticated, service_role;
create schema extensions authorization postgres;
grant usage on schema extensions to anon, authenticated, service_role;
create extension pgcrypto schema extensions;
create extension "uuid-ossp" schema extensions;

-- ---- auth --------------------------------------------------------------------------------------------------
create schema auth authorization supabase_auth_admin;
grant usage on schema auth to postgres, anon, authenticated, service_role;
set role supabase_auth_admin;
alter default privileges in schema auth grant all on tables to postgres;
create table auth.users (
  instance_id uuid, id uuid primary key, aud varchar(255), role varchar(255), email varchar(255),
  encrypted_password varchar(255), email_confirmed_at timestamptz, invited_at timestamptz,
  confirmation_token varchar(255), confirmation_sent_at timestamptz,
  recovery_token varchar(255), recovery_sent_at timestamptz,
  email_change_token_new varchar(255), email_change varchar(255), email_change_sent_at timestamptz,
  last_sign_in_at timestamptz, raw_app_meta_data jsonb, raw_user_meta_data jsonb, is_super_admin boolean,
  created_at timestamptz, updated_at timestamptz, phone text unique, phone_confirmed_at timestamptz,
  email_change_token_current varchar(255) default '', email_change_confirm_status smallint default 0,
  banned_until timestamptz, is_sso_user boolean not null default false, deleted_at timestamptz,
  is_anonymous boolean not null default false);
create unique index users_email_partial_key on auth.users (email) where not is_sso_user;
create table auth.identities (
  id uuid primary key default gen_random_uuid(), provider_id text not null,
  user_id uuid not null references auth.users on delete cascade, identity_data jsonb not null, provider text not null,
  last_sign_in_at timestamptz, created_at timestamptz, updated_at timestamptz, unique (provider_id, provider));
create table auth.sessions (
  id uuid primary key, user_id uuid not null references auth.users on delete cascade, created_at timestamptz,
  updated_at timestamptz, refreshed_at timestamp, not_after timestamptz, user_agent text, ip inet);
create table auth.refresh_tokens (
  id bigserial primary key, token varchar(255) unique, user_id varchar(255), revoked boolean, created_at timestamptz,
  updated_at timestamptz, parent varchar(255), session_id uuid references auth.sessions on delete cascade);
alter table auth.users enable row level security;
alter table auth.identities enable row level security;
alter table auth.sessions enable row level security;
alter table auth.refresh_tokens enable row level security;
create function auth.jwt() returns jsonb language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim', true), ''),
                  nullif(current_setting('request.jwt.claims', true), ''))::jsonb $$;
create function auth.uid() returns uuid language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.sub', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'sub')::uuid $$;
create function auth.role() returns text language sql stable as $$
  select coalesce(nullif(current_setting('request.jwt.claim.role', true), ''),
                  nullif(current_setting('request.jwt.claims', true), '')::jsonb ->> 'role')::text $$;
reset role;

-- ---- storage -----------------------------------------------------------------------------------------------
create schema storage authorization supabase_storage_admin;
grant usage on schema storage to postgres with grant option;
grant usage on schema storage to anon, authenticated, service_role;
set role supabase_storage_admin;
create table storage.buckets (
  id text primary key, name text not null unique, owner uuid, owner_id text, public boolean default false,
  avif_autodetection boolean default false, file_size_limit bigint, allowed_mime_types text[],
  created_at timestamptz default now(), updated_at timestamptz default now());
create table storage.objects (
  id uuid primary key default gen_random_uuid(), bucket_id text references storage.buckets, name text, owner uuid,
  owner_id text, created_at timestamptz default now(), updated_at timestamptz default now(),
  last_accessed_at timestamptz default now(), metadata jsonb, user_metadata jsonb, version text,
  path_tokens text[] generated always as (string_to_array(name, '/')) stored);
create unique index bucketid_objname on storage.objects (bucket_id, name);
create index idx_objects_bucket_id_name on storage.objects (bucket_id, name collate "C");
create index name_prefix_search on storage.objects (name text_pattern_ops);
alter table storage.buckets enable row level security;
alter table storage.objects enable row level security;
grant all on storage.buckets, storage.objects to anon, authenticated, service_role;
grant all on storage.buckets, storage.objects to postgres with grant option;
create function storage.foldername(name text) returns text[] language plpgsql immutable as $$
declare
  v_parts text[];
begin
  select string_to_array(name, '/') into v_parts;
  return v_parts[1 : array_length(v_parts, 1) - 1];
end $$;
-- Files are removed through the Storage API, which says so; other SQL may not even delete rows that do not exist.
create function storage.protect_delete() returns trigger language plpgsql as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception 'Direct deletion from storage tables is not allowed. Use the Storage API instead.' using errcode = '42501';
  end if;
  return null;
end $$;
create trigger protect_buckets_delete before delete on storage.buckets execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects execute function storage.protect_delete();
reset role;

-- ---- what postgres may do to the platform's tables ------------------------------------------------------------
-- On hosted an extension of Supabase lets postgres create, change and drop policies and drop triggers on these tables,
-- and nothing else that an owner may. Here it is lent the owner's role for these commands; if one fails, the loan is
-- rolled back with it.
create schema platform;
create function platform.lend_ownership() returns event_trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if session_user = 'postgres' then
    grant supabase_auth_admin, supabase_storage_admin to postgres;
  end if;
end $$;
create function platform.take_ownership_back() returns event_trigger
  language plpgsql security definer set search_path = '' as $$
begin
  if session_user = 'postgres' then
    revoke supabase_auth_admin, supabase_storage_admin from postgres;
  end if;
end $$;
create event trigger lend_ownership on ddl_command_start
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'DROP TRIGGER') execute function platform.lend_ownership();
create event trigger take_ownership_back on ddl_command_end
  when tag in ('CREATE POLICY', 'ALTER POLICY', 'DROP POLICY', 'DROP TRIGGER')
  execute function platform.take_ownership_back();
