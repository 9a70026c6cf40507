-- Who may see whose plan. Every policy that lets a designee read calls one of these functions, or one of the next
-- migration, which asks for each part by itself.

-- viewable: the hold is off, permanently or for some days, and the owner is alive; or the death is verified and the
-- waiting period is over, or the plan was already open when it was verified. Written with RETURN, which resolves its
-- names at creation: it needs no search path, so Postgres inlines it.
create function private.is_viewable(p_profile public.profiles) returns boolean language sql stable
  return case when (p_profile).is_deceased
              then (p_profile).death_review = 'approved'
                   and ((p_profile).release_at <= now() or coalesce((p_profile).open_until > now(), false))
              else not (p_profile).visibility_hold
                   and ((p_profile).hold_lifted_until is null or (p_profile).hold_lifted_until > now()) end;

-- Whether a designation gives access to its owner's plan now, as a trustee or executor if p_as_trustee. Which parts of it
-- they may read is another question: see private.owners_of_part. Membership and payment do not matter, neither the owner's
-- nor the viewer's.
create function private.opens_plan(p_designation public.designations, p_profile public.profiles, p_as_trustee boolean)
  returns boolean language sql stable
  return (p_designation).accepted_at is not null and (p_designation).revoked_at is null
     and (not p_as_trustee or (p_designation).role in ('trustee', 'executor'))
     and (p_designation).owner_id = (p_profile).user_id
     and private.is_viewable(p_profile);

-- The owners whose plan the caller may read. It has no rights and no search path of its own, so Postgres puts it into the
-- query that asks instead of calling it.
create function private.viewable_owners(p_as_trustee boolean) returns setof uuid language sql stable
begin atomic
  select d.owner_id
    from public.designations d
    join public.profiles p on p.user_id = d.owner_id
   where d.beneficiary_user_id = auth.uid() and private.opens_plan(d, p, p_as_trustee);
end;

-- For policies: without arguments, so that it runs only once per query. Policies ask for an array, so that a request that
-- names no owner finds the rows by the index: a subquery would run over every row.
create function private.viewable_owners() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from private.viewable_owners(false);
end $$;
grant execute on function private.viewable_owners() to authenticated;

-- The owners whose plan a person may read because it was released after the death, and not because its living owner
-- opened it. p_role: only those who gave the person this role.
create function private.released_to(
  p_user_id uuid, p_as_trustee boolean default false, p_role public.designation_role default null)
  returns setof uuid language sql stable
begin atomic
  select d.owner_id
    from public.designations d
    join public.profiles p on p.user_id = d.owner_id
   where d.beneficiary_user_id = p_user_id and (p_role is null or d.role = p_role)
     and p.death_review = 'approved' and p.release_at <= now() and private.opens_plan(d, p, p_as_trustee);
end;

-- For policies, as above.
create function private.released_owners() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from private.released_to(auth.uid());
end $$;

create function private.released_owners_as_trustee() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from private.released_to(auth.uid(), true);
end $$;

create function private.released_owners_as_executor() returns setof uuid
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query select * from private.released_to(auth.uid(), true, 'executor');
end $$;
grant execute on function private.released_owners(), private.released_owners_as_trustee(),
  private.released_owners_as_executor() to authenticated;

create policy profiles_select_concerned on public.profiles for select to authenticated
  using (user_id = (select auth.uid()) or user_id = any (array(select private.designated_owners())));

-- ---- the hold in the history, and its end ------------------------------------------------------------------
-- Only the owner is told how many people the lifted hold lets in, because designees read the history too.
create function private.report_hold_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_people bigint;
begin
  -- Putting it back is never refused, and ends by itself, because lifting is limited.
  if new.visibility_hold then
    perform private.log_event(new.user_id, 'hold_restored', '{}', coalesce(old.hold_lifted_until <= now(), false));
    return null;
  end if;
  perform private.log_repeatable(
    new.user_id, 'hold_lifted', jsonb_build_object('until', new.hold_lifted_until), p_per_day => 20);
  -- When only its end moves, no one new can see the plan.
  if private.is_viewable(old) then
    return null;
  end if;
  select count(*) into v_people from public.designations d
   where d.owner_id = new.user_id and private.opens_plan(d, new, false);
  -- The owner gets a mail in case another person used the account.
  perform private.enqueue_mail('hold_lifted', u.email, jsonb_build_object(
      'recipient', 'owner', 'people', v_people, 'until', new.hold_lifted_until))
    from auth.users u where u.id = new.user_id;
  return null;
end $$;

-- If the hold changes together with the review, it is part of that event and not logged separately.
create trigger profiles_report_hold_change after update of visibility_hold on public.profiles for each row when (
    (new.visibility_hold, new.hold_lifted_until) is distinct from (old.visibility_hold, old.hold_lifted_until)
    and new.death_review = old.death_review)
  execute function private.report_hold_change();

-- If this runs late, nothing stays visible longer, because is_viewable checks the time itself.
create function private.restore_lapsed_holds() returns void
  language sql security definer set search_path = '' as $$
  update public.profiles p set visibility_hold = true
   where p.user_id = any (array(
     select due.user_id from public.profiles due
      where due.hold_lifted_until <= now()
      order by due.hold_lifted_until
      limit 100
        for update skip locked))
$$;

-- security_invoker: shows only the designations that the reader may see.
create view public.v_effective_roles with (security_invoker = true) as
  select d.owner_id, d.beneficiary_user_id as viewer_id, d.role
    from public.designations d
   where d.accepted_at is not null and d.revoked_at is null and d.beneficiary_user_id is not null;
comment on view public.v_effective_roles is 'Who holds which role for whom, as far as accepted and not revoked.';
grant select on public.v_effective_roles to authenticated, service_role;
