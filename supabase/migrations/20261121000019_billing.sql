-- Connects memberships with Stripe. The tables are not in the Data API; its functions are only for the service role.

create table private.billing_customers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  stripe_customer_id text not null unique check (char_length(stripe_customer_id) between 1 and 255),
  -- The subscription on which the membership is based; to look it up in Stripe's dashboard.
  stripe_subscription_id text unique,
  -- States read from Stripe are written in the order in which the reads began: see begin_stripe_sync.
  syncs_begun bigint not null default 0,
  sync_applied bigint not null default 0,
  created_at timestamptz not null default now()
);
alter table private.billing_customers enable row level security;
comment on table private.billing_customers is 'The customer and the running subscription of a person at Stripe.';

create table private.stripe_events (
  id text primary key,
  type text not null,
  processed_at timestamptz not null default now()
);
create index stripe_events_processed on private.stripe_events (processed_at);
alter table private.stripe_events enable row level security;
comment on table private.stripe_events is 'Events already worked off, so that a repeat changes nothing.';

-- ---- for the functions create-checkout and billing-portal ---------------------------------------------------
create function public.billing_context(p_user_id uuid) returns table (
    billing_enabled boolean, email text, is_deceased boolean, stripe_customer_id text, free_trial_end timestamptz)
  language sql stable security definer set search_path = '' as $$
  select private.billing_enabled(), u.email::text, p.is_deceased, c.stripe_customer_id, private.free_trial_end(u.id)
    from auth.users u
    join public.profiles p on p.user_id = u.id
    left join private.billing_customers c on c.user_id = u.id
   where u.id = p_user_id
$$;
grant execute on function public.billing_context(uuid) to service_role;
comment on function public.billing_context(uuid) is 'What the billing functions need to know of a person. No row without a profile.';

-- A paid plan begins with the free days that are left; choosing one starts them for a person who has none yet.
create function public.begin_checkout(p_user_id uuid) returns table (
    billing_enabled boolean, email text, is_deceased boolean, stripe_customer_id text, free_trial_end timestamptz)
  language sql security definer set search_path = '' as $$
  select private.start_trial(p_user_id)
   where private.billing_enabled()
     and exists (select from public.profiles p where p.user_id = p_user_id and not p.is_deceased);
  select * from public.billing_context(p_user_id);
$$;
grant execute on function public.begin_checkout(uuid) to service_role;
comment on function public.begin_checkout(uuid) is 'billing_context before a payment; starts the free trial of a person who has none yet.';

create function public.save_stripe_customer(p_user_id uuid, p_customer_id text, p_instead_of text default null) returns text
  language sql security definer set search_path = '' as $$
  insert into private.billing_customers as c (user_id, stripe_customer_id) values (p_user_id, p_customer_id)
  on conflict (user_id) do update set stripe_customer_id = excluded.stripe_customer_id, stripe_subscription_id = null
    where c.stripe_customer_id = p_instead_of;
  select c.stripe_customer_id from private.billing_customers c where c.user_id = p_user_id;
$$;
grant execute on function public.save_stripe_customer(uuid, text, text) to service_role;
comment on function public.save_stripe_customer(uuid, text, text) is
  'Keeps a person''s customer at Stripe, unless another call was faster, and answers the one that counts. p_instead_of: the one that no longer exists.';

-- ---- from Stripe to public.subscriptions --------------------------------------------------------------------
-- Calls overlap, and the one that read first may write last. So each call takes a number before it reads from Stripe,
-- and its state is written only if no call with a higher number has written. The call for the last change at Stripe
-- begins after that change, so the final state was read after it.
create function public.begin_stripe_sync(p_customer_id text, p_event_id text default null) returns bigint
  language sql security definer set search_path = '' as $$
  update private.billing_customers c set syncs_begun = c.syncs_begun + 1
   where c.stripe_customer_id = p_customer_id
     and not exists (select from private.stripe_events e where e.id = p_event_id)
  returning c.syncs_begun
$$;
grant execute on function public.begin_stripe_sync(text, text) to service_role;
comment on function public.begin_stripe_sync(text, text) is
  'The number to take before reading a customer''s state at Stripe. Null: no such customer here, or the event is worked off already.';

create function public.apply_stripe_state(
  p_customer_id text, p_sync bigint, p_state jsonb, p_event_id text default null, p_event_type text default null)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_user_id uuid;
  v_state public.subscriptions := jsonb_populate_record(null::public.subscriptions, p_state);
  v_free_trial_end timestamptz;
begin
  if p_event_id is not null then
    insert into private.stripe_events (id, type) values (p_event_id, left(p_event_type, 100)) on conflict do nothing;
    if not found then
      return;
    end if;
  end if;
  update private.billing_customers c
     set sync_applied = p_sync, stripe_subscription_id = p_state ->> 'subscription_id'
   where c.stripe_customer_id = p_customer_id and c.sync_applied < p_sync and p_sync <= c.syncs_begun
  returning c.user_id into v_user_id;
  if not found then
    return;
  end if;

  if v_state.status in ('active', 'trialing', 'past_due')
     and exists (select from public.profiles p where p.user_id = v_user_id and p.is_deceased) then
    -- Paid while the death was being verified.
    perform private.end_membership(v_user_id);
  end if;

  -- If a subscription ends, remaining free days are kept. A person who never paid keeps the trial, even if it is over.
  v_free_trial_end := private.free_trial_end(v_user_id);
  if not v_state.lifetime and coalesce(v_state.status, '') not in ('active', 'trialing', 'past_due')
     and (v_free_trial_end > now() or v_state.status is null) then
    v_state.plan := null;
    v_state.status := case when v_free_trial_end is null then 'canceled' else 'trialing' end;
    v_state.current_period_end := null;
    v_state.trial_end := v_free_trial_end;
    v_state.cancel_at_period_end := false;
  end if;

  insert into public.subscriptions as s (
    user_id, plan, status, current_period_end, trial_end, cancel_at_period_end, lifetime)
  values (
    v_user_id, v_state.plan, left(v_state.status, 40), v_state.current_period_end, v_state.trial_end,
    coalesce(v_state.cancel_at_period_end, false), v_state.lifetime)
  on conflict (user_id) do update
    set plan = excluded.plan, status = excluded.status, current_period_end = excluded.current_period_end,
        trial_end = excluded.trial_end, cancel_at_period_end = excluded.cancel_at_period_end,
        lifetime = excluded.lifetime;
end $$;
grant execute on function public.apply_stripe_state(text, bigint, jsonb, text, text) to service_role;
comment on function public.apply_stripe_state(text, bigint, jsonb, text, text) is
  'Writes what was read at Stripe after begin_stripe_sync gave p_sync, and notes the event. Older readings and repeated events change nothing.';

-- ---- no charges after a verified death or a deletion --------------------------------------------------------
-- A verified death ends a running subscription.
create function private.end_membership(p_user_id uuid) returns void
  language sql security definer set search_path = '' as $$
  insert into private.membership_cancellations (stripe_customer_id)
  select c.stripe_customer_id from private.billing_customers c where c.user_id = p_user_id
  on conflict do nothing
$$;

-- The owner is alive: the subscription continues, unless Stripe was already told to end it.
create function private.continue_membership(p_user_id uuid) returns void
  language sql security definer set search_path = '' as $$
  delete from private.membership_cancellations m
   using private.billing_customers c
   where c.user_id = p_user_id and m.stripe_customer_id = c.stripe_customer_id
$$;

-- Whichever way an account is deleted, its subscription ends too.
create function private.end_membership_of_deleted() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  insert into private.membership_cancellations (stripe_customer_id) values (old.stripe_customer_id)
  on conflict do nothing;
  return null;
end $$;

create trigger billing_customers_end_membership after delete on private.billing_customers
  for each row execute function private.end_membership_of_deleted();
