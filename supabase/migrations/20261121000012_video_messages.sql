-- Messages: videos and letters, for all designees or for one, visible when the memorial opens or from a date on. Both are in
-- one table, so that there is one rule for who reads a message, and when.

create table public.video_messages (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references auth.users (id) on delete cascade,
  title text not null default 'Untitled Video' check (char_length(title) between 1 and 120),
  -- Of a video.
  storage_path text unique check (
    char_length(storage_path) <= 500 and starts_with(storage_path, user_id::text || '/')),
  -- Of a letter. Line ends and tabs are the only control characters that a letter needs.
  body text check (
    char_length(body) <= 20000 and body ~ '[^[:space:]]' and body !~ '[\u0001-\u0008\u000b-\u001f\u007f-\u009f]'),
  for_beneficiary bigint,
  deliver_on date,
  transcript text check (char_length(transcript) <= 20000),
  -- A WebVTT file with at least one cue. What is shown is made from its cues alone: see src/lib/captions.ts.
  captions text check (
    char_length(captions) <= 100000 and captions like E'WEBVTT\n%' and captions like '% --> %'),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint video_messages_one_content check (num_nonnulls(storage_path, body) = 1),
  -- What is said in a video, and when.
  constraint video_messages_words_of_video check (body is null or num_nonnulls(transcript, captions) = 0),
  -- A designee who still has a message cannot be deleted: a null in this column would show the message to all
  -- designees.
  foreign key (for_beneficiary, user_id) references public.designations (id, owner_id)
);
create index video_messages_for_beneficiary on public.video_messages (for_beneficiary, user_id);
create index video_messages_deliver_on on public.video_messages (deliver_on);
alter table public.video_messages enable row level security;
comment on table public.video_messages is 'Videos (storage_path) and letters (body). for_beneficiary null: for everyone. deliver_on null: as soon as the memorial is visible.';

call private.add_plan_part('public.video_messages', $$ 'videos', count(*) $$, p_tabs => '{messages}',
  p_file_title => $$ case when private.message_reaches(
    for_beneficiary, deliver_on, array(select private.my_designation_ids()), now()) then title end $$);
call private.add_file_column('public.video_messages', 'storage_path', 'videos');

-- If a person was revoked or declined and is named again, they get back the messages that were left for them.
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
grant insert (id, user_id, title, storage_path, body, for_beneficiary, deliver_on, transcript, captions),
      update (title, body, for_beneficiary, deliver_on, transcript, captions) on public.video_messages to authenticated;
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

-- ---- told on its day --------------------------------------------------------------------------------------------
-- The messages whose day comes after the release, and who may read each of them from that day on. What can be read at the
-- release is told by the email about the release.
create view private.later_messages as
  select v.id, v.user_id as owner_id, p.full_name as owner_name, v.deliver_on, d.beneficiary_user_id as reader_id
    from public.video_messages v
    join public.profiles p on p.user_id = v.user_id
    join private.accepted_designations d on d.owner_id = v.user_id
   where p.release_at <= now() and v.deliver_on > (p.release_at at time zone 'utc')::date
     and private.message_reaches(v.for_beneficiary, null, array[d.id], now());

create table private.messages_told (
  message_id uuid references public.video_messages (id) on delete cascade,
  -- An owner who stopped a release may choose another day, and that is told again.
  deliver_on date,
  told_at timestamptz not null default now(),
  primary key (message_id, deliver_on)
);
alter table private.messages_told enable row level security;
comment on table private.messages_told is 'Messages of whose day their readers were told. Written by housekeeping alone.';

-- Emails the readers of each message on its day. They can read it when the day begins in UTC; the email says "today", so it
-- leaves at 10:00 UTC, when it is that day from Honolulu to Auckland. A day is told up to 30 days late, if this did not run,
-- or if the one person it is for accepted meanwhile.
create function private.tell_of_messages(p_now timestamptz default now()) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_message public.video_messages;
begin
  for v_message in
    select v.* from public.video_messages v
     where v.deliver_on between (p_now at time zone 'utc')::date - 30
                            and ((p_now - interval '10 hours') at time zone 'utc')::date
       and exists (select from private.later_messages l where l.id = v.id)
       and not exists (
         select from private.messages_told t where t.message_id = v.id and t.deliver_on = v.deliver_on)
     order by v.deliver_on
     -- A message may be for hundreds of people.
     limit 10
       for no key update of v skip locked
  loop
    insert into private.messages_told (message_id, deliver_on) values (v_message.id, v_message.deliver_on)
    on conflict do nothing;
    -- Another run told of it a moment ago.
    continue when not found;
    perform private.enqueue_mail('message_due', u.email, jsonb_build_object(
        'recipient', 'designee', 'owner_id', reader.owner_id, 'owner_name', reader.owner_name,
        'message_id', v_message.id, 'reader_id', u.id, 'deliver_on', v_message.deliver_on,
        'is_today', v_message.deliver_on = (p_now at time zone 'utc')::date),
        -- Several for one day are one email.
        p_about => v_message.deliver_on::text)
      -- A person who was named twice is one reader.
      from (select distinct l.owner_id, l.owner_name, l.reader_id from private.later_messages l
             where l.id = v_message.id) reader
      join auth.users u on u.id = reader.reader_id;
  end loop;
end $$;

-- What the caller is told on screens about the messages of released plans. Of one whose day has not come, only that it
-- waits.
create function private.message_notices()
  returns table (owner_id uuid, came_on date, waits boolean, reaching_no_one text[])
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
begin
  return query
  select released.owner_id, mine.came_on, coalesce(mine.waits, false), lost.names
    from private.released_owners() released (owner_id)
    cross join lateral (
      select max(l.deliver_on) filter (where come.has_come and not exists (
               select from public.access_events e
                where e.owner_id = l.owner_id and e.actor_id = l.reader_id
                  -- One that was opened on an earlier day, before a stop, is new again on the day chosen after it.
                  and e.created_at >= l.deliver_on::timestamp at time zone 'utc'
                  and e.detail ->> 'item_id' = l.id::text)) as came_on,
             bool_or(not come.has_come) as waits
        from private.later_messages l
        cross join lateral private.message_reaches(null, l.deliver_on, '{}', now()) come (has_come)
       where l.owner_id = released.owner_id and l.reader_id = auth.uid()) mine
    cross join lateral (
      -- In a frozen plan an invitation that ended with an account stays as it is; see private.unbind_designations.
      select coalesce(array_agg(distinct d.person_name order by d.person_name), '{}') as names
        from public.video_messages v
        join public.designations d on d.id = v.for_beneficiary
        left join private.kept_invitations k on k.designation_id = d.id and k.user_id is null
       where v.user_id = released.owner_id
         and (d.revoked_at is not null or d.declined_at is not null or k.designation_id is not null)
         and released.owner_id in (select private.released_owners_as_executor())) lost
   where mine.came_on is not null or mine.waits or lost.names <> '{}';
end $$;

create function public.message_notices()
  returns table (owner_id uuid, came_on date, waits boolean, reaching_no_one text[])
  language sql stable security invoker set search_path = '' as $$ select * from private.message_notices() $$;
grant execute on function private.message_notices(), public.message_notices() to authenticated;
comment on function public.message_notices() is
  'For each released plan that the caller reads, what there is to say about messages whose day comes after the release: the last day of those that came and the caller has not opened (came_on), whether one waits for a later day, and, to an executor, for whom there are messages that no one can read any more (reaching_no_one).';
