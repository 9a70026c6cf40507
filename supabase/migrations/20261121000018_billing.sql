-- What ties a membership to Stripe. Kept out of the Data API altogether.

create table private.billing_customers (
  user_id uuid primary key references auth.users (id) on delete cascade,
  stripe_customer_id text not null unique,
  stripe_subscription_id text unique,
  created_at timestamptz not null default now()
);
alter table private.billing_customers enable row level security;
comment on table private.billing_customers is 'The customer and the running subscription of a person at Stripe.';

create table private.stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now(),
  processed_at timestamptz
);
alter table private.stripe_events enable row level security;
comment on table private.stripe_events is 'Events already seen, so that a repeat changes nothing.';
