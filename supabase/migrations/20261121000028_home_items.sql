-- What needs attention in the first days: pets, keys, a car, the mail, bills, devices.

create type public.home_kind as enum ('pet', 'keys', 'vehicle', 'post', 'bill', 'device', 'other');

create table public.home_items (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  kind public.home_kind not null,
  name text not null check (char_length(name) between 1 and 120),
  location text check (char_length(location) <= 500),
  care text check (char_length(care) <= 2000),
  contact text check (char_length(contact) <= 200),
  caretaker text check (char_length(caretaker) <= 120),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.home_items enable row level security;
comment on table public.home_items is 'What a home needs in the days after a death: enough to look after it, never a code or a password.';
comment on column public.home_items.location is 'Where a key or a sealed note is kept; the screens ask for no code and no password.';
comment on column public.home_items.care is 'What a pet eats, what a bill costs, what has to be done.';
comment on column public.home_items.contact is 'The vet, the alarm company, the landlord: whom to call.';
comment on column public.home_items.caretaker is 'Who takes the pet, or looks after the rest.';

call private.add_plan_part('public.home_items', $$ 'home_items', count(*) $$,
  p_tabs => '{home}', p_trustees_only => true, p_choice => 'home', p_opens_early => 'ill');

grant select on public.home_items to authenticated;
create policy home_items_select_concerned on public.home_items for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('home'))));
grant insert (id, user_id, kind, name, location, care, contact, caretaker) on public.home_items to authenticated;
create policy home_items_insert_own on public.home_items for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
grant update (kind, name, location, care, contact, caretaker) on public.home_items to authenticated;
create policy home_items_update_own on public.home_items for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
grant delete on public.home_items to authenticated;
create policy home_items_delete_own on public.home_items for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.home_items to service_role;
