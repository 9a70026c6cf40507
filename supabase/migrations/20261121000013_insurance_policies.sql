-- Life insurance policies, with an optional scan.

create table public.insurance_policies (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  provider text not null check (char_length(provider) between 1 and 120),
  policy_number text check (char_length(policy_number) <= 60),
  coverage_amount numeric(14, 2) check (coverage_amount >= 0),
  agent_contact text check (char_length(agent_contact) <= 200),
  document_path text unique check (
    char_length(document_path) <= 500 and starts_with(document_path, user_id::text || '/insurance/')),
  notes text check (char_length(notes) <= 2000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.insurance_policies enable row level security;
comment on table public.insurance_policies is 'coverage_amount is in US dollars.';

call private.add_plan_part(
  'public.insurance_policies', $$ 'insurance', count(*) $$,
  p_tabs => '{accounts}', p_trustees_only => true, p_file_title => 'provider', p_choice => 'money');
call private.add_file_column('public.insurance_policies', 'document_path', 'documents');

grant select on public.insurance_policies to authenticated;
create policy insurance_policies_select_concerned on public.insurance_policies for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('money'))));
grant insert (id, user_id, provider, policy_number, coverage_amount, agent_contact, document_path, notes)
  on public.insurance_policies to authenticated;
create policy insurance_policies_insert_own on public.insurance_policies for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
grant update (provider, policy_number, coverage_amount, agent_contact, document_path, notes)
  on public.insurance_policies to authenticated;
create policy insurance_policies_update_own on public.insurance_policies for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
grant delete on public.insurance_policies to authenticated;
create policy insurance_policies_delete_own on public.insurance_policies for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.insurance_policies to service_role;
