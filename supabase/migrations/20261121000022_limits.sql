-- How many rows and files one plan may hold: far more than anybody needs, and an end to filling the disk.

-- For lists of a plan, after each statement; tg_argv[0] is the most rows that one owner may have.
create function private.limit_rows() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_over boolean;
begin
  execute format(
    'select exists (select from (select distinct a.user_id from added a) o
                     where (select count(*) from %I.%I r where r.user_id = o.user_id) > $1)',
    tg_table_schema, tg_table_name) into v_over using tg_argv[0]::integer;
  if v_over then
    raise exception 'a plan holds at most % of these', tg_argv[0] using errcode = 'HW040';
  end if;
  return null;
end $$;
revoke execute on function private.limit_rows() from public;

create trigger insurance_policies_limit_rows after insert on public.insurance_policies
  referencing new table as added for each statement execute function private.limit_rows('2500');
create trigger estate_documents_limit_rows after insert on public.estate_documents
  referencing new table as added for each statement execute function private.limit_rows('2500');

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

alter policy heartwood_objects_insert on storage.objects
  with check (
    (bucket_id in ('videos', 'documents')
      and (storage.foldername(name))[1] = (select auth.uid())::text
      and (select private.i_may_plan())
      and private.i_may_store_more(bucket_id))
    or (bucket_id = 'death-certificates'
      and (storage.foldername(name))[1] in (select private.certificate_upload_folders())));
