-- The funeral wishes and the music: one row per owner.

create type public.disposition_type as enum ('burial', 'cremation', 'donation', 'other');
create type public.service_type as enum ('traditional', 'memorial', 'celebration', 'none', 'other');

-- Whether anyone may imitate the owner's voice or face after the death.
create type public.likeness_wish as enum ('no', 'family', 'yes');

create table public.funeral_plan (
  user_id uuid primary key references auth.users (id) on delete cascade,
  disposition public.disposition_type,
  funeral_home text check (char_length(funeral_home) <= 200),
  service_type public.service_type,
  venue text check (char_length(venue) <= 200),
  officiant text check (char_length(officiant) <= 200),
  personal_requests text check (char_length(personal_requests) <= 5000),
  obituary text check (char_length(obituary) <= 20000),
  likeness public.likeness_wish,
  music_playlist_provider text check (char_length(music_playlist_provider) between 1 and 60),
  -- Relatives will open this link, so only https is allowed.
  music_playlist_ref text check (char_length(music_playlist_ref) <= 500 and music_playlist_ref ~ '^https://[^[:space:][:cntrl:]]+$'),
  completed_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.funeral_plan enable row level security;
comment on table public.funeral_plan is 'Funeral wishes. An empty field is not decided; a draft while completed_at is empty.';

call private.add_plan_part('public.funeral_plan', $$
    'funeral_plan_saved', count(*) filter (where completed_at is not null or num_nonnulls(
      disposition, funeral_home, service_type, venue, officiant, personal_requests, obituary, likeness) > 0) > 0,
    'music_chosen', count(music_playlist_ref) > 0 $$,
  p_tabs => '{funeral, music}', p_max_rows => null, p_choice => 'funeral', p_opens_early => 'died');

-- A device's clock may be wrong, so a completion in the future is set to now.
create function private.cap_completed_at() returns trigger
  language plpgsql set search_path = '' as $$
begin
  new.completed_at := least(new.completed_at, now());
  return new;
end $$;

create trigger funeral_plan_cap_completed_at before insert or update of completed_at on public.funeral_plan
  for each row when (new.completed_at is not null) execute function private.cap_completed_at();

grant select on public.funeral_plan to authenticated;
create policy funeral_plan_select_concerned on public.funeral_plan for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.owners_of_part('funeral'))));
grant insert (user_id, disposition, funeral_home, service_type, venue, officiant, personal_requests, obituary, likeness,
              music_playlist_provider, music_playlist_ref, completed_at)
  on public.funeral_plan to authenticated;
create policy funeral_plan_insert_own on public.funeral_plan for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
-- user_id is included because an upsert names it; the policy prevents a change.
grant update (user_id, disposition, funeral_home, service_type, venue, officiant, personal_requests, obituary, likeness,
              music_playlist_provider, music_playlist_ref, completed_at)
  on public.funeral_plan to authenticated;
create policy funeral_plan_update_own on public.funeral_plan for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
grant delete on public.funeral_plan to authenticated;
create policy funeral_plan_delete_own on public.funeral_plan for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
grant select, insert, update, delete on public.funeral_plan to service_role;
