-- "What Anna will see": applies the rules of the policies to one of the caller's designees. The answer says what would
-- be open; the rows themselves are the caller's own, read with the caller's rights.

create function private.preview_memorial(p_designation_id bigint, p_moment text) returns table (
    person_name text, role public.designation_role, accepted boolean, can_view boolean, can_view_finances boolean,
    parts text[], message_ids uuid[], messages_later bigint)
  language plpgsql stable security definer set search_path = '' as $$
#variable_conflict use_column
declare
  v_designation public.designations;
  v_profile public.profiles;
  v_accepted boolean;
  v_reason text;
begin
  if p_moment is null or p_moment not in ('now', 'ill', 'died', 'after_release') then
    raise exception 'there is no such moment' using errcode = '22023';
  end if;
  select * into v_designation from public.designations d
   where d.id = p_designation_id and d.owner_id = (select auth.uid());
  if not found then
    raise exception 'no such designation' using errcode = 'HW001';
  end if;
  select * into v_profile from public.profiles p where p.user_id = v_designation.owner_id;
  v_accepted := v_designation.accepted_at is not null;
  v_reason := case when p_moment in ('ill', 'died') then p_moment else private.reason_open(v_profile) end;
  if p_moment = 'after_release' then
    -- Assumes the day itself: the death verified, and the wait over. The hold does not matter then.
    v_profile.is_deceased := true;
    v_profile.death_review := 'approved';
    v_profile.release_at := now();
  end if;
  if p_moment <> 'now' and v_designation.declined_at is null then
    v_designation.accepted_at := coalesce(v_designation.accepted_at, now());
  end if;
  return query
    -- A person who was named more than once gets access through each of these designations.
    with named as (
      select v_designation as designation
      union all
      select d from public.designations d
       where d.owner_id = v_designation.owner_id and d.beneficiary_user_id = v_designation.beneficiary_user_id
         and d.id <> v_designation.id),
    opens as (
      select array_agg((n.designation).id) filter (where private.opens_plan(n.designation, v_profile, false)) as ids,
             bool_or(private.opens_plan(n.designation, v_profile, true)) as finances
        from named n),
    messages as (
      select v.id, private.message_reaches(v.for_beneficiary, v.deliver_on, opens.ids, now()) as due
        from public.video_messages v, opens
       where v.user_id = v_designation.owner_id and opens.ids is not null
         and private.message_reaches(v.for_beneficiary, null, opens.ids, now()))
    select v_designation.person_name, v_designation.role, v_accepted, opens.ids is not null, opens.finances,
           array(select t.choice
                   from private.timings_of(
                     v_designation.beneficiary_user_id,
                     case when v_designation.accepted_at is not null and v_designation.revoked_at is null
                          then p_designation_id end) t
                  where t.owner_id = v_designation.owner_id
                    and private.is_part_open(t.timing, t.opens_early, v_profile, v_reason)
                  order by t.choice),
           array(select m.id from messages m where m.due), (select count(*) from messages m where not m.due)
      from opens;
end $$;

create function public.preview_memorial(designation_id bigint, moment text) returns table (
    person_name text, role public.designation_role, accepted boolean, can_view boolean, can_view_finances boolean,
    parts text[], message_ids uuid[], messages_later bigint)
  language sql stable security invoker set search_path = ''
  as $$ select * from private.preview_memorial(designation_id, moment) $$;
grant execute on function private.preview_memorial(bigint, text), public.preview_memorial(bigint, text) to authenticated;
comment on function public.preview_memorial(bigint, text) is
  'What a designee of the caller sees of the caller''s plan: now (''now''), in its first hours, because the caller can''t speak for themself (''ill'') or has died (''died''), or after a release (''after_release''). HW001: not a designation of the caller, 22023: no such moment.';
