-- Memories: a few words or a photo that the people whom an owner named leave after the death, for each other, and guests of
-- the service for them. They are no part of the plan, which is frozen by then, and depend neither on the owner nor on payment.

create table public.memories (
  -- Made by the client, so that a repeated request finds it taken.
  id uuid primary key,
  owner_id uuid not null references auth.users (id) on delete cascade,
  -- Columns with a default here are filled in by the trigger, whatever a client sends.
  author_id uuid references auth.users (id) on delete set null,
  -- Who left it instead, without an account.
  guest_id uuid references public.service_guests (id) on delete set null,
  -- Under the name that the owner gave them; it stays when the author deletes their account.
  author_name text not null default '',
  words text check (char_length(words) <= 3000 and words ~ '[^[:space:]]'),
  picture_path text unique check (
    char_length(picture_path) <= 500 and
    starts_with(picture_path, owner_id::text || '/' || coalesce(author_id, guest_id)::text || '/')),
  is_hidden boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint memories_say_something check (words is not null or picture_path is not null),
  constraint memories_are_of_one check (author_id is null or guest_id is null)
);
create index memories_owner on public.memories (owner_id, created_at desc);
create index memories_author on public.memories (author_id, owner_id);
create index memories_guest on public.memories (guest_id);
alter table public.memories enable row level security;
comment on table public.memories is 'What designees and guests of the service remember of an owner who died. Its author may take one back; an executor may hide one.';
comment on column public.memories.is_hidden is 'Hidden by an executor: only executors, the author and the owner see it.';

create trigger memories_set_updated_at before update on public.memories
  for each row execute function private.set_updated_at();
call private.add_file_column('public.memories', 'picture_path', 'memories');

-- Fills in what clients must not choose. The policy then decides on the completed row.
create function private.complete_memory() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.author_id := (select auth.uid());
  select d.person_name into new.author_name from private.accepted_designations d
   where d.owner_id = new.owner_id and d.beneficiary_user_id = new.author_id
   order by d.id desc limit 1;
  if new.author_name is null then
    -- The policy refuses the row.
    new.author_name := '';
    return new;
  end if;
  -- One at a time for each author, so that the limit holds for several requests at once.
  perform pg_advisory_xact_lock(hashtextextended(format('heartwood.memories %s %s', new.owner_id, new.author_id), 0));
  if (select count(*) >= 100 from public.memories m
       where m.author_id = new.author_id and m.owner_id = new.owner_id) then
    raise exception 'the list is full' using errcode = 'HW040', detail = '100';
  end if;
  return new;
end $$;

-- Of a guest's, leave_guest_memory fills in all.
create trigger memories_complete before insert on public.memories
  for each row when (new.guest_id is null) execute function private.complete_memory();

-- The history says that, and not what: the words are the family's.
create function private.report_memory() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_memory public.memories := case when tg_op = 'DELETE' then old else new end;
  v_detail jsonb := jsonb_build_object('name', v_memory.author_name);
begin
  -- A guest has no account by which the history could name them.
  if current_setting('heartwood.guest', true) = v_memory.guest_id::text then
    perform private.log_event(
      v_memory.owner_id, case tg_op when 'DELETE' then 'guest_memory_removed' else 'guest_memory_left' end, v_detail, true);
    return null;
  end if;
  -- Taking back is never refused. It ends by itself, because leaving is limited.
  case tg_op
    when 'DELETE' then perform private.log_event(v_memory.owner_id, 'memory_removed', v_detail);
    when 'INSERT' then perform private.log_repeatable(v_memory.owner_id, 'memory_left', v_detail);
    else perform private.log_repeatable(
           v_memory.owner_id, case when v_memory.is_hidden then 'memory_hidden' else 'memory_shown' end, v_detail);
  end case;
  return null;
end $$;

create trigger memories_report after insert or delete on public.memories
  for each row execute function private.report_memory();
create trigger memories_report_hiding after update of is_hidden on public.memories
  for each row when (new.is_hidden <> old.is_hidden) execute function private.report_memory();

grant select on public.memories to authenticated, service_role;
create policy memories_select_concerned on public.memories for select to authenticated
  using (
    owner_id = (select auth.uid())
    or owner_id = any (array(select private.released_owners_as_executor()))
    or ((not is_hidden or author_id = (select auth.uid())) and owner_id = any (array(select private.released_owners()))));
grant insert (id, owner_id, words, picture_path) on public.memories to authenticated;
create policy memories_insert_designee on public.memories for insert to authenticated
  with check (author_id = (select auth.uid()) and owner_id = any (array(select private.released_owners())));
grant update (is_hidden) on public.memories to authenticated;
create policy memories_update_executor on public.memories for update to authenticated
  using (owner_id = any (array(select private.released_owners_as_executor())))
  with check (owner_id = any (array(select private.released_owners_as_executor())));
grant delete on public.memories to authenticated;
create policy memories_delete_author on public.memories for delete to authenticated
  using (
    (author_id = (select auth.uid()) and owner_id = any (array(select private.released_owners())))
    -- An owner who turns out to be alive. Not while a review goes on: the account may be in other hands then.
    or (owner_id = (select auth.uid()) and not (select private.my_plan_is_frozen())
        and not (select private.my_removals_are_kept())));

-- ---- by a guest of the service, with the link in their mail ----------------------------------------------------
-- Whether a guest's memory may be added now. False when it is there already, so that a repeated request adds no second.
create function private.takes_guest_memory(p_guest public.service_guests, p_memory_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_there public.memories;
begin
  select m.* into v_there from public.memories m where m.id = p_memory_id;
  if found then
    if v_there.guest_id is distinct from p_guest.id then
      raise exception 'this memory is not theirs' using errcode = 'HW006';
    end if;
    return false;
  end if;
  if not exists (select from public.services s where s.owner_id = p_guest.owner_id and s.takes_memories) then
    raise exception 'guests leave no memories' using errcode = 'HW073';
  end if;
  -- Taking back does not make room without end: otherwise a guest could fill the history, and Storage.
  if p_guest.memories_left >= 30 or (select count(*) from public.memories m where m.guest_id = p_guest.id) >= 10 then
    raise exception 'this guest left enough memories' using errcode = 'HW074';
  end if;
  return true;
end $$;

-- A guest may have a picture for each memory, and some whose memory never came or that wait for their removal.
create function private.guest_folder_is_full(p_folder text) returns boolean
  language sql stable security definer set search_path = '' as $$
  select count(*) >= 40 from storage.objects o
   where o.bucket_id = 'memories'
     and o.name collate "C" > p_folder || '/' and o.name collate "C" < p_folder || '0'
$$;

-- check_upload is for people with an account. Of a guest's pictures several may come at once, after each was let in by
-- guest_memory_folder, so they are counted again under a lock. A restored backup holds other people's pictures too.
create function private.check_guest_upload() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_owner text := (storage.foldername(new.name))[1];
  v_guest text := (storage.foldername(new.name))[2];
  v_folder text := v_owner || '/' || v_guest;
begin
  perform private.lock_folder(v_folder);
  if v_guest ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
     and exists (select from public.service_guests g where g.id = v_guest::uuid and g.owner_id::text = v_owner)
     and private.guest_folder_is_full(v_folder) then
    raise exception 'this guest stored enough pictures' using errcode = '42501';
  end if;
  return new;
end $$;

create trigger heartwood_check_guest_upload before insert on storage.objects
  for each row when (new.bucket_id = 'memories' and new.owner_id is null)
  execute function private.check_guest_upload();

-- The picture of a guest's memory that was refused. It goes unless a memory names it.
create function public.discard_guest_picture(p_guest_id uuid, p_path text) returns void
  language sql security definer set search_path = '' as $$
  insert into private.file_removals (bucket_id, path)
  select 'memories', p_path from public.service_guests g
   where g.id = p_guest_id and starts_with(p_path, g.owner_id::text || '/' || g.id::text || '/')
     and not private.is_file_in_use('memories', p_path)
  on conflict do nothing
$$;
grant execute on function public.discard_guest_picture(uuid, text) to service_role;
comment on function public.discard_guest_picture(uuid, text) is
  'Queues for removal a picture in this guest''s folder that no memory names, at once instead of a day later.';

-- Asked before a picture is stored with the secret key.
create function public.guest_memory_folder(p_guest_id uuid, p_memory_id uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_guest public.service_guests := private.guest_by_link(p_guest_id);
  v_folder text := v_guest.owner_id::text || '/' || v_guest.id::text;
begin
  if not private.takes_guest_memory(v_guest, p_memory_id) then
    return null;
  end if;
  if private.guest_folder_is_full(v_folder) then
    raise exception 'this guest stored enough pictures' using errcode = 'HW074';
  end if;
  return v_folder;
end $$;
comment on function public.guest_memory_folder(uuid, uuid) is
  'The folder in the bucket memories where the picture of a guest''s new memory belongs; null when that memory is there already. HW006: it is another''s, HW064: the link does not work, HW073: guests leave no memories, HW074: this one left enough.';

create function public.leave_guest_memory(p_guest_id uuid, p_memory_id uuid, p_words text, p_picture_path text)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests;
begin
  -- One at a time for each guest, so that the limits hold for several requests at once.
  v_guest := private.lock_guest_by_link(p_guest_id);
  if not private.takes_guest_memory(v_guest, p_memory_id) then
    return;
  end if;
  perform set_config('heartwood.guest', v_guest.id::text, true);
  insert into public.memories (id, owner_id, guest_id, author_name, words, picture_path)
  values (p_memory_id, v_guest.owner_id, v_guest.id, v_guest.name, p_words, p_picture_path);
  update public.service_guests g set memories_left = g.memories_left + 1 where g.id = v_guest.id;
end $$;
comment on function public.leave_guest_memory(uuid, uuid, text, text) is
  'Adds a guest''s memory, once for each id. Refuses as guest_memory_folder does.';

create function public.take_back_guest_memory(p_guest_id uuid, p_memory_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests := private.guest_by_link(p_guest_id);
begin
  perform set_config('heartwood.guest', v_guest.id::text, true);
  delete from public.memories m where m.id = p_memory_id and m.guest_id = v_guest.id;
end $$;
comment on function public.take_back_guest_memory(uuid, uuid) is
  'Removes a memory that this guest left; of any other, nothing happens. HW064: the link does not work.';

grant execute on function public.guest_memory_folder(uuid, uuid), public.leave_guest_memory(uuid, uuid, text, text),
  public.take_back_guest_memory(uuid, uuid) to service_role;
