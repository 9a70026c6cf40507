-- Financial accounts: where the money is, but never enough to access it.

create type public.account_category as enum ('bank', 'investment', 'retirement', 'crypto', 'other');

create table public.financial_accounts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  category public.account_category not null default 'bank',
  institution text not null check (char_length(institution) between 1 and 120),
  account_name text not null check (char_length(account_name) between 1 and 120),
  -- The database refuses more than four digits, so that no client can store a whole account number.
  account_number text check (account_number ~ '^[0-9]{1,4}$'),
  notes text check (char_length(notes) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.financial_accounts enable row level security;
comment on column public.financial_accounts.account_number is 'The last four digits at most.';

call private.add_plan_part('public.financial_accounts', $$ 'accounts', count(*) $$,
  p_tabs => '{accounts}', p_trustees_only => true, p_choice => 'money');

grant select on public.financial_accounts to authenticated;
create policy financial_accounts_select_concerned on public.financial_accounts for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('money'))));
grant insert (id, user_id, category, institution, account_name, account_number, notes)
  on public.financial_accounts to authenticated;
create policy financial_accounts_insert_own on public.financial_accounts for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
grant update (category, institution, account_name, account_number, notes) on public.financial_accounts to authenticated;
create policy financial_accounts_update_own on public.financial_accounts for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
grant delete on public.financial_accounts to authenticated;
create policy financial_accounts_delete_own on public.financial_accounts for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.financial_accounts to service_role;
