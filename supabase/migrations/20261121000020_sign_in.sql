-- Sign-in is by e-mail code alone, and through the edge function `sign-in` alone, because Auth counts wrong codes by
-- network and not by address. Auth's own /verify cannot be switched off, so a session that did not come through the
-- function gets a token that opens nothing. It is not refused with an error, because Auth would then undo the use of
-- the code: who guesses at /verify would see that a guess was right, and could bring the code to the function.

create table private.admitted_sessions (
  session_id uuid primary key,
  user_id uuid not null references auth.users (id) on delete cascade,
  admitted_at timestamptz not null default now()
);
create index admitted_sessions_user on private.admitted_sessions (user_id);
create index admitted_sessions_admitted on private.admitted_sessions (admitted_at);
alter table private.admitted_sessions enable row level security;
comment on table private.admitted_sessions is 'The sessions that began through the function sign-in. Every other session is useless.';

create table private.sign_in_tries (
  id bigint generated always as identity primary key,
  email text not null check (char_length(email) <= 254),
  -- The browser that signed in to this address before (private.browsers); null for any other.
  browser_id uuid,
  tried_at timestamptz not null default now()
);
create index sign_in_tries_email on private.sign_in_tries (email, tried_at);
create index sign_in_tries_tried on private.sign_in_tries (tried_at);
alter table private.sign_in_tries enable row level security;
comment on table private.sign_in_tries is 'Wrong sign-in codes, by address: 5 for each code, 20 in an hour, 50 in a day. The right one is taken out again.';

-- Auth calls this for each token, in the transaction that makes or refreshes the session. The transaction's other
-- changes stand unless this returns an error.
create function private.otp_only_token_hook(event jsonb) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_claims jsonb := event -> 'claims';
begin
  -- Without this an attacker could sign up with a victim's address and a password of their own, wait until the victim
  -- confirms the address by a code, and then sign in as the victim.
  if event ->> 'authentication_method' in ('password', 'anonymous') then
    return jsonb_build_object('error', jsonb_build_object('http_code', 403, 'message', 'Sign in with the code sent by email'));
  end if;
  if exists (select from private.admitted_sessions a where a.session_id = (v_claims ->> 'session_id')::uuid) then
    return jsonb_build_object('claims', v_claims);
  end if;
  -- Expired, for no one, and with the rights of a visitor. It keeps the session's id, by which sign-in admits it.
  return jsonb_build_object('claims', v_claims || jsonb_build_object(
    'sub', '00000000-0000-0000-0000-000000000000', 'role', 'anon', 'exp', v_claims -> 'iat'));
end $$;

do $$
begin
  if exists (select from pg_roles where rolname = 'supabase_auth_admin') then
    grant usage on schema private to supabase_auth_admin;
    grant execute on function private.otp_only_token_hook(jsonb) to supabase_auth_admin;
  end if;
end $$;

-- Tries are counted apart for a browser that signed in to the address before. Else anyone could lock the owner of an
-- address out, and so keep a living owner from stopping a release, by typing wrong codes for it.
create function public.begin_sign_in_try(p_email text, p_browser_id uuid default null) returns bigint
  language plpgsql security definer set search_path = '' as $$
declare
  v_browser_id uuid := private.browser_of_address(p_email, p_browser_id);
  v_code_sent_at timestamptz;
  v_of_code bigint;
  v_of_hour bigint;
  v_of_day bigint;
  v_try_id bigint;
begin
  -- Parallel tries for an address wait for each other, so that none is missed by the counts.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.sign_in_tries ' || p_email, 0));
  -- Auth's index of addresses leaves out accounts of single sign-on, so it only serves a query that does too.
  select max(greatest(u.recovery_sent_at, u.confirmation_sent_at)) into v_code_sent_at
    from auth.users u where u.email = p_email and not u.is_sso_user;
  -- The same for an address without an account, so that the counts reveal none.
  select count(*) filter (where t.tried_at >= greatest(v_code_sent_at, now() - interval '10 minutes')),
         count(*) filter (where t.tried_at > now() - interval '1 hour'), count(*)
    into v_of_code, v_of_hour, v_of_day
    from private.sign_in_tries t
   where t.email = p_email and t.tried_at > now() - interval '1 day'
     and t.browser_id is not distinct from v_browser_id;
  if v_of_hour >= 20 or v_of_day >= 50 then
    raise exception 'too many wrong codes for this address' using errcode = 'HW058';
  elsif v_of_code >= 5 then
    raise exception 'too many tries of this code' using errcode = 'HW059';
  end if;
  insert into private.sign_in_tries (email, browser_id) values (p_email, v_browser_id) returning id into v_try_id;
  return v_try_id;
end $$;
comment on function public.begin_sign_in_try(text, uuid) is
  'Counts a try of a sign-in code, before Auth compares it. HW059: 5 tries of this code, HW058: 20 wrong codes in an hour or 50 in a day.';

create function public.admit_session(
  p_session_id uuid, p_user_id uuid, p_try_id bigint default null,
  p_browser_id uuid default null, p_browser_label text default null) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- The right code is no wrong one.
  delete from private.sign_in_tries t where t.id = p_try_id;
  insert into private.admitted_sessions (session_id, user_id) values (p_session_id, p_user_id)
  on conflict (session_id) do nothing;
  if p_browser_id is not null then
    perform private.note_browser(p_session_id, p_user_id, p_browser_id, p_browser_label);
  end if;
end $$;
comment on function public.admit_session(uuid, uuid, bigint, uuid, text) is
  'Lets a session in whose code Auth has just accepted: its next refresh gives a token that is good. p_try_id: the try, null if none was counted. p_browser_id: the hash of the browser''s token, p_browser_label: its kind.';

grant execute on function public.begin_sign_in_try(text, uuid),
  public.admit_session(uuid, uuid, bigint, uuid, text) to service_role;
