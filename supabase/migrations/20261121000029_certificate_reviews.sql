-- How an administrator reviews death certificates, in the dashboard: what waits, what was decided, claim, decision, and
-- taking a decision back, and lifting a pause. The dashboard does not tell the database who works in it, so administrators give their names.
-- Reviewers with a login of their own (reviewers.sql) decide under its name.

-- When the owner last changed anything in the plan; null if the plan is empty.
create function private.plan_changed_at(p_owner_id uuid) returns timestamptz
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_changed_at timestamptz;
begin
  execute (
    select 'select greatest(' || string_agg(
             format('(select max(updated_at) from public.%I where %I = $1)', p.table_name, p.owner_column), ', ') || ')'
      from private.plan_parts p
     -- Designees change these rows too, and must not look like the owner.
     where p.table_name <> 'designations')
    into v_changed_at using p_owner_id;
  return v_changed_at;
end $$;

-- The last sign that the owner is alive: a sign-in, an entry in the history, a change of the plan.
create function private.owner_active_at(p_owner_id uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select greatest(
    (select u.last_sign_in_at from auth.users u where u.id = p_owner_id),
    (select max(e.created_at) from public.access_events e where e.actor_id = p_owner_id),
    private.plan_changed_at(p_owner_id))
$$;

-- Earlier certificates of an owner and all their decisions, oldest first.
create function private.earlier_certificates(p_owner_id uuid) returns jsonb
  language sql stable security definer set search_path = '' as $$
  select coalesce(jsonb_agg(jsonb_build_object(
           'submitted_at', s.submitted_at, 'submitted_by', u.email, 'path', s.path,
           'decisions', (select coalesce(jsonb_agg(jsonb_build_object(
                                  'decision', d.decision, 'decided_at', d.decided_at, 'decided_by', d.decided_by,
                                  'note', d.note) order by d.id), '[]')
                           from private.certificate_decisions d where d.submission_id = s.id))
           order by s.submitted_at), '[]')
    from private.certificate_submissions s
    left join auth.users u on u.id = s.submitted_by
   where s.owner_id = p_owner_id
     -- The one under review is among them if its decision was taken back.
     and exists (select from private.certificate_decisions d where d.submission_id = s.id)
$$;

-- What designees told us about a certificate; see the migration `objections`.
create function private.objections_to(p_submission_id uuid) returns jsonb
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object(
             'name', o.person_name, 'role', o.role, 'email', u.email, 'objected_at', o.objected_at, 'words', o.words,
             'opens_not_before', o.opens_not_before, 'withdrawn_at', o.withdrawn_at) order by o.objected_at), '[]')
      from private.objections o left join auth.users u on u.id = o.objected_by
     where o.submission_id = p_submission_id);
end $$;

-- When and where an owner was born, as far as the plan has it, to compare with the certificate.
create function private.birth_of(p_owner_id uuid) returns table (born_on text, born_in text)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select coalesce(to_char(t.born_on, 'FMMonth FMDD, YYYY'), 'not given: ask the family'),
           coalesce(nullif(btrim(t.born_in), ''), 'not given: ask the family')
      from (values (p_owner_id)) given (owner_id) left join public.portraits t on t.user_id = given.owner_id
     limit 1;
end $$;

-- What speaks against a certificate, a line each, with the heaviest first: the owner stopped one, a designee objected, the
-- owner was there, someone opened the first hours. Null if nothing does. A stop stays, however long ago it was.
create function private.review_warning(p_submission_id uuid, p_owner_active_at timestamptz) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  c_day constant text := 'FMMonth FMDD, YYYY';
  v_submission private.certificate_submissions;
  v_lines text[];
begin
  select s.* into v_submission from private.certificate_submissions s where s.id = p_submission_id;
  select array_agg(line order by place) into v_lines from (
    select 1, format(case count(*) when 1 then 'The owner stopped a certificate on %2$s%3$s.'
                                   else 'The owner stopped %1$s certificates, the last on %2$s%3$s.' end,
                     count(*), to_char(max(s.decided_at) at time zone 'utc', c_day),
                     case when bool_or(s.submitted_by = v_submission.submitted_by)
                          then ', ' || count(*) filter (where s.submitted_by = v_submission.submitted_by)
                               || ' from the person who submitted this one' end)
      from private.certificate_submissions s
     where s.owner_id = v_submission.owner_id and s.stopped_by is not null
    having count(*) > 0
    union all
    select 2, case o.standing
                when 0 then 'Someone named in the plan said that something is wrong, and took it back: read "objections".'
                when 1 then 'A person named in the plan says that something is wrong: read "objections".'
                else format('%s people named in the plan say that something is wrong: read "objections".', o.standing) end
      from (select count(*) as said, count(*) filter (where x.withdrawn_at is null) as standing
              from private.objections x where x.submission_id = p_submission_id) o
     where o.said > 0
    union all
    select 3, case when p_owner_active_at > v_submission.submitted_at
                   then 'The owner has used the account since this certificate was submitted.'
                   else 'The owner used the account in the 30 days before this certificate was submitted.' end
     where p_owner_active_at > v_submission.submitted_at - interval '30 days'
    union all
    select 4, format(case when x.closed_at is null then 'The first hours were opened on %s: read "first_hours".'
                          else 'The first hours were opened on %s, and closed before their end: read "first_hours".' end,
                     to_char(x.opened_at at time zone 'utc', c_day))
      from (select y.* from private.opening_states y where y.owner_id = v_submission.owner_id
             order by y.opened_at desc limit 1) x) warnings (place, line);
  return array_to_string(v_lines, E'\n');
end $$;

create view admin.certificate_reviews as
  select p.user_id as owner_id, p.full_name as owner_name, o.email as owner_email,
         private.review_warning(s.id, a.owner_active_at) as warning,
         b.born_on as owner_born_on, b.born_in as owner_born_in,
         u.id as uploaded_by,
         case when s.submitted_by = p.user_id then p.full_name else d.person_name end as uploader_name, u.email as uploader_email,
         case when s.submitted_by = p.user_id then 'owner' else d.role::text end as uploader_role,
         p.death_certificate_path as certificate_path,
         s.submitted_at as waiting_since,
         o.last_sign_in_at as owner_last_sign_in_at,
         a.owner_active_at,
         p.release_wait_days as waiting_period_days,
         (select coalesce(jsonb_agg(jsonb_build_object('name', x.person_name, 'email', x.person_email, 'role', x.role,
                                                       'accepted', x.accepted_at is not null) order by x.id), '[]')
            from public.designations x
           where x.owner_id = p.user_id and x.revoked_at is null
             and x.beneficiary_user_id is distinct from s.submitted_by) as other_designees,
         private.earlier_certificates(p.user_id) as earlier_certificates,
         s.claimed_by, s.claimed_at, s.first_approved_by,
         (select coalesce(jsonb_agg(jsonb_build_object(
                   'opened_by', x.opened_by_name, 'reason', x.reason, 'opened_at', x.opened_at, 'ends_at', x.ends_at,
                   'closed_at', x.closed_at) order by x.opened_at), '[]')
            from private.opening_states x where x.owner_id = p.user_id) as first_hours,
         private.objections_to(s.id) as objections
    from public.profiles p
    join auth.users o on o.id = p.user_id
    join private.certificate_submissions s on s.path = p.death_certificate_path
    cross join lateral (select private.owner_active_at(p.user_id) as owner_active_at) a
    cross join lateral private.birth_of(p.user_id) b
    left join auth.users u on u.id = s.submitted_by
    left join lateral (
      select x.person_name, x.role from public.designations x
       where x.owner_id = p.user_id and x.beneficiary_user_id = s.submitted_by
       order by x.id desc limit 1) d on true
   where p.death_review = 'pending'
   order by s.submitted_at;
comment on view admin.certificate_reviews is 'The certificates that wait for a decision, oldest first. The files are in the bucket death-certificates.';

create view admin.decided_certificates as
  select p.user_id as owner_id, p.full_name as owner_name, o.email as owner_email, s.decision,
         s.path as certificate_path, s.submitted_at, s.decided_at, s.decided_by, s.note, p.death_review_message as message,
         p.release_at, s.stopped_by is not null as stopped_by_owner, private.objections_to(s.id) as objections
    from public.profiles p
    join auth.users o on o.id = p.user_id
    join private.certificate_submissions s on s.path = p.death_certificate_path
   where p.death_review <> 'pending'
   order by s.decided_at desc;
comment on view admin.decided_certificates is 'The last decision for each owner, newest first. Decisions that no owner''s stop made can be taken back with admin.take_back_decision.';

create function admin.require_two_reviewers(required boolean) returns void
  language sql security definer set search_path = ''
  as $$ update private.settings set two_reviewers = coalesce(required, false) where singleton $$;
comment on function admin.require_two_reviewers(boolean) is 'Whether an approval needs two different administrators.';

-- The certificate under review of an owner, locked. Claims end after an hour, so that a forgotten one blocks no one.
create function private.certificate_to_review(p_owner_id uuid, p_path text, p_reviewer text)
  returns private.certificate_submissions language plpgsql security definer set search_path = '' as $$
declare
  v_submission private.certificate_submissions;
begin
  perform 1 from public.profiles p where p.user_id = p_owner_id for update;
  select s.* into v_submission
    from private.certificate_submissions s join public.profiles p on p.death_certificate_path = s.path
   where p.user_id = p_owner_id and p.death_review = 'pending'
     -- If the path is given, the call applies only to that file.
     and (p_path is null or s.path = p_path);
  if not found then
    raise exception 'only a pending certificate can be decided, and this one is not pending' using errcode = 'HW030';
  end if;
  if v_submission.claimed_at > now() - interval '1 hour'
     and lower(v_submission.claimed_by) is distinct from lower(p_reviewer) then
    raise exception '% is working on this certificate', v_submission.claimed_by
      using errcode = 'HW032', hint = 'Their claim ends after an hour. Give your name as the reviewer if it is you.';
  end if;
  return v_submission;
end $$;

-- The name under which the caller decides: the one they give or, for a login that is a reviewer's, the login's own, which
-- no one else can use. Who may hand the role on, as postgres may, is no reviewer.
create function private.reviewer_name(p_given text) returns text
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_given text := nullif(btrim(p_given), '');
begin
  if not pg_has_role(session_user, 'heartwood_reviewer', 'member')
     or pg_has_role(session_user, 'heartwood_reviewer', 'member with admin option') then
    return v_given;
  end if;
  if v_given is distinct from session_user::text and v_given is not null then
    raise exception 'you decide as %: leave the reviewer out', session_user using errcode = '22023';
  end if;
  return session_user;
end $$;

create function admin.claim_certificate(owner_id uuid, reviewer text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_reviewer text := private.reviewer_name($2);
  v_submission private.certificate_submissions;
begin
  if v_reviewer is null then
    raise exception 'give your name as the reviewer' using errcode = '22023';
  end if;
  v_submission := private.certificate_to_review($1, null, v_reviewer);
  update private.certificate_submissions s set claimed_by = v_reviewer, claimed_at = now() where s.id = v_submission.id;
end $$;
comment on function admin.claim_certificate(uuid, text) is
  'Notes for an hour that the named administrator works on a certificate, so that no one else decides it. HW030: not pending, HW032: another works on it.';

create function admin.review_death_certificate(
  owner_id uuid, decision text, note text default null, certificate_path text default null,
  message text default null, reviewer text default null) returns text
  language plpgsql security definer set search_path = '' as $$
declare
  v_note text := nullif(btrim($3), '');
  v_message text := nullif(btrim($5), '');
  v_reviewer text := private.reviewer_name($6);
  v_submission private.certificate_submissions;
begin
  if $2 is null or $2 not in ('approved', 'rejected', 'needs_another') then
    raise exception 'the decision is ''approved'', ''rejected'' or ''needs_another''' using errcode = '22023';
  end if;
  if $2 = 'rejected' and v_note is null then
    raise exception 'say in the note why the certificate is rejected' using errcode = '22023';
  end if;
  if $2 = 'approved' and v_message is not null then
    raise exception 'an approval has no message' using errcode = '22023';
  end if;
  if $2 = 'needs_another' and v_message is null then
    raise exception 'say in the message what the other photo has to show' using errcode = '22023';
  end if;
  v_submission := private.certificate_to_review($1, $4, v_reviewer);
  if $2 = 'approved' and (select t.two_reviewers from private.settings t) then
    if v_reviewer is null then
      raise exception 'give your name as the reviewer, because an approval needs two administrators' using errcode = '22023';
    end if;
    if lower(coalesce(v_submission.first_approved_by, v_reviewer)) = lower(v_reviewer) then
      -- Who took an earlier decision back must not count as the second one.
      update private.certificate_submissions s
         set first_approved_by = v_reviewer, decided_by = null, claimed_by = null, claimed_at = null
       where s.id = v_submission.id;
      insert into private.certificate_decisions (submission_id, decision, decided_by, note)
        values (v_submission.id, 'approved_first', v_reviewer, v_note);
      return 'waits for a second administrator';
    end if;
  end if;
  update private.certificate_submissions s set note = v_note, decided_by = v_reviewer where s.id = v_submission.id;
  update public.profiles p
     set death_review = case $2 when 'needs_another' then 'none' else $2 end::public.death_review,
         death_review_message = v_message
   where p.user_id = $1;
  return $2;
end $$;
comment on function admin.review_death_certificate(uuid, text, text, text, text, text) is
  'Decides a pending certificate: approved; rejected, with a note for administrators and a message for the owner and the designees; or needs_another, with a message for the submitter and the executors, who can send another photo at once. Name the path that you looked at. State, history and mails follow in the same transaction. HW030: not pending, HW032: another administrator works on it.';

create function admin.take_back_decision(owner_id uuid, note text, reviewer text default null) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_note text := nullif(btrim($2), '');
  v_path text;
begin
  if v_note is null then
    raise exception 'say in the note why the decision is taken back' using errcode = '22023';
  end if;
  select p.death_certificate_path into v_path from public.profiles p
   where p.user_id = $1 and p.death_review <> 'pending' and p.death_certificate_path is not null
     for update;
  if not found then
    raise exception 'there is no decision to take back' using errcode = 'HW030';
  end if;
  update private.certificate_submissions s set note = v_note, decided_by = private.reviewer_name($3) where s.path = v_path;
  -- Refused after the owner's stop, by private.change_death_review.
  update public.profiles p set death_review = 'pending' where p.user_id = $1;
end $$;
comment on function admin.take_back_decision(uuid, text, text) is
  'Puts a wrongly decided certificate before the administrators again. An approved plan is closed at once. HW030: there is no decision, or the owner made it.';

-- ---- a pause after several stops ----------------------------------------------------------------------------------
create view admin.certificate_pauses as
  select s.owner_id, p.full_name as owner_name, o.email as owner_email, u.email as submitter_email,
         count(*) as stops, max(s.decided_at) as last_stopped_at, w.waits_until
    from private.certificate_submissions s
    join public.profiles p on p.user_id = s.owner_id
    join auth.users o on o.id = s.owner_id
    join auth.users u on u.id = s.submitted_by
    cross join lateral (select private.certificate_wait_until(s.owner_id, s.submitted_by) as waits_until) w
   where s.stopped_by is not null and s.pause_lifted_at is null and w.waits_until is not null
   group by s.owner_id, p.full_name, o.email, u.email, w.waits_until
   order by max(s.decided_at) desc;
comment on view admin.certificate_pauses is 'Who may not submit a certificate for an owner who stopped earlier ones, and until when; infinity: until admin.lift_certificate_pause.';

-- Writes only certificates that were stopped, which no stop and no decision writes again.
create function admin.lift_certificate_pause(owner_id uuid, submitter_email text, note text, reviewer text default null)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_note text := nullif(btrim($3), '');
  v_submitter uuid := (select u.id from auth.users u where lower(u.email) = lower(btrim($2)));
  v_last uuid;
begin
  if v_note is null then
    raise exception 'say in the note why the pause is lifted' using errcode = '22023';
  end if;
  select s.id into v_last from private.certificate_submissions s
   where s.owner_id = $1 and s.submitted_by = v_submitter and s.stopped_by is not null and s.pause_lifted_at is null
   order by s.decided_at desc limit 1;
  if not found then
    raise exception 'no certificate of this person for this owner was stopped' using errcode = '22023';
  end if;
  update private.certificate_submissions s set pause_lifted_at = now()
   where s.owner_id = $1 and s.submitted_by = v_submitter and s.stopped_by is not null and s.pause_lifted_at is null;
  insert into private.certificate_decisions (submission_id, decision, decided_by, note)
    values (v_last, 'pause_lifted', private.reviewer_name($4), v_note);
  perform private.log_event($1, 'certificate_pause_lifted', jsonb_strip_nulls(jsonb_build_object(
    'name', private.still_named($1, v_submitter))));
end $$;
comment on function admin.lift_certificate_pause(uuid, text, text, text) is
  'Lets a person submit a certificate again at once for an owner who stopped earlier ones of theirs; the next stop counts as the first. 22023: no note, or nothing to lift.';

-- ---- the operator is told -----------------------------------------------------------------------------------
-- One mail within a minute of a submission, and again a day after the last about that certificate while it waits: one that
-- comes meanwhile puts off no mail about an older one. The function that sends mail knows the operator's address; the mail
-- names no one.
create function private.enqueue_operator_notices() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_waiting jsonb;
begin
  -- Two runs at once must not write two mails.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.operator_notices', 0));
  select jsonb_build_object('recipient', 'operator', 'waiting', count(*), 'waiting_since', min(s.submitted_at))
    into v_waiting
    from private.certificate_submissions s join public.profiles p on p.death_certificate_path = s.path
   where p.death_review = 'pending'
  having bool_or(s.operator_told_at is null or s.operator_told_at <= now() - interval '1 day');
  if found then
    perform private.enqueue_mail('certificates_waiting', 'operator', v_waiting);
    update private.certificate_submissions s set operator_told_at = now()
     where s.id = any (array(
       select told.id from private.certificate_submissions told join public.profiles p on p.death_certificate_path = told.path
        where p.death_review = 'pending' and (told.operator_told_at is null or told.operator_told_at <= now() - interval '1 day')
        order by told.submitted_at
        limit 1000
          -- A decision or a stop of this moment must not wait for this, nor this for an administrator's open transaction.
          for update of told skip locked));
  end if;
end $$;
