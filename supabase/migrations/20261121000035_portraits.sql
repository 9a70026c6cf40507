-- What stands at the head of a memorial: the owner's portrait, when and where they were born, and a line that they want
-- to be remembered by.

create table public.portraits (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  picture_path text unique check (
    char_length(picture_path) <= 500 and starts_with(picture_path, user_id::text || '/portrait/')),
  -- No one alive was born before 1880, and a day in the future is a slip of the finger.
  born_on date check (born_on between '1880-01-01' and '2199-12-31'),
  born_in text check (char_length(born_in) <= 120),
  remembered_by text check (char_length(remembered_by) <= 200),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.portraits enable row level security;
comment on table public.portraits is 'The head of a memorial, at most one row a plan. An empty field is left out there.';
comment on column public.portraits.picture_path is 'A square JPEG in the bucket pictures, cut out and made small in the browser.';
comment on column public.portraits.remembered_by is 'One line in the owner''s own words.';

call private.add_plan_part('public.portraits', $$ 'portrait', count(*) > 0 $$,
  p_tabs => '{portrait}', p_file_title => $$ 'portrait' $$, p_max_rows => 1, p_choice => 'portrait');
call private.add_file_column('public.portraits', 'picture_path', 'pictures');

grant select on public.portraits to authenticated;
create policy portraits_select_concerned on public.portraits for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('portrait'))));
grant insert (id, user_id, picture_path, born_on, born_in, remembered_by) on public.portraits to authenticated;
create policy portraits_insert_own on public.portraits for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
grant update (picture_path, born_on, born_in, remembered_by) on public.portraits to authenticated;
create policy portraits_update_own on public.portraits for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
grant delete on public.portraits to authenticated;
create policy portraits_delete_own on public.portraits for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.portraits to service_role;
