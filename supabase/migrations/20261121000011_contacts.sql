-- The people to tell, and whom to invite to the service.

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 120),
  email text check (char_length(email) <= 254),
  phone text check (char_length(phone) <= 40),
  relation text check (char_length(relation) <= 80),
  source text not null default 'manual' check (char_length(source) between 1 and 40),
  invitee boolean not null default false,
  rsvp_status text check (char_length(rsvp_status) <= 40),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.contacts enable row level security;
comment on table public.contacts is 'The people whom the family should tell; invitee marks guests of the service.';

call private.add_plan_part('public.contacts', $$ 'contacts', count(*) $$, p_tabs => '{contacts}', p_max_rows => 5000,
  p_frozen => false, p_choice => 'contacts', p_opens_early => 'ill');

-- A guest's answer is no change of the owner's: it must not look to a reviewer as if the owner were alive.
drop trigger contacts_set_updated_at on public.contacts;
create trigger contacts_set_updated_at before update on public.contacts
  for each row when (
    new.user_id = auth.uid() or (to_jsonb(new) - 'rsvp_status') is distinct from (to_jsonb(old) - 'rsvp_status'))
  execute function private.set_updated_at();

-- Answers to the invitation to the service come when the plan is frozen.
create trigger contacts_keep_frozen after insert or update or delete on public.contacts
  for each row execute function private.keep_frozen('user_id', 'rsvp_status', 'updated_at');

grant select on public.contacts to authenticated;
create policy contacts_select_concerned on public.contacts for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('contacts'))));
grant insert (id, user_id, name, email, phone, relation, source, invitee) on public.contacts to authenticated;
create policy contacts_insert_own on public.contacts for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
grant update (name, email, phone, relation, invitee, rsvp_status) on public.contacts to authenticated;
create policy contacts_update_own on public.contacts for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
grant delete on public.contacts to authenticated;
create policy contacts_delete_own on public.contacts for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.contacts to service_role;
