-- The three private buckets, and who may upload, open and remove which file. There is no policy for update, because
-- files are never overwritten.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('videos', 'videos', false, 524288000, '{video/mp4,video/webm,video/quicktime}'),
  ('documents', 'documents', false, 26214400,
   '{application/pdf,image/png,image/jpeg,image/webp,image/heic}'),
  -- Neither SVG nor image/*, because SVG can carry scripts.
  ('death-certificates', 'death-certificates', false, 26214400,
   '{application/pdf,image/png,image/jpeg,image/webp,image/heic}')
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit,
      allowed_mime_types = excluded.allowed_mime_types;

-- Limits the files in the caller's own folder: room for one file per row, and for files that wait for their removal.
create function private.i_may_store_more(p_bucket_id text) returns boolean
  language sql stable security definer set search_path = '' as $$
  -- '0' is the character after '/', in the collation of the index on (bucket_id, name).
  select count(*) < 6000 from storage.objects o
   where o.bucket_id = p_bucket_id
     and o.name collate "C" > (select auth.uid())::text || '/'
     and o.name collate "C" < (select auth.uid())::text || '0'
$$;
grant execute on function private.i_may_store_more(text) to authenticated;

create policy heartwood_objects_insert on storage.objects for insert to authenticated
  with check (
    (bucket_id in ('videos', 'documents')
      and (storage.foldername(name))[1] = (select auth.uid())::text
      and (select private.i_may_plan())
      and private.i_may_store_more(bucket_id))
    or (bucket_id = 'death-certificates'
      and (storage.foldername(name))[1] in (select private.certificate_upload_folders())));

-- A designee may open a file if they may read the row that names it: the row's own policy decides, because this runs
-- with the caller's rights. The folder must belong to the row's owner, so that a row cannot open another owner's file.
-- A new table with files adds its line here. In a function, because its plans are kept: Storage plans each request anew.
create function private.i_may_read_row_of(p_bucket_id text, p_path text) returns boolean
  language plpgsql stable security invoker set search_path = '' as $$
begin
  if p_bucket_id = 'videos' then
    return exists (select from public.video_messages v
                    where v.storage_path = p_path and starts_with(p_path, v.user_id::text || '/'));
  end if;
  return p_bucket_id = 'documents' and (
    exists (select from public.estate_documents e
             where e.file_path = p_path and starts_with(p_path, e.user_id::text || '/'))
    or exists (select from public.insurance_policies i
                where i.document_path = p_path and starts_with(p_path, i.user_id::text || '/')));
end $$;
grant execute on function private.i_may_read_row_of(text, text) to authenticated;

-- Every file is in the folder of an owner: the caller, or a person who named the caller.
create policy heartwood_objects_select on storage.objects for select to authenticated
  using (
    (bucket_id in ('videos', 'documents', 'death-certificates') and starts_with(name, (select auth.uid()::text || '/')))
    or ((storage.foldername(name))[1] in (select owner_id::text from private.designated_owners() owner_id)
      and (bucket_id = 'death-certificates' or private.i_may_read_row_of(bucket_id, name))));

create policy heartwood_objects_delete on storage.objects for delete to authenticated
  using (
    bucket_id in ('videos', 'documents')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and not (select private.my_plan_is_frozen()));

-- ---- a person's files ----------------------------------------------------------------------------------------
-- Everything in a person's own folders. Bucket by bucket, because only then the index on (bucket_id, name) leads to the
-- folder; '0' is the character after '/', in that index's collation.
create function private.files_of(p_user_id uuid) returns setof storage.objects
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_bucket_id text;
begin
  foreach v_bucket_id in array array['videos', 'documents', 'death-certificates'] loop
    return query
      select o.* from storage.objects o
       where o.bucket_id = v_bucket_id
         and o.name collate "C" > p_user_id::text || '/' and o.name collate "C" < p_user_id::text || '0';
  end loop;
end $$;

-- For the export: storage.list() would apply the policy to every file of a bucket.
create function private.stored_files()
  returns table (id uuid, bucket_id text, path text, size bigint, stored_at timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select o.id, o.bucket_id, o.name, (o.metadata ->> 'size')::bigint, o.created_at from private.files_of(auth.uid()) o;
end $$;

create function public.stored_files()
  returns table (id uuid, bucket_id text, path text, size bigint, stored_at timestamptz)
  language sql stable security invoker set search_path = '' as $$ select * from private.stored_files() $$;
grant execute on function private.stored_files(), public.stored_files() to authenticated;
comment on function public.stored_files() is 'All files in the caller''s own folders.';
