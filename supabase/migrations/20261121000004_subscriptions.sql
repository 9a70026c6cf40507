-- Membership: what it allows. The migration `billing` defines how it is paid for.

create type public.plan_id as enum ('monthly', 'annual', 'lifetime');

create table public.subscriptions (
  user_id uuid primary key references auth.users (id) on delete cascade,
  plan public.plan_id,
  -- Stripe's own values, as text on purpose: a value that Stripe adds later must not fail; it just opens nothing.
  status text not null check (char_length(status) between 1 and 40),
  current_period_end timestamptz,
  trial_end timestamptz,
  cancel_at_period_end boolean not null default false,
  lifetime boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.subscriptions enable row level security;
comment on table public.subscriptions is 'The membership of a person. Written by the database and the service role alone.';

comment on column public.subscriptions.current_period_end is 'Until when is paid. While past_due, the end of the last period that was paid for, from which the grace runs.';
comment on column public.subscriptions.trial_end is 'The end of the free days: those without a card while plan is null, those of a subscription otherwise.';

create trigger subscriptions_set_updated_at before update on public.subscriptions
  for each row execute function private.set_updated_at();

grant select on public.subscriptions to authenticated;
grant select, insert, update, delete on public.subscriptions to service_role;

create policy subscriptions_select_own on public.subscriptions for select to authenticated
  using (user_id = (select auth.uid()));

-- ---- the free trial: 7 days, once per person ------------------------------------------------------------
create table private.used_trials (
  email_hash text primary key,
  trial_end timestamptz not null,
  -- When the mail about its end was queued.
  reminded_at timestamptz
);
alter table private.used_trials enable row level security;
comment on table private.used_trials is 'Survives the deletion of an account, so that a trial is not had twice. Holds salted hashes.';

create function private.trial_hash(p_email text) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select encode(sha256(convert_to(s.trial_salt || lower(p_email), 'utf8')), 'hex') from private.settings s);
end $$;

-- Starts the trial, or continues the one that this address had before. Does nothing if a membership exists.
create function private.start_trial(p_user_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if not exists (select from public.subscriptions s where s.user_id = p_user_id) then
    insert into private.used_trials (email_hash, trial_end)
    select private.trial_hash(u.email), now() + interval '7 days' from auth.users u where u.id = p_user_id
    on conflict (email_hash) do nothing;
    insert into public.subscriptions (user_id, status, trial_end)
    values (p_user_id, 'trialing', private.free_trial_end(p_user_id))
    on conflict (user_id) do nothing;
  end if;
end $$;

-- The end of a person's free trial; null before it has begun.
create function private.free_trial_end(p_user_id uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select t.trial_end from private.used_trials t join auth.users u on t.email_hash = private.trial_hash(u.email)
   where u.id = p_user_id
$$;

-- A changed address keeps its used trial, so that neither the old address nor a new account gets a second one. If the
-- new address had a trial too, the one that ends first counts, because otherwise each throwaway account would add a week.
create function private.copy_trial_to_new_email() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.used_trials (email_hash, trial_end, reminded_at)
  select private.trial_hash(new.email), t.trial_end, t.reminded_at
    from private.used_trials t where t.email_hash = private.trial_hash(old.email)
  on conflict (email_hash) do update set trial_end = least(used_trials.trial_end, excluded.trial_end);
  return null;
end $$;

create trigger heartwood_copy_trial_to_new_email after update of email on auth.users
  for each row when (new.email is distinct from old.email) execute function private.copy_trial_to_new_email();

-- The trial of an invited person starts with the first row or file of their own plan, not earlier.
create function private.start_trial_of_uninvited() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text := (select lower(u.email) from auth.users u where u.id = new.user_id);
begin
  if not exists (select from public.designations d where d.person_email = v_email)
     or exists (select from private.used_trials t where t.email_hash = private.trial_hash(v_email)) then
    perform private.start_trial(new.user_id);
  end if;
  return null;
end $$;

create trigger profiles_start_trial after insert on public.profiles
  for each row execute function private.start_trial_of_uninvited();

-- For the planning tables: the first row starts the trial of an owner who has none yet.
create function private.start_trial_of_planner() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.start_trial((to_jsonb(new) ->> tg_argv[0])::uuid);
  return null;
end $$;

-- ---- what membership allows -----------------------------------------------------------------------------
create function private.has_premium(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return not private.billing_enabled()
      or coalesce((
           -- A missing time allows nothing.
           select coalesce(
                    s.lifetime
                    or s.status = 'active'
                    or (s.status = 'trialing' and s.trial_end > now())
                    -- A first payment takes a while; a person who has entered a card keeps access meanwhile.
                    or (s.status = 'trialing' and s.plan is not null and s.trial_end > now() - interval '1 day')
                    or (s.status = 'past_due' and s.current_period_end > now() - interval '7 days'), false)
             from public.subscriptions s where s.user_id = p_user_id),
           -- Without a row the trial has not begun yet.
           true);
end $$;

create function private.i_have_premium() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(private.has_premium(auth.uid()), false);
end $$;

create function public.has_premium() returns boolean
  language sql stable security invoker set search_path = '' as $$ select private.i_have_premium() $$;
grant execute on function private.i_have_premium(), public.has_premium() to authenticated;
comment on function public.has_premium() is 'Whether the caller may use the planning tools now.';

-- Whether a person may add to and change their plan now.
create function private.may_plan(p_user_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return coalesce(
    private.has_premium(p_user_id)
    -- The token of a deleted account stays valid for a while, and Storage has no foreign key, so a profile must exist.
    and exists (select from public.profiles p where p.user_id = p_user_id and not p.is_deceased), false);
end $$;

-- Every policy that lets an owner add to or change the plan calls this.
create function private.i_may_plan() returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return private.may_plan(auth.uid());
end $$;
grant execute on function private.i_may_plan() to authenticated;
