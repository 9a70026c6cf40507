-- From a certificate to the release of a plan: submission, review, decision, and the owner's stop. The state is stored
-- in public.profiles.

create table private.certificate_submissions (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references auth.users (id) on delete cascade,
  path text not null unique,
  -- Storage's own marks of the file's content, so that only what was submitted can be approved.
  file_version text,
  file_etag text,
  -- No foreign key: the deletion of this account and a decision would each wait for a row that the other one holds.
  submitted_by uuid,
  submitted_at timestamptz not null default now(),
  decision text check (decision in ('approved', 'rejected', 'needs_another')),
  decided_at timestamptz,
  -- The owner, if they stopped it; null if the administrator decided.
  stopped_by uuid references auth.users (id) on delete set null,
  -- From when on an owner's stop of it no longer makes its submitter wait; see admin.lift_certificate_pause.
  pause_lifted_at timestamptz,
  -- Who decided, as the administrator gave the name, and why. For administrators only.
  decided_by text check (char_length(decided_by) between 1 and 120),
  note text check (char_length(note) <= 2000),
  -- Who is reviewing it now, and who approved it first if two have to. When the operator was last told that it waits.
  claimed_by text check (char_length(claimed_by) between 1 and 120),
  claimed_at timestamptz,
  first_approved_by text check (char_length(first_approved_by) between 1 and 120),
  operator_told_at timestamptz,
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
comment on table private.certificate_submissions is 'Every certificate ever submitted and its last decision.';

-- Decisions can be taken back, so a certificate may have several.
create table private.certificate_decisions (
  id bigint generated always as identity primary key,
  submission_id uuid not null references private.certificate_submissions (id) on delete cascade,
  decision text not null check (
    decision in ('approved_first', 'approved', 'rejected', 'needs_another', 'taken_back', 'stopped', 'pause_lifted')),
  decided_at timestamptz not null default now(),
  decided_by text,
  note text,
  message text
);
create index certificate_decisions_submission on private.certificate_decisions (submission_id, id);
alter table private.certificate_decisions enable row level security;
comment on table private.certificate_decisions is 'Every decision on a certificate, with its reason. Lines are never changed.';

-- Sends the owner and every accepted designee a separate mail, the owner first. p_about: what it is about, if that is less
-- than the certificate.
create function private.mail_owner_and_designees(
  p_owner_id uuid, p_kind text, p_payload jsonb, p_about text default null) returns void
  language sql security definer set search_path = '' as $$
  select private.enqueue_mail(p_kind, people.email,
           jsonb_build_object('recipient', people.recipient, 'owner_id', p_owner_id, 'owner_name', p.full_name,
                              'release_at', p.release_at,
                              -- Who acts is told what they did, and not that someone did it.
                              'is_actor', coalesce(people.id = (select auth.uid()), false),
                              -- Makes the link that stops a release: no one else may have it.
                              'submission_id', case when people.recipient = 'owner' then s.id end)
           || p_payload,
           -- The news of one certificate never replaces that of another.
           p_about => coalesce(p_about, p.death_certificate_path))
    from public.profiles p
    left join private.certificate_submissions s
      on s.path = p.death_certificate_path and p.death_review in ('pending', 'approved')
     -- As long as the link works; see stop_release_by_link.
     and s.submitted_at > now() - interval '30 days'
    cross join lateral (
      select u.id, u.email, 'owner' as recipient from auth.users u where u.id = p.user_id
      -- "union" without "all": a person who was named twice gets one mail.
      union
      select u.id, u.email, 'designee' from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
       where d.owner_id = p.user_id) people
   where p.user_id = p_owner_id
   order by people.recipient = 'designee'
$$;

-- Tells who submitted a certificate, and the executors, that another photo of it is needed. The others can do nothing about
-- it, and are told of the decision.
create function private.mail_needs_another(p_profile public.profiles) returns void
  language sql security definer set search_path = '' as $$
  select private.enqueue_mail('certificate_needs_another', people.email,
           jsonb_build_object('recipient', people.recipient, 'owner_id', (p_profile).user_id, 'owner_name', (p_profile).full_name,
                              'is_submitter', people.is_submitter, 'message', (p_profile).death_review_message),
           p_about => s.path)
    from private.certificate_submissions s
    cross join lateral (
      -- From the owner's own account, where a person manages it for them. That account alone is no reason to write.
      select u.email, 'owner' as recipient, true as is_submitter from auth.users u
       where u.id = s.owner_id and u.id = s.submitted_by
      union
      select u.email, 'designee', u.id is not distinct from s.submitted_by
        from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
       where d.owner_id = s.owner_id and (d.role = 'executor' or d.beneficiary_user_id = s.submitted_by)) people
   where s.path = (p_profile).death_certificate_path
   order by people.is_submitter desc
$$;

-- The name under which an owner still names a person; null if they no longer do.
create function private.still_named(p_owner_id uuid, p_user_id uuid) returns text
  language sql stable security definer set search_path = '' as $$
  select d.person_name from private.accepted_designations d
   where d.owner_id = p_owner_id and d.beneficiary_user_id = p_user_id
   order by d.id desc limit 1
$$;

-- ---- the effects of a change of profiles.death_review ------------------------------------------------------
-- However it is made, by an rpc, by the administrator's function or in the table editor:
--   none, rejected → pending   a certificate was submitted: the last decision no longer counts
--   pending → approved         the owner is deceased, the plan frozen; it opens when the waiting period is over, without
--                              the hold, which a dead owner could not lift; a plan that the owner had opened stays open
--                              as long as they had opened it
--   pending → rejected         by the administrator: the hold stays as it was; by the owner: it is on again
--                              (an owner's stop also begins the seven days in which removed rows are kept)
--   pending → none             by the administrator: another photo of the certificate is needed; the plan is as it was
--                              before, except that it still names the certificate that was set aside
--   approved → rejected        the owner lives: the plan is theirs again, and closed
--   approved → pending         the administrator takes an approval back: the plan is closed, the review goes on
--   rejected, none → pending   with the same certificate: the administrator takes the decision back, but not an owner's stop
-- Every other change is refused. What follows happens in the order written here, in the same transaction.
create function private.change_death_review() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_is_owner boolean := new.release_stopped_at is distinct from old.release_stopped_at;
  v_event text;
  v_detail jsonb := case when new.release_at is null then '{}' else jsonb_build_object('release_at', new.release_at) end;
  v_actor public.access_events;
  v_is_same_certificate boolean := new.death_certificate_path is not distinct from old.death_certificate_path;
  v_submission private.certificate_submissions;
begin
  if tg_when = 'BEFORE' then
    if new.death_review not in ('rejected', 'none') or v_is_owner then
      new.death_review_message := null;
    end if;
    if new.death_review = 'pending'
       and (old.death_review = 'none' or old.death_review = 'rejected' and not v_is_same_certificate
            or v_is_same_certificate and not exists (
              select from private.certificate_submissions s
               where s.path = old.death_certificate_path and s.stopped_by is not null)) then
      new.death_reviewed_at := null;
      if old.death_review = 'approved' then
        new.is_deceased := false;
        new.release_at := null;
        new.open_until := null;
        new.visibility_hold := true;
      end if;
    elsif new.death_review = 'approved' and old.death_review = 'pending' then
      if (select t.two_reviewers from private.settings t) and not exists (
           select from private.certificate_submissions s
            where s.path = new.death_certificate_path and lower(s.decided_by) <> lower(s.first_approved_by)) then
        raise exception 'a second administrator has to approve this certificate, with admin.review_death_certificate'
          using errcode = 'HW030';
      end if;
      if not exists (
        select from private.certificate_submissions s
          join storage.objects o on o.bucket_id = 'death-certificates' and o.name = s.path
         where s.path = new.death_certificate_path
           and (o.version, o.metadata ->> 'eTag') is not distinct from (s.file_version, s.file_etag)) then
        raise exception 'the file is not the one that was submitted: reject it' using errcode = 'HW031';
      end if;
      new.is_deceased := true;
      new.death_reviewed_at := now();
      new.release_at := greatest(now() + make_interval(days => new.release_wait_days), private.opens_not_before(new.user_id));
      -- Closing a plan that the owner had opened would take it from the people who need it now.
      new.open_until := case when private.is_viewable(old) then least(old.hold_lifted_until, new.release_at) end;
      new.visibility_hold := false;
      new.hold_lifted_until := null;
    elsif new.death_review = 'none' and old.death_review = 'pending' and not v_is_owner then
      new.death_reviewed_at := now();
    elsif new.death_review = 'rejected' and old.death_review in ('pending', 'approved') then
      new.is_deceased := false;
      new.release_at := null;
      new.open_until := null;
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
    when new.death_review = 'pending' and v_is_same_certificate then 'decision_taken_back'
    when new.death_review = 'pending' then 'certificate_submitted'
    when new.death_review = 'approved' then 'certificate_approved'
    when new.death_review = 'none' then 'certificate_needs_another'
    when v_is_owner then 'release_stopped'
    else 'certificate_rejected' end;
  if v_event <> 'certificate_submitted' then
    update private.certificate_submissions s
       set decision = case new.death_review when 'none' then 'needs_another' when 'pending' then null
                                           else new.death_review::text end,
           decided_at = case when new.death_review <> 'pending' then now() end,
           stopped_by = case when v_event = 'release_stopped' then new.user_id end,
           -- Without a waiting period the mail of the approval says that the plan is open.
           released_told_at = case when new.release_at <= now() then now() end,
           claimed_by = null, claimed_at = null, first_approved_by = null, operator_told_at = null
     where s.path = new.death_certificate_path
    returning s.* into v_submission;
    insert into private.certificate_decisions (submission_id, decision, decided_by, note, message)
    select s.id,
           case v_event when 'release_stopped' then 'stopped' when 'decision_taken_back' then 'taken_back' else s.decision end,
           case when not v_is_owner then s.decided_by end, case when not v_is_owner then s.note end,
           new.death_review_message
      from private.certificate_submissions s where s.id = v_submission.id;
  end if;
  v_actor := private.log_event(new.user_id, v_event, v_detail, p_actor_id => case when v_is_owner then new.user_id else auth.uid() end);
  if v_event = 'certificate_needs_another' then
    perform private.mail_needs_another(new);
  else
    perform private.mail_owner_and_designees(new.user_id, v_event,
      jsonb_build_object(
        'actor_name', v_actor.actor_name, 'actor_role', v_actor.actor_role, 'message', new.death_review_message,
        'open_until', new.open_until, 'is_open', coalesce(new.release_at <= now(), false),
        'taken_back', case when v_event in ('certificate_rejected', 'decision_taken_back')
                      then case old.death_review when 'none' then 'needs_another'
                                                 else nullif(old.death_review, 'pending')::text end end,
        -- Whether the approval that is taken back had opened the plan.
        'was_open', old.death_review = 'approved' and private.is_viewable(old),
        -- So that the owner can remove them. Null: they are not among the people any more.
        'submitter_name', case when v_is_owner then private.still_named(new.user_id, v_submission.submitted_by) end));
  end if;
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
     where s.id = any (array(
       select due.id from private.certificate_submissions due
         join public.profiles p on p.user_id = due.owner_id and p.death_certificate_path = due.path
        where due.decision = 'approved' and due.released_told_at is null and p.release_at <= now()
        order by p.release_at
        -- A stop of this moment waits for these rows, and a plan may have hundreds of people to write to.
        limit 10
          for update of due skip locked))
    returning s.owner_id
  loop
    perform private.log_event(v_owner, 'plan_released', '{}', true);
    perform private.mail_owner_and_designees(v_owner, 'plan_released', '{}');
  end loop;
end $$;

-- Until when a person may not submit another certificate for this owner; null if they may now. One person must not keep
-- out the others, so each waits for the end of their own certificates. After the owner stopped one: a day, then seven, then
-- thirty, then until an administrator lifts the pause ('infinity'); whose certificates were not stopped does not wait. After
-- a second one in a week was rejected: a day. The first one may simply have been unreadable, and where another photo is
-- needed none was rejected. Six in a day over all plans are as many as one person needs who has lost several at once, each
-- with a first scan that was not accepted; without this limit people who name each other could have us send email without end.
create function private.certificate_wait_until(p_owner_id uuid, p_user_id uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select max(w.ends_at)
    from (select case count(*) when 0 then null
                               when 1 then max(s.decided_at) + interval '1 day'
                               when 2 then max(s.decided_at) + interval '7 days'
                               when 3 then max(s.decided_at) + interval '30 days'
                               else 'infinity' end as ends_at
            from private.certificate_submissions s
           where s.owner_id = p_owner_id and s.submitted_by = p_user_id and s.stopped_by is not null
             and s.pause_lifted_at is null
          union all
          select max(s.decided_at) + interval '1 day' from private.certificate_submissions s
           where s.owner_id = p_owner_id and s.submitted_by = p_user_id and s.decision = 'rejected' and s.pause_lifted_at is null
             and s.decided_at > now() - interval '7 days'
          having count(*) >= 2
          union all
          (select s.submitted_at + interval '1 day' from private.certificate_submissions s
            where s.submitted_by = p_user_id
            order by s.submitted_at desc offset 5 limit 1)) w
   where w.ends_at > now()
$$;

create function private.my_certificate_wait(p_owner_id uuid) returns timestamptz
  language sql stable security definer set search_path = ''
  as $$ select private.certificate_wait_until(p_owner_id, (select auth.uid())) $$;

create function public.my_certificate_wait(owner_id uuid) returns timestamptz
  language sql stable security invoker set search_path = '' as $$ select private.my_certificate_wait(owner_id) $$;
grant execute on function private.my_certificate_wait(uuid), public.my_certificate_wait(uuid) to authenticated;
comment on function public.my_certificate_wait(uuid) is
  'Until when submit_death_certificate refuses the caller with HW007, infinity: until an administrator lifts the pause; null if it does not.';

-- ---- submission, by the owner or an accepted designee -----------------------------------------------------
create function private.submit_death_certificate(p_owner_id uuid, p_path text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  c_pause constant interval := '1 day';
  v_user uuid := auth.uid();
  v_review public.death_review;
  v_wait_until timestamptz;
  v_file storage.objects;
begin
  if v_user is null or (v_user <> p_owner_id and p_owner_id not in (select private.designated_owners())) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  -- One at a time for each submitter, so that the limit over all plans holds for several requests at once.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.certificates ' || v_user, 0));
  -- Waits for a deletion of the account, which leaves no profile, or makes it wait, which then finds the certificate.
  perform from auth.users u where u.id = p_owner_id for key share;
  select p.death_review into v_review from public.profiles p where p.user_id = p_owner_id for update;
  if v_review is null or v_review not in ('none', 'rejected') then
    raise exception 'no certificate is wanted now' using errcode = 'HW002';
  end if;
  v_wait_until := private.certificate_wait_until(p_owner_id, v_user);
  if v_wait_until = 'infinity' then
    raise exception 'this person waits until an administrator lifts the pause' using errcode = 'HW007';
  elsif v_wait_until is not null then
    raise exception 'this person waits after their last certificates'
      using errcode = 'HW007', detail = ceil(extract(epoch from v_wait_until - now()))::integer;
  end if;
  -- Every submission mails the owner and all designees.
  if (select count(*) from private.certificate_submissions s
       where s.owner_id = p_owner_id and s.submitted_at > now() - c_pause) >= 20 then
    raise exception 'too many certificates for this owner today' using errcode = 'HW008', detail = extract(epoch from c_pause)::integer;
  end if;
  select o.* into v_file from storage.objects o
   where o.bucket_id = 'death-certificates' and o.name = p_path and o.owner_id = v_user::text
     and private.fits_bucket(o.bucket_id, o.metadata);
  if not found
     -- The administrator pastes the path into SQL, and Storage allows quotes in names, so only names as the app makes
     -- them are accepted.
     or p_path !~ ('^' || p_owner_id::text || '/[A-Za-z0-9._-]+$')
     or exists (select from private.certificate_submissions s where s.path = p_path)
     -- Housekeeping would remove the file a day after the upload, and the review would have no certificate.
     or exists (select from private.file_removals r where r.bucket_id = 'death-certificates' and r.path = p_path) then
    raise exception 'certificate file not found' using errcode = 'HW003';
  end if;
  insert into private.certificate_submissions (owner_id, path, submitted_by, file_version, file_etag)
    values (p_owner_id, p_path, v_user, v_file.version, v_file.metadata ->> 'eTag');
  update public.profiles p set death_certificate_path = p_path, death_review = 'pending' where p.user_id = p_owner_id;
end $$;

create function public.submit_death_certificate(owner_id uuid, path text) returns void
  language sql security invoker set search_path = '' as $$ select private.submit_death_certificate(owner_id, path) $$;
grant execute on function private.submit_death_certificate(uuid, text), public.submit_death_certificate(uuid, text)
  to authenticated;
comment on function public.submit_death_certificate(uuid, text) is
  'Puts an uploaded certificate before the administrator. HW002: not in this state, HW003: no such file of the caller, HW006: not allowed, HW007: the caller''s last certificates were rejected or stopped, or six in a day (detail: seconds; none: until an administrator lifts the pause), HW008: too many for this owner today.';

-- ---- "I'm alive: stop this" --------------------------------------------------------------------------------
create function private.stop_release_of(p_owner_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  -- In the order in which a deletion of the account locks them.
  perform from auth.users u where u.id = p_owner_id for key share;
  perform from public.profiles p where p.user_id = p_owner_id and p.death_review in ('pending', 'approved') for no key update;
  if found then
    -- Whoever opened the first hours was as wrong. Closed before the change and noted with each opening, because the change
    -- ends those that only the waiting period kept open. A press holds closed ones alone, so it is not waited for.
    perform private.close_openings(p_owner_id);
    update private.openings o set closed_at = (select s.closed_at from private.opening_states s where s.id = o.id)
     where o.id = any (array(
       select due.id from private.openings due join private.opening_states x on x.id = due.id
        where due.owner_id = p_owner_id and due.closed_at is null and x.closed_at is not null
          for no key update of due skip locked));
    update public.profiles p set death_review = 'rejected', release_stopped_at = now() where p.user_id = p_owner_id;
  else
    -- A second press, or a try again after a lost answer, finds the plan as the first one left it.
    perform from public.profiles p join private.certificate_submissions s on s.path = p.death_certificate_path
     where p.user_id = p_owner_id and p.visibility_hold and s.stopped_by is not null;
    if not found then
      raise exception 'there is nothing to stop' using errcode = 'HW004';
    end if;
  end if;
end $$;

create function private.stop_release() returns void
  language sql security definer set search_path = '' as $$ select private.stop_release_of((select auth.uid())) $$;

create function public.stop_release() returns void
  language sql security invoker set search_path = '' as $$ select private.stop_release() $$;
grant execute on function private.stop_release(), public.stop_release() to authenticated;

-- By the link in a mail to the owner. It works for 30 days, while its certificate is under review or approved.
create function public.stop_release_by_link(p_submission_id uuid) returns void
  language sql security definer set search_path = '' as $$
  select private.stop_release_of((
    select s.owner_id
      from private.certificate_submissions s join public.profiles p on p.death_certificate_path = s.path
     where s.id = p_submission_id and s.submitted_at > now() - interval '30 days'))
$$;
grant execute on function public.stop_release_by_link(uuid) to service_role;
comment on function public.stop_release_by_link(uuid) is 'Stops the release that this certificate began, for the function stop-release; a second call changes nothing. HW004: nothing to stop.';
comment on function public.stop_release() is 'The owner lives: ends a review, a wait or a release, closes the plan and mails the owner and the designees; a second call changes nothing. HW004: nothing to stop.';

-- What the page behind the link shows before a press, so that it does not ask again after a stop: whether there is something
-- to stop, and who submitted the certificate, as far as the owner still names them. It changes nothing.
create function public.release_by_link(p_submission_id uuid) returns table (state text, submitted_by text)
  language sql stable security definer set search_path = '' as $$
  select case when s.stopped_by is not null then 'stopped'
              when p.death_certificate_path = s.path and p.death_review in ('pending', 'approved')
                   and s.submitted_at > now() - interval '30 days' then 'waiting'
              else 'over' end,
         private.still_named(s.owner_id, s.submitted_by)
    from private.certificate_submissions s join public.profiles p on p.user_id = s.owner_id
   where s.id = p_submission_id
$$;
grant execute on function public.release_by_link(uuid) to service_role;
comment on function public.release_by_link(uuid) is
  'For the function stop-release: what a certificate''s link can still stop (waiting, stopped, over), and who submitted it. No row: there is no such certificate.';

-- ---- what opens a designee's memorial ----------------------------------------------------------------------
-- What a memorial shows to the caller, in one answer, so that no screen repeats the rule. Opening it is recorded in the
-- history; a page that is open already asks again every minute (p_again), and that is not.
create function private.memorial_access(p_owner_id uuid, p_again boolean) returns table (
    role public.designation_role, can_view boolean, can_view_finances boolean, parts text[],
    certificate_submitted_at timestamptz, open_early_until timestamptz)
  language plpgsql security definer set search_path = '' as $$
#variable_conflict use_column
begin
  if not p_again and p_owner_id in (select private.designated_owners()) then
    perform private.log_view(p_owner_id, 'memorial_opened');
  end if;
  return query
  -- A person who was named more than once has the role given last, and access through each of them.
  select (array_agg(d.role order by d.id desc))[1],
         bool_or(private.opens_plan(d, p, false)),
         bool_or(private.opens_plan(d, p, true)),
         array(select o.choice from private.open_parts() o where o.owner_id = p_owner_id order by o.choice),
         (select max(s.submitted_at) from private.certificate_submissions s where s.owner_id = p_owner_id),
         private.open_early_until(p_owner_id)
    from public.designations d
    join public.profiles p on p.user_id = d.owner_id
   where d.owner_id = p_owner_id and d.beneficiary_user_id = auth.uid()
     and d.accepted_at is not null and d.revoked_at is null
  having count(*) > 0;
end $$;

create function public.memorial_access(owner_id uuid, again boolean default false) returns table (
    role public.designation_role, can_view boolean, can_view_finances boolean, parts text[],
    certificate_submitted_at timestamptz, open_early_until timestamptz)
  language plpgsql security invoker set search_path = '' as $$
begin
  return query select * from private.memorial_access(owner_id, again);
end $$;
grant execute on function private.memorial_access(uuid, boolean), public.memorial_access(uuid, boolean) to authenticated;
comment on function public.memorial_access(uuid, boolean) is
  'The caller''s role for this owner and what is open to them now: the plan, also as a trustee or executor, and which of the parts that an owner chooses for each person, also those that are open in the first hours (open_early_until: as long as the plan is not open itself). No row when the caller is not an accepted designee. again: a page that is open already asks, so nothing is noted in the history.';
