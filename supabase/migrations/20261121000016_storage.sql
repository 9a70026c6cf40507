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

-- A designee may open a file if they may read the row that names it: the row's own policy decides. The folder must
-- belong to the row's owner, so that a row cannot open another owner's file. A new table with files adds its line here.
create policy heartwood_objects_select on storage.objects for select to authenticated
  using (
    (bucket_id in ('videos', 'documents') and (storage.foldername(name))[1] = (select auth.uid())::text)
    or (bucket_id = 'videos' and exists (
      select from public.video_messages v
       where v.storage_path = objects.name and v.user_id::text = (storage.foldername(objects.name))[1]))
    or (bucket_id = 'documents' and exists (
      select from public.estate_documents e
       where e.file_path = objects.name and e.user_id::text = (storage.foldername(objects.name))[1]))
    or (bucket_id = 'documents' and exists (
      select from public.insurance_policies i
       where i.document_path = objects.name and i.user_id::text = (storage.foldername(objects.name))[1]))
    or (bucket_id = 'death-certificates' and (storage.foldername(name))[1] in (
      select (select auth.uid())::text union all select owner_id::text from private.designated_owners() owner_id)));

create policy heartwood_objects_delete on storage.objects for delete to authenticated
  using (
    bucket_id in ('videos', 'documents')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and not (select private.my_plan_is_frozen())
    -- Files whose rows were removed soon after a stop must still be there when the rows are brought back.
    and not (select private.i_stopped_lately()));
