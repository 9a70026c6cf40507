-- A designee says, while a certificate waits, that something is wrong with it. Nothing is decided by that: the administrators
-- read it, everyone is told, and the plan opens seven days later at the earliest, so that there is time to look.

create table private.objections (
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references auth.users (id) on delete cascade,
  submission_id uuid not null references private.certificate_submissions (id) on delete cascade,
  -- No foreign key, as for who submitted a certificate.
  objected_by uuid not null,
  -- As the owner named them then.
  person_name text not null,
  role public.designation_role not null,
  -- Administrators alone read them, so that no one has to fear the person they are about.
  words text not null check (char_length(words) <= 2000 and words ~ '[^[:space:]]'),
  objected_at timestamptz not null default now(),
  -- Before this the plan does not open by an approval. Null: there was such a wait lately.
  opens_not_before timestamptz,
  -- When the same person took it back. The time it gave to look stays: they may have been made to.
  withdrawn_at timestamptz,
  unique (submission_id, objected_by)
);
create index objections_owner on private.objections (owner_id, objected_at desc);
alter table private.objections enable row level security;
comment on table private.objections is 'What designees told the administrators about a certificate that waited, one a person and certificate.';

-- Until when no approval opens this owner's plan; null or past: it may.
create function private.opens_not_before(p_owner_id uuid) returns timestamptz
  language sql stable security definer set search_path = '' as $$
  select max(o.opens_not_before) from private.objections o where o.owner_id = p_owner_id
$$;

-- The owner's certificate that waits: for a decision, or for the end of the waiting period. Null: none does.
create function private.waiting_certificate(p_profile public.profiles) returns text language sql stable
  return case when (p_profile).death_review = 'pending'
                   or (p_profile).death_review = 'approved' and (p_profile).release_at > now()
              then (p_profile).death_certificate_path end;

-- Must hold up no stop and no decision: it writes rows that are new, and asks for the profile last, without waiting, so that
-- it has that for no longer than its commit takes. Whoever approves then sees the objection, or this one is refused, and
-- when it is sent again, it sees the approval.
create function private.object_to_certificate(p_owner_id uuid, p_words text) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  c_wait constant interval := '7 days';
  v_words text := nullif(btrim(p_words), '');
  v_profile public.profiles;
  v_me public.designations;
  v_submission uuid;
  v_objection private.objections;
  v_opens_at timestamptz;
  v_said_lately boolean;
begin
  select d.* into v_me from private.accepted_designations d
   where d.owner_id = p_owner_id and d.beneficiary_user_id = auth.uid()
   order by d.id desc limit 1;
  if not found then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  if v_words is null then
    raise exception 'say what is wrong' using errcode = '22023';
  end if;
  -- Makes a deletion of the account wait, which then finds the certificate.
  perform from auth.users u where u.id = p_owner_id for key share;
  select p.* into v_profile from public.profiles p where p.user_id = p_owner_id;
  select s.id into v_submission from private.certificate_submissions s
   where s.path = private.waiting_certificate(v_profile);
  if not found then
    raise exception 'no certificate waits' using errcode = 'HW091';
  end if;
  v_said_lately := exists (
    select from private.objections o
     where o.submission_id = v_submission and o.objected_by = auth.uid() and o.objected_at > now() - interval '1 day');
  insert into private.objections (owner_id, submission_id, objected_by, person_name, role, words, opens_not_before)
  select p_owner_id, v_submission, v_me.beneficiary_user_id, v_me.person_name, v_me.role, v_words,
         -- Once in thirty days for an owner, whoever objects, and to however many certificates: no one can keep a family out.
         case when not exists (
           select from private.objections o
            where o.owner_id = p_owner_id and o.opens_not_before is not null and o.objected_at > now() - interval '30 days')
         then now() + c_wait end
  -- Who took theirs back may say it again.
  on conflict (submission_id, objected_by) do update
    set withdrawn_at = null, words = excluded.words, objected_at = excluded.objected_at
    where objections.withdrawn_at is not null
  returning * into v_objection;
  -- A second press, or a try again after a lost answer.
  if not found then
    return;
  end if;
  v_opens_at := greatest(v_profile.release_at, private.opens_not_before(p_owner_id));
  perform private.log_repeatable(p_owner_id, 'certificate_objected', p_per_day => 10);
  -- To a family that was told of it today it is no news, and a person in doubt would send it to them ten times.
  if not v_said_lately then
    perform private.mail_owner_and_designees(p_owner_id, 'certificate_objected', jsonb_build_object(
      'actor_name', v_me.person_name, 'actor_role', v_me.role,
      -- Nothing is said of a day if it is over, or if the owner had opened the plan.
      'opens_at', case when v_opens_at > now() and not private.is_viewable(v_profile) then v_opens_at end,
      'is_approved', v_profile.death_review = 'approved'), p_about => v_objection.id::text);
  end if;
  perform private.enqueue_mail('certificate_objected', 'operator', jsonb_build_object(
    'recipient', 'operator', 'is_approved', v_profile.death_review = 'approved'));
  perform from public.profiles p
    where p.user_id = p_owner_id and p.death_review = v_profile.death_review
      and p.death_certificate_path = v_profile.death_certificate_path
      for no key update skip locked;
  if not found then
    raise exception 'the review changes at this moment' using errcode = 'HW094';
  end if;
  -- Only an approval has a release. A plan that was open until then stays open until the new day.
  update public.profiles p
     set release_at = v_opens_at,
         open_until = case when p.open_until = p.release_at then v_opens_at else p.open_until end
   where p.user_id = p_owner_id and p.release_at < v_opens_at;
end $$;

create function public.object_to_certificate(owner_id uuid, words text) returns void
  language sql security invoker set search_path = '' as $$ select private.object_to_certificate(owner_id, words) $$;
grant execute on function private.object_to_certificate(uuid, text), public.object_to_certificate(uuid, text) to authenticated;
comment on function public.object_to_certificate(uuid, text) is
  'Tells the administrators that something is wrong with the certificate that waits for this owner, as an accepted designee; a second call changes nothing. Everyone is told that it was said, once a day, and no one what. The plan opens by it seven days later at the earliest, once in 30 days. HW006: not allowed, HW072: taken back and said again too often today, HW091: no certificate waits, 22023: no words, HW094: the review changes at this moment.';

-- It stays for the administrators, who read that it was taken back.
create function private.withdraw_objection(p_owner_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_profile public.profiles;
  v_objection private.objections;
begin
  if not exists (select from private.designated_owners() o where o = p_owner_id) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  -- As when objecting.
  perform from auth.users u where u.id = p_owner_id for key share;
  select p.* into v_profile from public.profiles p where p.user_id = p_owner_id;
  -- Two presses at once wait for each other, and the second finds it taken back.
  select o.* into v_objection
    from private.objections o join private.certificate_submissions s on s.id = o.submission_id
   where s.path = private.waiting_certificate(v_profile) and o.objected_by = auth.uid()
     for no key update of o;
  if not found then
    raise exception 'there is nothing to take back' using errcode = 'HW091';
  end if;
  if v_objection.withdrawn_at is not null then
    return;
  end if;
  update private.objections o set withdrawn_at = now() where o.id = v_objection.id;
  perform private.log_event(p_owner_id, 'objection_withdrawn');
end $$;

create function public.withdraw_objection(owner_id uuid) returns void
  language sql security invoker set search_path = '' as $$ select private.withdraw_objection(owner_id) $$;
grant execute on function private.withdraw_objection(uuid), public.withdraw_objection(uuid) to authenticated;
comment on function public.withdraw_objection(uuid) is
  'Takes back what the caller said of the certificate that waits for this owner; a second call changes nothing. The administrators read that it was taken back, and the plan opens no sooner. HW006: not allowed, HW091: the caller said nothing, or no certificate waits.';

-- Who objected to the certificate that waits. Each reads their own words alone.
create function private.certificate_objections(p_owner_id uuid) returns table (
    person_name text, objected_at timestamptz, is_mine boolean, words text, opens_at timestamptz, withdrawn_at timestamptz)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select o.person_name, o.objected_at, o.objected_by = auth.uid(),
           case when o.objected_by = auth.uid() then o.words end,
           nullif(greatest(private.opens_not_before(p_owner_id), now()), now()), o.withdrawn_at
      from public.profiles p
      join private.certificate_submissions s on s.path = private.waiting_certificate(p)
      join private.objections o on o.submission_id = s.id
     where p.user_id = p_owner_id
       and (p_owner_id = auth.uid() or p_owner_id in (select private.designated_owners()))
     order by o.objected_at;
end $$;

create function public.certificate_objections(owner_id uuid) returns table (
    person_name text, objected_at timestamptz, is_mine boolean, words text, opens_at timestamptz, withdrawn_at timestamptz)
  language sql stable security invoker set search_path = '' as $$ select * from private.certificate_objections(owner_id) $$;
grant execute on function private.certificate_objections(uuid), public.certificate_objections(uuid) to authenticated;
comment on function public.certificate_objections(uuid) is
  'Who said that something is wrong with the certificate that waits for this owner, who of them took it back (withdrawn_at), and until when no approval opens the plan (opens_at). For the owner and the accepted designees; others get no row.';
