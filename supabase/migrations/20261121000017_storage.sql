-- The five private buckets, and who may upload, open and remove which file. There is no policy for update, because
-- files are never overwritten.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('videos', 'videos', false, 524288000, '{video/mp4,video/webm,video/quicktime}'),
  ('documents', 'documents', false, 26214400,
   '{application/pdf,image/png,image/jpeg,image/webp,image/heic}'),
  -- Neither SVG nor image/*, because SVG can carry scripts.
  ('death-certificates', 'death-certificates', false, 26214400,
   '{application/pdf,image/png,image/jpeg,image/webp,image/heic}'),
  -- Small pictures that the browser made from photos, without what a camera writes into its files.
  ('pictures', 'pictures', false, 1048576, '{image/jpeg}'),
  -- The same, left by the people whom the owner named.
  ('memories', 'memories', false, 1048576, '{image/jpeg}')
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit,
      allowed_mime_types = excluded.allowed_mime_types;

-- ---- uploads ------------------------------------------------------------------------------------------------
-- Storage asks the policy when an upload begins, or when an address to upload to is signed. It writes the row when all
-- bytes have come, up to hours later, with a role that no policy applies to. So the rules are in triggers, which run
-- both times, and the policy only makes sure that the file is the caller's. Storage passes on the message of an error
-- 42501, and no other, so these errors name their own code in the message.

-- Whether a person may upload into a folder now: the owner of the plan while it takes changes, a certificate the people
-- who may submit one, and a memory the people who read the plan after its release.
create function private.may_upload(p_user_id uuid, p_bucket_id text, p_folder text) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return case when p_bucket_id = 'death-certificates' then exists (
                select from public.profiles p
                 where p.user_id in (
                         select p_user_id
                         union all
                         select d.owner_id from private.accepted_designations d where d.beneficiary_user_id = p_user_id)
                   and p.user_id::text = p_folder and p.death_review in ('none', 'rejected'))
              when p_bucket_id = 'memories'
                then p_folder in (select o::text from private.released_to(p_user_id) o)
              else p_folder = p_user_id::text and private.may_plan(p_user_id) end;
end $$;

-- Whether a stored file has a type and a size that its bucket takes. A copy from another bucket may have others.
create function private.fits_bucket(p_bucket_id text, p_metadata jsonb) returns boolean
  language sql stable security definer set search_path = '' as $$
  select exists (select from storage.buckets b
                  where b.id = p_bucket_id and p_metadata ->> 'mimetype' = any (b.allowed_mime_types)
                    and (p_metadata ->> 'size')::numeric between 1 and b.file_size_limit)
$$;

-- How many bytes a person's own files may take up: 2 GB in the free trial, 25 GB with a membership, or where none is
-- charged for. Certificates and memories do not count, because other people upload them.
create function private.file_room(p_user_id uuid) returns bigint
  language sql stable security definer set search_path = '' as $$
  select case when private.billing_enabled() and not exists (
                select from public.subscriptions s where s.user_id = p_user_id and (s.lifetime or s.plan is not null))
              then 2 else 25 end * (1024 ^ 3)::bigint
$$;

-- Everything in a person's own folders. Bucket by bucket, because only then the index on (bucket_id, name) leads to the
-- folder; '0' is the character after '/', in that index's collation.
create function private.files_of(p_user_id uuid) returns setof storage.objects
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_bucket_id text;
begin
  foreach v_bucket_id in array array['videos', 'documents', 'death-certificates', 'pictures', 'memories'] loop
    return query
      select o.* from storage.objects o
       where o.bucket_id = v_bucket_id
         and o.name collate "C" > p_user_id::text || '/' and o.name collate "C" < p_user_id::text || '0';
  end loop;
end $$;

-- How many of them count for the limits, and how large they are, besides one that is being written.
create function private.file_use(p_user_id uuid, p_besides text default null)
  returns table (files bigint, bytes bigint) language sql stable security definer set search_path = '' as $$
  select count(*), coalesce(sum((o.metadata ->> 'size')::bigint), 0)::bigint
    from private.files_of(p_user_id) o
   where o.bucket_id not in ('death-certificates', 'memories') and o.name is distinct from p_besides
$$;

-- Uploads into a folder, and the deletion of its owner's account, wait for each other: so a limit holds for several
-- uploads at once, and no file stays behind.
create function private.lock_folder(p_folder text) returns void
  language sql security definer set search_path = ''
  as $$ select pg_advisory_xact_lock(hashtextextended('heartwood.folder ' || p_folder, 0)) $$;

create function private.check_upload() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_uploader uuid := new.owner_id;
  v_folder text := (storage.foldername(new.name))[1];
  v_stored record;
  v_room bigint;
begin
  -- Before the folder, as a deletion of the account does: the start of the trial needs it, too.
  perform from auth.users u where u.id = v_uploader for key share;
  perform private.lock_folder(v_folder);
  if not coalesce(private.may_upload(v_uploader, new.bucket_id, v_folder), false)
     or (new.bucket_id = 'documents' and (storage.foldername(new.name))[2] = 'health'
         and not private.may_upload_about_health(v_uploader))
     -- The size is known when all bytes have come; until then there is only what the client announced.
     or (new.metadata ? 'size' and not private.fits_bucket(new.bucket_id, new.metadata)) then
    raise exception 'this file may not be uploaded' using errcode = '42501';
  end if;
  if new.bucket_id = 'death-certificates' then
    -- A person may have 20 files in a folder that were not submitted. Other people's files do not count, because
    -- otherwise one person could fill the folder and block all certificates.
    if (select count(*) from storage.objects o
         where o.bucket_id = new.bucket_id and o.owner_id = new.owner_id and o.name <> new.name
           and o.name collate "C" > v_folder || '/' and o.name collate "C" < v_folder || '0'
           and not exists (select from private.certificate_submissions s where s.path = o.name)) >= 20 then
      raise exception 'too many certificates that were not submitted' using errcode = '42501';
    end if;
    return new;
  end if;
  if new.bucket_id = 'memories' then
    -- A picture for each memory that a person may leave, and some that wait for their removal.
    if (storage.foldername(new.name))[2] is distinct from new.owner_id or (
         select count(*) from storage.objects o
          where o.bucket_id = new.bucket_id and o.name <> new.name
            and o.name collate "C" > v_folder || '/' || new.owner_id || '/'
            and o.name collate "C" < v_folder || '/' || new.owner_id || '0') >= 120 then
      raise exception 'this file may not be uploaded' using errcode = '42501';
    end if;
    return new;
  end if;
  select * into v_stored from private.file_use(v_uploader, new.name);
  v_room := private.file_room(v_uploader);
  -- 10,000 files: one for each row that a plan may hold, and some that wait for their removal.
  if v_stored.files >= 10000
     or v_stored.bytes + coalesce(new.metadata ->> 'size', new.metadata ->> 'contentLength', '0')::numeric > v_room then
    raise exception 'HW041 %: the files of this plan have no more room', v_room using errcode = '42501';
  end if;
  -- Otherwise an invited person who adds no row could store files without end.
  perform private.start_trial(v_uploader);
  return new;
end $$;

-- A file without an uploader was stored with the secret key.
create trigger heartwood_check_upload before insert on storage.objects
  for each row when (new.bucket_id in ('videos', 'documents', 'death-certificates', 'pictures', 'memories') and new.owner_id is not null)
  execute function private.check_upload();

-- A stored file is evidence, or part of a plan: no one replaces, renames or moves it, Storage's own role included, which
-- would do so at the end of an upload. Storage answers a unique_violation with "exists already".
create function private.refuse_replacement() returns trigger
  language plpgsql set search_path = '' as $$
begin
  raise exception 'a stored file is never replaced' using errcode = '23505';
end $$;

create trigger heartwood_refuse_replacement before update on storage.objects for each row when (
    (old.bucket_id in ('videos', 'documents', 'death-certificates', 'pictures', 'memories')
      or new.bucket_id in ('videos', 'documents', 'death-certificates', 'pictures', 'memories'))
    and (old.bucket_id, old.name, old.version, old.owner_id,
         old.metadata -> 'eTag', old.metadata -> 'size', old.metadata -> 'mimetype')
      is distinct from (new.bucket_id, new.name, new.version, new.owner_id,
         new.metadata -> 'eTag', new.metadata -> 'size', new.metadata -> 'mimetype'))
  execute function private.refuse_replacement();

create policy heartwood_objects_insert on storage.objects for insert to authenticated
  with check (bucket_id in ('videos', 'documents', 'death-certificates', 'pictures', 'memories') and owner_id = (select auth.uid())::text);

-- ---- how much room is left, for the settings ------------------------------------------------------------------
create function private.my_file_room() returns table (used_bytes bigint, room_bytes bigint)
  language sql stable security definer set search_path = '' as $$
  select f.bytes, private.file_room((select auth.uid())) from private.file_use((select auth.uid())) f
$$;

create function public.my_file_room() returns table (used_bytes bigint, room_bytes bigint)
  language sql stable security invoker set search_path = '' as $$ select * from private.my_file_room() $$;
grant execute on function private.my_file_room(), public.my_file_room() to authenticated;
comment on function public.my_file_room() is 'The bytes that the caller''s files take up, and how many they may.';

-- ---- reading and deleting -------------------------------------------------------------------------------------
-- A designee may open a file if they may read the row that names it: the row's own policy decides, because this runs
-- with the caller's rights. The folder must belong to the row's owner, so that a row cannot open another owner's file.
-- A new table with files adds its line here. In a function, because its plans are kept: Storage plans each request again.
create function private.i_may_read_row_of(p_bucket_id text, p_path text) returns boolean
  language plpgsql stable security invoker set search_path = '' as $$
begin
  if p_bucket_id = 'videos' then
    return exists (select from public.video_messages v
                    where v.storage_path = p_path and starts_with(p_path, v.user_id::text || '/'));
  end if;
  if p_bucket_id = 'pictures' then
    return exists (select from public.portraits t
                    where t.picture_path = p_path and starts_with(p_path, t.user_id::text || '/'));
  end if;
  if p_bucket_id = 'memories' then
    return exists (select from public.memories m
                    where m.picture_path = p_path and starts_with(p_path, m.owner_id::text || '/'));
  end if;
  return p_bucket_id = 'documents' and (
    exists (select from public.estate_documents e
             where e.file_path = p_path and starts_with(p_path, e.user_id::text || '/'))
    or exists (select from public.insurance_policies i
                where i.document_path = p_path and starts_with(p_path, i.user_id::text || '/'))
    or exists (select from public.health_papers h
                where h.file_path = p_path and starts_with(p_path, h.user_id::text || '/')));
end $$;
grant execute on function private.i_may_read_row_of(text, text) to authenticated;

-- Every file is in the folder of an owner: the caller, or a person who named the caller.
create policy heartwood_objects_select on storage.objects for select to authenticated
  using (
    (bucket_id in ('videos', 'documents', 'death-certificates', 'pictures', 'memories') and starts_with(name, (select auth.uid()::text || '/')))
    or ((storage.foldername(name))[1] in (select owner_id::text from private.designated_owners() owner_id)
      and (bucket_id = 'death-certificates' or private.i_may_read_row_of(bucket_id, name))));

create policy heartwood_objects_delete on storage.objects for delete to authenticated
  using (
    bucket_id in ('videos', 'documents', 'pictures')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and not (select private.my_plan_is_frozen())
    -- Files whose rows are kept must still be there when the rows are brought back.
    and not (select private.my_removals_are_kept()));

-- ---- all files, for the export ------------------------------------------------------------------------------
-- For the export: storage.list() would apply the policy to every file of a bucket.
create function private.stored_files()
  returns table (id uuid, bucket_id text, path text, size bigint, stored_at timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select o.id, o.bucket_id, o.name, (o.metadata ->> 'size')::bigint, o.created_at from private.files_of(auth.uid()) o;
end $$;

-- What a designee may read of an owner's files. With the caller's rights: the policy is asked for this folder alone.
create function private.readable_files(p_owner_id uuid)
  returns table (id uuid, bucket_id text, path text, size bigint, stored_at timestamptz)
  language plpgsql stable security invoker set search_path = '' as $$
declare
  v_bucket_id text;
begin
  foreach v_bucket_id in array array['videos', 'documents', 'death-certificates', 'pictures', 'memories'] loop
    return query
      select o.id, o.bucket_id, o.name, (o.metadata ->> 'size')::bigint, o.created_at from storage.objects o
       where o.bucket_id = v_bucket_id
         and o.name collate "C" > p_owner_id::text || '/' and o.name collate "C" < p_owner_id::text || '0';
  end loop;
end $$;

create function public.stored_files(owner_id uuid)
  returns table (id uuid, bucket_id text, path text, size bigint, stored_at timestamptz)
  language plpgsql stable security invoker set search_path = '' as $$
begin
  if owner_id = auth.uid() then
    return query select * from private.stored_files();
  else
    return query select * from private.readable_files(owner_id);
  end if;
end $$;
grant execute on function private.stored_files(), private.readable_files(uuid), public.stored_files(uuid) to authenticated;
comment on function public.stored_files(uuid) is 'The files in an owner''s folders that the caller may read; all of them in the caller''s own.';
