-- Files whose row is gone. Storage can only be emptied through its API, so `housekeeping` works this list off.

create table private.file_removals (
  id bigint generated always as identity primary key,
  bucket_id text not null,
  path text not null,
  queued_at timestamptz not null default now(),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  last_error text,
  unique (bucket_id, path)
);
create index file_removals_due on private.file_removals (next_attempt_at);
alter table private.file_removals enable row level security;
comment on table private.file_removals is 'Files to remove from storage.';

-- For tables with a path column: tg_argv[0] is the bucket, tg_argv[1] the column.
create function private.queue_file_removal() returns trigger
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_old text := to_jsonb(old) ->> tg_argv[1];
  v_new text := case when tg_op = 'UPDATE' then to_jsonb(new) ->> tg_argv[1] end;
begin
  if v_old is not null and v_old is distinct from v_new then
    insert into private.file_removals (bucket_id, path) values (tg_argv[0], v_old) on conflict do nothing;
  end if;
  return null;
end $$;
revoke execute on function private.queue_file_removal() from public;
