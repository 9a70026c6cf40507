-- Codes that prove an address when the e-mail address of an account changes. Functions alone touch these tables.

create table private.email_codes (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  purpose text not null check (purpose in ('email-change-old', 'email-change-new', 'account-deletion')),
  email text not null check (char_length(email) <= 254),
  -- A keyed hash; the key is in the environment of the functions.
  code_hmac bytea not null,
  attempts integer not null default 0 check (attempts between 0 and 5),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  consumed_at timestamptz
);
create index email_codes_user on private.email_codes (user_id, purpose, created_at desc);
alter table private.email_codes enable row level security;
comment on table private.email_codes is 'One-time codes: 10 minutes, 5 tries, counted before comparing.';

create table private.email_change_grants (
  user_id uuid primary key references auth.users (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table private.email_change_grants enable row level security;
comment on table private.email_change_grants is 'Both addresses are proved: this change, and no other, may be made once.';
