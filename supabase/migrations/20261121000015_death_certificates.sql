-- From a certificate to the release of a plan: submission, review, decision, and the owner's stop. The state is stored
-- in public.profiles.

create table private.certificate_submissions (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references auth.users (id) on delete cascade,
  path text not null unique,
  submitted_by uuid references auth.users (id) on delete set null,
  submitted_at timestamptz not null default now(),
  decision public.death_review check (decision in ('approved', 'rejected')),
  decided_at timestamptz,
  -- The owner, if they stopped it; null if the administrator decided.
  stopped_by uuid references auth.users (id) on delete set null,
  note text check (char_length(note) <= 2000),
  -- When the owner and the designees were told that the plan is open.
  released_told_at timestamptz
);
create index certificate_submissions_owner on private.certificate_submissions (owner_id, submitted_at desc);
create index certificate_submissions_untold on private.certificate_submissions (owner_id)
  where decision = 'approved' and released_told_at is null;
create index certificate_submissions_submitted_by on private.certificate_submissions (submitted_by);
create index certificate_submissions_stopped_by on private.certificate_submissions (stopped_by);
alter table private.certificate_submissions enable row level security;
call private.add_file_column('private.certificate_submissions', 'path', 'death-certificates');
comment on table private.certificate_submissions is 'Every certificate ever submitted and what became of it.';

-- Sends the owner and every accepted designee a separate mail.
create function private.mail_owner_and_designees(p_owner_id uuid, p_kind text, p_payload jsonb) returns void
  language sql security definer set search_path = '' as $$
  select private.enqueue_mail(p_kind, people.email,
           jsonb_build_object('recipient', people.recipient, 'owner_id', p_owner_id, 'owner_name', p.full_name,
                              'release_at', p.release_at) || p_payload)
    from public.profiles p
    cross join lateral (
      select u.email, 'owner' as recipient from auth.users u where u.id = p.user_id
      -- "union" without "all": a person who was named twice gets one mail.
      union
      select u.email, 'designee' from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
       where d.owner_id = p.user_id) people
   where p.user_id = p_owner_id
$$;

-- ---- the effects of a change of profiles.death_review ------------------------------------------------------
-- However it is made, by an rpc, by the administrator's function or in the table editor:
--   none, rejected → pending   a certificate was submitted: the last decision no longer counts
--   pending → approved         the owner is deceased, the plan frozen; it opens when the waiting period is over, without
--                              the hold, which a dead owner could not lift
--   pending → rejected         by the administrator: the hold stays as it was; by the owner: it is on again
--   approved → rejected        the owner lives: the plan is theirs again, and closed
-- Every other change is refused. What follows happens in the order written here, in the same transaction.
create function private.change_death_review() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_is_owner boolean := (select auth.uid()) is not distinct from new.user_id;
  v_event text;
  v_detail jsonb := case when new.release_at is null then '{}' else jsonb_build_object('release_at', new.release_at) end;
  v_actor public.access_events;
begin
  if tg_when = 'BEFORE' then
    if new.death_review = 'pending' and old.death_review in ('none', 'rejected') then
      new.death_reviewed_at := null;
    elsif new.death_review = 'approved' and old.death_review = 'pending' then
      new.is_deceased := true;
      new.visibility_hold := false;
      new.hold_lifted_until := null;
      new.death_reviewed_at := now();
      new.release_at := now() + make_interval(days => new.release_wait_days);
    elsif new.death_review = 'rejected' and old.death_review in ('pending', 'approved') then
      new.is_deceased := false;
      new.release_at := null;
      new.death_reviewed_at := now();
      if old.death_review = 'approved' or v_is_owner then
        new.visibility_hold := true;
        new.hold_lifted_until := null;
      end if;
    else
      raise exception 'a review cannot go from % to %', old.death_review, new.death_review using errcode = 'HW030';
    end if;
    return new;
  end if;

  v_event := case
    when new.death_review = 'pending' then 'certificate_submitted'
    when new.death_review = 'approved' then 'certificate_approved'
    when v_is_owner then 'release_stopped'
    else 'certificate_rejected' end;
  if new.death_review <> 'pending' then
    update private.certificate_submissions s
       set decision = new.death_review, decided_at = now(),
           stopped_by = case when v_event = 'release_stopped' then new.user_id end,
           -- Without a waiting period the mail of the approval says that the plan is open.
           released_told_at = case when new.release_at <= now() then now() end
     where s.path = new.death_certificate_path;
  end if;
  v_actor := private.log_event(new.user_id, v_event, v_detail);
  perform private.mail_owner_and_designees(new.user_id, v_event,
    jsonb_build_object('actor_name', v_actor.actor_name, 'actor_role', v_actor.actor_role)
      || case when v_event = 'certificate_rejected' and old.death_review = 'approved' then '{"taken_back": true}'
              else '{}' end::jsonb);
  if new.is_deceased then
    perform private.end_membership(new.user_id);
  elsif old.is_deceased then
    perform private.continue_membership(new.user_id);
  end if;
  return null;
end $$;

create trigger profiles_death_review_before before update of death_review on public.profiles
  for each row when (new.death_review <> old.death_review) execute function private.change_death_review();
create trigger profiles_death_review_after after update of death_review on public.profiles
  for each row when (new.death_review <> old.death_review) execute function private.change_death_review();

-- The end of a waiting period: the plan is already open, this only announces it. Once per release.
create function private.announce_releases() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid;
begin
  for v_owner in
    update private.certificate_submissions s set released_told_at = now()
      from public.profiles p
     where p.user_id = s.owner_id and p.death_certificate_path = s.path and p.death_review = 'approved'
       and s.decision = 'approved' and s.released_told_at is null and p.release_at <= now()
    returning s.owner_id
  loop
    perform private.log_event(v_owner, 'plan_released', '{}', true);
    perform private.mail_owner_and_designees(v_owner, 'plan_released', '{}');
  end loop;
end $$;

-- ---- submission, by the owner or an accepted designee -----------------------------------------------------
create function private.submit_death_certificate(p_owner_id uuid, p_path text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  c_pause constant interval := '1 day';
  v_user uuid := auth.uid();
  v_review public.death_review;
begin
  if v_user is null or (v_user <> p_owner_id and p_owner_id not in (select private.designated_owners())) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  select p.death_review into v_review from public.profiles p where p.user_id = p_owner_id for update;
  if v_review is null or v_review not in ('none', 'rejected') then
    raise exception 'no certificate is wanted now' using errcode = 'HW002';
  end if;
  -- Every submission mails the owner and all designees, so only three a day are accepted for one owner. After the owner
  -- has stopped a release, the person who submitted that certificate has to wait a day.
  if (select count(*) from private.certificate_submissions s
       where s.owner_id = p_owner_id and s.submitted_at > now() - c_pause) >= 3
     or exists (select from private.certificate_submissions s
                 where s.owner_id = p_owner_id and s.submitted_by = v_user and s.stopped_by is not null
                   and s.decided_at > now() - c_pause) then
    raise exception 'too many certificates for this person' using errcode = 'HW007', detail = extract(epoch from c_pause)::integer;
  end if;
  -- The administrator pastes the path into SQL, and Storage allows quotes in names, so only names as the app makes them
  -- are accepted.
  if p_path !~ ('^' || p_owner_id::text || '/[A-Za-z0-9._-]+$')
     or exists (select from private.certificate_submissions s where s.path = p_path)
     -- Housekeeping would remove the file a day after the upload, and the review would have no certificate.
     or exists (select from private.file_removals r where r.bucket_id = 'death-certificates' and r.path = p_path)
     or not exists (select from storage.objects o
                     where o.bucket_id = 'death-certificates' and o.name = p_path and o.owner_id = v_user::text) then
    raise exception 'certificate file not found' using errcode = 'HW003';
  end if;
  insert into private.certificate_submissions (owner_id, path, submitted_by) values (p_owner_id, p_path, v_user);
  update public.profiles p set death_certificate_path = p_path, death_review = 'pending' where p.user_id = p_owner_id;
end $$;

create function public.submit_death_certificate(owner_id uuid, path text) returns void
  language sql security invoker set search_path = '' as $$ select private.submit_death_certificate(owner_id, path) $$;
grant execute on function private.submit_death_certificate(uuid, text), public.submit_death_certificate(uuid, text)
  to authenticated;
comment on function public.submit_death_certificate(uuid, text) is
  'Puts an uploaded certificate before the administrator. HW002: not in this state, HW003: no such file of the caller, HW006: not allowed, HW007: too many today.';

-- For the upload policy: the folders into which the caller may upload a certificate now.
create function private.certificate_upload_folders() returns setof text
  language sql stable security definer set search_path = '' as $$
  select p.user_id::text from public.profiles p
   where p.user_id in (select auth.uid() union all select private.designated_owners())
     and p.death_review in ('none', 'rejected')
     -- The caller may have 20 files that were not submitted. Other people's files do not count, because otherwise one
     -- person could fill the folder and block all certificates. '0' is the character after '/'.
     and (select count(*) from storage.objects o
           where o.bucket_id = 'death-certificates'
             and o.name collate "C" > p.user_id::text || '/' and o.name collate "C" < p.user_id::text || '0'
             and o.owner_id = (select auth.uid())::text
             and not exists (select from private.certificate_submissions s where s.path = o.name)) < 20
$$;
grant execute on function private.certificate_upload_folders() to authenticated;

-- ---- "I'm alive: stop this" --------------------------------------------------------------------------------
create function private.stop_release() returns void
  language plpgsql security definer set search_path = '' as $$
begin
  update public.profiles p set death_review = 'rejected'
   where p.user_id = (select auth.uid()) and p.death_review in ('pending', 'approved');
  if not found then
    raise exception 'there is nothing to stop' using errcode = 'HW004';
  end if;
end $$;

create function public.stop_release() returns void
  language sql security invoker set search_path = '' as $$ select private.stop_release() $$;
grant execute on function private.stop_release(), public.stop_release() to authenticated;
comment on function public.stop_release() is 'The owner lives: ends a review, a wait or a release, closes the plan and mails the owner and the designees. HW004: nothing to stop.';

-- ---- the administrator's part, in the dashboard ------------------------------------------------------------
create view admin.certificate_reviews as
  select p.user_id as owner_id, p.full_name as owner_name, o.email as owner_email,
         s.submitted_by as uploaded_by,
         case when s.submitted_by = p.user_id then p.full_name else d.person_name end as uploader_name, u.email as uploader_email,
         case when s.submitted_by = p.user_id then 'owner' else d.role::text end as uploader_role,
         p.death_certificate_path as certificate_path,
         s.submitted_at as waiting_since,
         o.last_sign_in_at as owner_last_sign_in_at
    from public.profiles p
    join auth.users o on o.id = p.user_id
    join private.certificate_submissions s on s.path = p.death_certificate_path
    left join auth.users u on u.id = s.submitted_by
    left join lateral (
      select x.person_name, x.role from public.designations x
       where x.owner_id = p.user_id and x.beneficiary_user_id = s.submitted_by
       order by x.id desc limit 1) d on true
   where p.death_review = 'pending'
   order by s.submitted_at;
comment on view admin.certificate_reviews is 'The certificates that wait for a decision, oldest first. The file lies in the bucket death-certificates.';

create function admin.review_death_certificate(
  owner_id uuid, decision text, note text default null, certificate_path text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_path text;
begin
  if $2 is null or $2 not in ('approved', 'rejected') then
    raise exception 'the decision is ''approved'' or ''rejected''' using errcode = '22023';
  end if;
  if $2 = 'rejected' and btrim(coalesce($3, '')) = '' then
    raise exception 'say in the note why the certificate is rejected' using errcode = '22023';
  end if;
  select p.death_certificate_path into v_path from public.profiles p
   where p.user_id = $1 and p.death_review = 'pending'
     -- If the path is given, the decision applies only to that file.
     and ($4 is null or p.death_certificate_path = $4)
     for update;
  if not found then
    raise exception 'only a pending certificate can be decided, and this one is not pending' using errcode = 'HW030';
  end if;
  update private.certificate_submissions s set note = $3 where s.path = v_path;
  update public.profiles p set death_review = $2::public.death_review where p.user_id = $1;
end $$;
comment on function admin.review_death_certificate(uuid, text, text, text) is
  'Decides a pending certificate: approved or rejected (with a note). Name the path that you looked at. State, history and mails follow in the same transaction.';

-- ---- what opens a designee's memorial ----------------------------------------------------------------------
-- What a memorial shows to the caller, in one answer, so that no screen repeats the rule. Also recorded in the history.
create function private.memorial_access(p_owner_id uuid) returns table (
    role public.designation_role, can_view boolean, can_view_finances boolean, certificate_submitted_at timestamptz)
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if p_owner_id in (select private.designated_owners()) then
    perform private.log_view(p_owner_id, 'memorial_opened');
  end if;
  return query
  -- A person who was named more than once has the role given last, and access through each of them.
  select (array_agg(d.role order by d.id desc))[1],
         bool_or(private.opens_plan(d, p, false)),
         bool_or(private.opens_plan(d, p, true)),
         (select max(s.submitted_at) from private.certificate_submissions s where s.owner_id = p_owner_id)
    from public.designations d
    join public.profiles p on p.user_id = d.owner_id
   where d.owner_id = p_owner_id and d.beneficiary_user_id = auth.uid()
     and d.accepted_at is not null and d.revoked_at is null
  having count(*) > 0;
end $$;

create function public.memorial_access(owner_id uuid) returns table (
    role public.designation_role, can_view boolean, can_view_finances boolean, certificate_submitted_at timestamptz)
  language plpgsql security invoker set search_path = '' as $$
begin
  return query select * from private.memorial_access(owner_id);
end $$;
grant execute on function private.memorial_access(uuid), public.memorial_access(uuid) to authenticated;
comment on function public.memorial_access(uuid) is 'The caller''s role for this owner and what it opens now; no row when the caller is not an accepted designee.';
