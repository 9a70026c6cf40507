-- One row per person: their name, who may see their plan and when, and the state of the death review.

-- A name must contain something visible, and no characters that reverse the text direction.
create function private.is_name(p_name text) returns boolean language sql immutable
  return char_length(p_name) <= 120 and p_name = btrim(p_name)
     and p_name !~ '[[:cntrl:]\u202a-\u202e\u2066-\u2069]'
     and p_name ~ '[^[:space:]\u00ad\u115f\u1160\u200b-\u200f\u2060-\u2064\u2800\u3164\ufeff\uffa0]';
grant execute on function private.is_name(text) to authenticated;

create type public.death_review as enum ('none', 'pending', 'approved', 'rejected');

create table public.profiles (
  user_id uuid primary key references auth.users (id) on delete cascade,
  full_name text check (private.is_name(full_name)),
  visibility_hold boolean not null default true,
  hold_lifted_until timestamptz,
  is_deceased boolean not null default false,
  death_review public.death_review not null default 'none',
  death_certificate_path text check (
    char_length(death_certificate_path) <= 500 and starts_with(death_certificate_path, user_id::text || '/')),
  death_reviewed_at timestamptz,
  death_review_message text check (char_length(btrim(death_review_message)) between 1 and 1000),
  release_at timestamptz,
  open_until timestamptz,
  release_stopped_at timestamptz,
  release_wait_days integer not null default 0 check (release_wait_days in (0, 1, 3, 7, 14, 30)),
  review_reminder_months integer not null default 6 check (review_reminder_months in (0, 3, 6, 12)),
  plan_reviewed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- These three must agree, even when the row is edited by hand: approved review, deceased owner, time of release.
  constraint profiles_deceased_is_approved check (is_deceased = (death_review = 'approved')),
  constraint profiles_release_is_approved check ((release_at is not null) = (death_review = 'approved')),
  constraint profiles_open_until_is_approved check (open_until is null or death_review = 'approved'),
  constraint profiles_review_has_certificate check (death_review = 'none' or death_certificate_path is not null),
  constraint profiles_lifted_until_is_lifted check (hold_lifted_until is null or not visibility_hold)
);
create index profiles_hold_lifted_until on public.profiles (hold_lifted_until) where hold_lifted_until is not null;
create index profiles_pending_review on public.profiles (user_id) where death_review = 'pending';
alter table public.profiles enable row level security;
comment on table public.profiles is 'One row a person. Made by the database once the e-mail address is confirmed.';
comment on column public.profiles.visibility_hold is 'On: designees see nothing before the death is verified.';
comment on column public.profiles.hold_lifted_until is 'When a lifted hold comes back by itself; null: when the owner puts it back.';
comment on column public.profiles.death_review_message is 'What the administrator tells the owner and the designees with a rejection, or about the other photo that is needed.';
comment on column public.profiles.open_until is 'Until when a plan that was open at the approval stays open during the waiting period.';
comment on column public.profiles.release_stopped_at is 'When the owner last pressed "I''m alive: stop this".';
comment on column public.profiles.release_at is 'From when the plan is open to designees after an approved certificate.';

create trigger profiles_set_updated_at before update on public.profiles for each row execute function private.set_updated_at();

-- Only a confirmed address gets a profile, because /otp creates an unconfirmed user for every address that is typed in.
create function private.create_profile() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into public.profiles (user_id) values (new.id) on conflict (user_id) do nothing;
  return null;
end $$;

create trigger heartwood_create_profile
  after insert or update of email_confirmed_at on auth.users
  for each row when (new.email_confirmed_at is not null) execute function private.create_profile();

-- When a hold is back on, the end of its lifting no longer applies.
create function private.clear_hold_lifted_until() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.hold_lifted_until := null;
  return new;
end $$;

create trigger profiles_clear_hold_lifted_until before update of visibility_hold on public.profiles
  for each row when (new.visibility_hold and not old.visibility_hold) execute function private.clear_hold_lifted_until();

-- ---- a browser that is new to the account ------------------------------------------------------------------
-- For policies and functions: true, or the error while the caller's browser has to wait; see the migration `browsers`.
-- The administrator, the service role and jobs have no session.
create function private.require_known_browser() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_until timestamptz := public.session_held_until((auth.jwt() ->> 'session_id')::uuid);
begin
  if v_until is not null then
    raise exception 'this browser is new to the account'
      using errcode = 'HW080', detail = ceil(extract(epoch from v_until - now()))::integer;
  end if;
  return true;
end $$;
grant execute on function private.require_known_browser() to authenticated;

-- ---- the owner switches the hold --------------------------------------------------------------------------
create function private.set_visibility_hold(p_hold boolean, p_days integer) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_until timestamptz;
begin
  if p_hold is null or (p_days is not null and (p_hold or p_days <> 7)) then
    raise exception 'the hold is lifted for 7 days or until it is put back' using errcode = '22023';
  end if;
  v_until := case when not p_hold then now() + make_interval(days => p_days) end;
  update public.profiles p
     set visibility_hold = p_hold,
         -- A second press, or a try again after a lost answer, does not move the end: that would be one more change.
         hold_lifted_until = case when p.hold_lifted_until > v_until - interval '1 minute' then p.hold_lifted_until
                                  else v_until end
   where p.user_id = (select auth.uid()) and not p.is_deceased;
  if not found then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
end $$;

create function public.set_visibility_hold(hold boolean, days integer default null) returns void
  language sql security invoker set search_path = '' as $$ select private.set_visibility_hold(hold, days) $$;
grant execute on function private.set_visibility_hold(boolean, integer), public.set_visibility_hold(boolean, integer)
  to authenticated;
comment on function public.set_visibility_hold(boolean, integer) is
  'Puts the caller''s hold on, or lifts it: for 7 days, or (days null) until it is put back; a second call within a minute changes nothing. HW005: the plan is frozen, HW072: lifted 20 times in a day.';

-- ---- frozen -----------------------------------------------------------------------------------------------
-- After a verified death the plan stays as the owner left it; only the owner's stop opens it for changes again.
create function private.plan_is_frozen(p_owner_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce((select p.is_deceased from public.profiles p where p.user_id = p_owner_id), false);
end $$;

create function private.my_plan_is_frozen() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.plan_is_frozen(auth.uid());
end $$;
grant execute on function private.my_plan_is_frozen() to authenticated;

-- For every table of the plan: stops changes that no policy stops, such as those of functions, jobs or an
-- administrator's mistake. It runs after the statement, so that policies refuse people first. tg_argv[0] is the owner's
-- column; the columns after it may still change, all others are frozen. Rows may still be deleted together with their
-- account.
create function private.keep_frozen() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_old jsonb := to_jsonb(old);
  v_new jsonb := to_jsonb(new);
  v_may_change text[] := tg_argv[1:];
begin
  if v_old - v_may_change is distinct from v_new - v_may_change
     and exists (select from auth.users u
                  where u.id in ((v_old ->> tg_argv[0])::uuid, (v_new ->> tg_argv[0])::uuid)
                    and private.plan_is_frozen(u.id)) then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  return null;
end $$;

create trigger profiles_keep_frozen after update on public.profiles for each row when (old.is_deceased and new.is_deceased)
  execute function private.keep_frozen('user_id', 'release_at', 'open_until', 'updated_at');

-- Once a certificate was submitted, the waiting period cannot be changed.
create trigger profiles_refuse_waiting_period_change before update of release_wait_days on public.profiles
  for each row when (new.release_wait_days <> old.release_wait_days and old.death_review in ('pending', 'approved'))
  execute function private.refuse('HW005', 'the waiting period cannot change during a review');

grant select on public.profiles to authenticated;
grant update (full_name, visibility_hold, release_wait_days, review_reminder_months) on public.profiles to authenticated;
grant select on public.profiles to service_role;

create policy profiles_update_own on public.profiles for update to authenticated
  using (user_id = (select auth.uid()) and not is_deceased)
  with check (user_id = (select auth.uid()));
-- The policy profiles_select is in the migration `visibility`, because it needs the designations.
