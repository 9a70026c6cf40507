-- The three private buckets, and who may put, open and remove which file.
-- No policy for update: a file is never overwritten, by anybody.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('videos', 'videos', false, 524288000, '{video/mp4,video/webm,video/quicktime}'),
  ('documents', 'documents', false, 26214400,
   '{application/pdf,image/png,image/jpeg,image/webp,image/heic}'),
  -- No SVG and no image/*: it can carry script.
  ('death-certificates', 'death-certificates', false, 26214400,
   '{application/pdf,image/png,image/jpeg,image/webp,image/heic}')
on conflict (id) do update
  set public = excluded.public, file_size_limit = excluded.file_size_limit,
      allowed_mime_types = excluded.allowed_mime_types;

-- Room in the own folder of a bucket: for every row a file, and for files that wait for their removal.
create function private.i_may_store_more(p_bucket_id text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  -- '0' comes right after '/'. In the collation of the index on (bucket_id, name).
  select count(*) < 6000 from storage.objects o
   where o.bucket_id = p_bucket_id
     and o.name collate "C" > (select auth.uid())::text || '/'
     and o.name collate "C" < (select auth.uid())::text || '0'
$$;
revoke execute on function private.i_may_store_more(text) from public;
grant execute on function private.i_may_store_more(text) to authenticated;

create policy heartwood_objects_insert on storage.objects for insert to authenticated
  with check (
    (bucket_id in ('videos', 'documents')
      and (storage.foldername(name))[1] = (select auth.uid())::text
      and (select private.i_may_plan())
      and private.i_may_store_more(bucket_id))
    or (bucket_id = 'death-certificates'
      and (storage.foldername(name))[1] in (select private.certificate_upload_folders())));

-- A designee may open a file when they may read the row that names it: the row's own policy decides. The folder is
-- tested again, or a row pointing at somebody else's file would open it.
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
    or (bucket_id = 'death-certificates'
      and (storage.foldername(name))[1] in (select private.certificate_folders())));

create policy heartwood_objects_delete on storage.objects for delete to authenticated
  using (
    bucket_id in ('videos', 'documents')
    and (storage.foldername(name))[1] = (select auth.uid())::text
    and not (select private.my_plan_is_frozen()));

-- ---- working off private.file_removals, for the function housekeeping ---------------------------------------
create function private.is_file_in_use(p_bucket_id text, p_path text) returns boolean
  language sql stable security definer set search_path = ''
  as $$
  select case p_bucket_id
    when 'videos' then exists (select from public.video_messages v where v.storage_path = p_path)
    when 'documents' then exists (select from public.estate_documents e where e.file_path = p_path)
                       or exists (select from public.insurance_policies i where i.document_path = p_path)
    when 'death-certificates' then exists (select from private.certificate_submissions s where s.path = p_path)
    else true end
$$;
revoke execute on function private.is_file_in_use(text, text) from public;

-- Queues files that no row ever came to name (a browser closed between upload and insert), once they are a day old.
-- Once an hour, and only what was uploaded since the last look: whatever has had a row is queued when the row goes.
create function private.queue_orphaned_files(p_now timestamptz) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_since timestamptz;
begin
  select s.orphans_checked_until into v_since from private.settings s
   where s.orphans_checked_until < p_now - interval '25 hours' for update skip locked;
  if not found then
    return;
  end if;
  insert into private.file_removals (bucket_id, path)
  select o.bucket_id, o.name from storage.objects o
   where o.created_at > v_since and o.created_at <= p_now - interval '24 hours'
     and o.bucket_id in ('videos', 'documents', 'death-certificates')
     and not private.is_file_in_use(o.bucket_id, o.name)
  on conflict do nothing;
  update private.settings s set orphans_checked_until = p_now - interval '24 hours' where s.singleton;
end $$;
revoke execute on function private.queue_orphaned_files(timestamptz) from public;

create function public.claim_file_removals(p_batch integer) returns table (id bigint, bucket_id text, path text)
  language plpgsql security definer set search_path = ''
  as $$
begin
  perform private.queue_orphaned_files(now());
  -- A file that a row names again meanwhile stays.
  delete from private.file_removals r where private.is_file_in_use(r.bucket_id, r.path);
  return query
    update private.file_removals r
       set attempts = r.attempts + 1,
           next_attempt_at = now() + least(interval '1 minute' * power(2, least(r.attempts, 10)), interval '1 hour')
     where r.id in (
       select due.id from private.file_removals due
        where due.next_attempt_at <= now()
        order by due.next_attempt_at limit p_batch for update skip locked)
    returning r.id, r.bucket_id, r.path;
end $$;
revoke execute on function public.claim_file_removals(integer) from public, anon, authenticated, service_role;
grant execute on function public.claim_file_removals(integer) to service_role;
comment on function public.claim_file_removals(integer) is 'The next files to remove from storage, at most p_batch.';

create function public.settle_file_removal(p_id bigint, p_error text default null) returns void
  language plpgsql security definer set search_path = ''
  as $$
begin
  if p_error is null then
    delete from private.file_removals r where r.id = p_id;
  else
    update private.file_removals r set last_error = left(p_error, 500) where r.id = p_id;
  end if;
end $$;
revoke execute on function public.settle_file_removal(bigint, text) from public, anon, authenticated, service_role;
grant execute on function public.settle_file_removal(bigint, text) to service_role;
comment on function public.settle_file_removal(bigint, text) is 'Notes that a claimed file is gone (p_error null) or why not.';
