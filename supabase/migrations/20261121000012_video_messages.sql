-- Video messages: for all designees or for one, visible when the memorial opens or from a date on.

create table public.video_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null default 'Untitled Video' check (char_length(title) between 1 and 120),
  storage_path text not null unique check (
    char_length(storage_path) <= 500 and starts_with(storage_path, user_id::text || '/')),
  for_beneficiary bigint,
  deliver_on date,
  transcript text check (char_length(transcript) <= 20000),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A designee who still has a message cannot be deleted: a null in this column would show the message to all
  -- designees.
  foreign key (for_beneficiary, user_id) references public.designations (id, owner_id)
);
create index video_messages_for_beneficiary on public.video_messages (for_beneficiary, user_id);
alter table public.video_messages enable row level security;
comment on table public.video_messages is 'for_beneficiary null: for everyone. deliver_on null: as soon as the memorial is visible.';

call private.add_plan_part('public.video_messages', $$ 'videos', count(*) $$, p_tabs => '{messages}',
  p_file_title => $$ case when private.message_reaches(
    for_beneficiary, deliver_on, array(select private.my_designation_ids()), now()) then title end $$);
call private.add_file_column('public.video_messages', 'storage_path', 'videos');

-- If a person was revoked or declined and is named again, they get back the messages that were recorded for them.
create function private.readdress_messages() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.video_messages v set for_beneficiary = new.id
    from public.designations d
   where d.owner_id = new.owner_id and d.person_email = new.person_email and v.for_beneficiary = d.id;
  return null;
end $$;

create trigger designations_readdress_messages after insert on public.designations
  for each row execute function private.readdress_messages();

grant select, delete on public.video_messages to authenticated;
grant insert (id, user_id, title, storage_path, for_beneficiary, deliver_on, transcript),
      update (title, for_beneficiary, deliver_on, transcript) on public.video_messages to authenticated;
grant select, insert, update, delete on public.video_messages to service_role;

-- Whether a message is for one of these designations, and its date has come. Written with RETURN, which resolves its
-- names at creation: it needs no search path, so Postgres inlines it and it costs nothing per row.
create function private.message_reaches(
  p_for_beneficiary bigint, p_deliver_on date, p_designation_ids bigint[], p_now timestamptz) returns boolean
  language sql immutable
  return (p_for_beneficiary is null or p_for_beneficiary = any (p_designation_ids))
     and (p_deliver_on is null or p_deliver_on <= (p_now at time zone 'utc')::date);
grant execute on function private.message_reaches(bigint, date, bigint[], timestamptz) to authenticated;

create policy video_messages_select_concerned on public.video_messages for select to authenticated
  using (
    user_id = (select auth.uid())
    or (user_id = any (array(select private.viewable_owners()))
        and private.message_reaches(
          for_beneficiary, deliver_on, (select array(select private.my_designation_ids())), (select now()))));
create policy video_messages_insert_own on public.video_messages for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.i_may_plan()));
create policy video_messages_update_own on public.video_messages for update to authenticated
  using (user_id = (select auth.uid()) and (select private.i_may_plan()))
  with check (user_id = (select auth.uid()));
create policy video_messages_delete_own on public.video_messages for delete to authenticated
  using (user_id = (select auth.uid()) and not (select private.my_plan_is_frozen()));
