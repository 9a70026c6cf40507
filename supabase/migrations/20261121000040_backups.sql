-- Whether the project is backed up, for admin.health. The backups themselves are elsewhere: deploy/backup makes them.

create table private.backups (
  singleton boolean primary key default true check (singleton),
  -- From when on someone has to see that there is none.
  watched_since timestamptz not null default now(),
  ended_at timestamptz,
  -- When the last one ended that had every file whole, or whose faults had been accepted.
  good_at timestamptz,
  damaged integer not null default 0 check (damaged >= 0),
  missing integer not null default 0 check (missing >= 0),
  -- How many damaged or missing files an administrator knows of.
  accepted integer not null default 0 check (accepted >= 0),
  -- When the backup was made that this project was restored from. The same one may add files that were missing.
  restored_from timestamptz
);
alter table private.backups enable row level security;
comment on table private.backups is 'One row: the last backup of this project, and the one that it was restored from.';
insert into private.backups default values;

create function admin.note_backup(damaged integer default 0, missing integer default 0) returns void
  language sql security definer set search_path = '' as $$
  update private.backups b
     set ended_at = now(), damaged = note_backup.damaged, missing = note_backup.missing,
         accepted = least(b.accepted, note_backup.damaged + note_backup.missing),
         good_at = case when note_backup.damaged + note_backup.missing <= b.accepted then now() else b.good_at end
   where b.singleton
$$;
comment on function admin.note_backup(integer, integer) is 'Notes that a backup of database and files was made, and how many of its files are damaged or missing.';

create function admin.accept_damaged_files() returns void
  language sql security definer set search_path = '' as $$
  update private.backups b set accepted = b.damaged + b.missing, good_at = b.ended_at where b.singleton
$$;
comment on function admin.accept_damaged_files() is 'For files that no one can mend any more: admin.health is well again, until more are damaged or missing.';

-- For private.health_lines. A project without people has nothing to lose.
create function private.backup_health() returns table (line text, well boolean, state text)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select 'backup',
           case when b.ended_at is null
                then b.watched_since > now() - interval '7 days' or not exists (select from public.profiles)
                else coalesce(b.good_at > now() - interval '2 days', false) and b.damaged + b.missing <= b.accepted end,
           case when b.ended_at is null then 'none was ever made'
                else format('last good one %s', coalesce(private.utc_minute(b.good_at), 'never'))
                  || case when b.damaged + b.missing = 0 then ''
                          else format('; in that of %s, %s files damaged, %s missing, %s accepted',
                                      private.utc_minute(b.ended_at), b.damaged, b.missing, b.accepted) end
           end
      from private.backups b;
end $$;
