-- Financial accounts: where the money is, never enough to reach it.

create type public.account_category as enum ('bank', 'investment', 'retirement', 'crypto', 'other');

create table public.financial_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  category public.account_category not null default 'bank',
  institution text not null check (char_length(institution) between 1 and 120),
  account_name text not null check (char_length(account_name) between 1 and 120),
  -- Whatever a client sends, a whole account number is never kept.
  account_number text check (account_number ~ '^[0-9]{1,4}$'),
  notes text check (char_length(notes) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index financial_accounts_user on public.financial_accounts (user_id, created_at desc);
alter table public.financial_accounts enable row level security;
comment on column public.financial_accounts.account_number is 'The last four digits at most.';

create trigger financial_accounts_set_updated_at before update on public.financial_accounts
  for each row execute function private.set_updated_at();
create trigger financial_accounts_limit_rows after insert on public.financial_accounts
  referencing new table as added for each statement execute function private.limit_rows('2500', 'user_id');
create trigger financial_accounts_keep_frozen after insert or update or delete on public.financial_accounts
  for each row execute function private.keep_frozen('user_id');
create trigger financial_accounts_start_trial after insert on public.financial_accounts
  for each row execute function private.start_trial_on_plan('user_id');

revoke all on public.financial_accounts from anon, authenticated, service_role;
grant select, delete on public.financial_accounts to authenticated;
grant insert (user_id, category, institution, account_name, account_number, notes),
      update (category, institution, account_name, account_number, notes) on public.financial_accounts to authenticated;
grant select, insert, update, delete on public.financial_accounts to service_role;

create policy financial_accounts_select_concerned on public.financial_accounts for select to authenticated
  using (user_id = (select auth.uid()) or user_id in (select private.finance_viewable_owners()));
create policy financial_accounts_insert_own on public.financial_accounts for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
create policy financial_accounts_update_own on public.financial_accounts for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
create policy financial_accounts_delete_own on public.financial_accounts for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
