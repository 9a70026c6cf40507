-- Who may look at whose plan. Every policy that lets a designee read asks one of these functions.

-- viewable: the hold is off and the owner lives, or the death is verified and the waiting period over.
create function private.is_viewable(p_profile public.profiles, p_now timestamptz) returns boolean
  language sql immutable set search_path = ''
  as $$
  select case when p_profile.is_deceased
              then p_profile.death_review = 'approved' and p_profile.release_at <= p_now
              else not p_profile.visibility_hold end
$$;
revoke execute on function private.is_viewable(public.profiles, timestamptz) from public;

-- The owners whose plan this viewer may read; p_roles narrows it to what the viewer is to the owner.
-- Membership and payment play no part, on the owner's side or the viewer's.
create function private.viewable_owner_ids(p_viewer_id uuid, p_roles public.designation_role[], p_now timestamptz)
  returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
  select d.owner_id
    from public.designations d
    join public.profiles p on p.user_id = d.owner_id
   where d.beneficiary_user_id = p_viewer_id and d.accepted_at is not null and d.revoked_at is null
     and d.role = any (p_roles)
     and private.is_viewable(p, p_now)
$$;
revoke execute on function private.viewable_owner_ids(uuid, public.designation_role[], timestamptz) from public;

-- For policies: no arguments, so that it runs once a query and nobody can ask in another's name.
create function private.viewable_owners() returns setof uuid
  language sql stable security definer set search_path = ''
  as $$
  select private.viewable_owner_ids((select auth.uid()), '{beneficiary,trustee,executor}', now())
$$;
revoke execute on function private.viewable_owners() from public;
grant execute on function private.viewable_owners() to authenticated;

-- Financial accounts and insurance are for trustees and executors.
create function private.finance_viewable_owners() returns setof uuid
  language sql stable security definer set search_path = ''
  as $$ select private.viewable_owner_ids((select auth.uid()), '{trustee,executor}', now()) $$;
revoke execute on function private.finance_viewable_owners() from public;
grant execute on function private.finance_viewable_owners() to authenticated;

create policy profiles_select_concerned on public.profiles for select to authenticated
  using (user_id = (select auth.uid()) or user_id in (select private.designated_owners()));

-- Designees read what concerns the release, and what they did themselves: whom else the owner named is not theirs to know.
create policy access_events_select_concerned on public.access_events for select to authenticated
  using (
    owner_id = (select auth.uid())
    or (owner_id in (select private.designated_owners())
        and (actor_id = (select auth.uid())
             or action in ('certificate_submitted', 'certificate_approved', 'certificate_rejected', 'release_stopped',
                           'hold_lifted', 'hold_restored'))));

-- security_invoker: the rows are those that the reader may see in designations.
create view public.v_effective_roles with (security_invoker = true) as
  select d.owner_id, d.beneficiary_user_id as viewer_id, d.role
    from public.designations d
   where d.accepted_at is not null and d.revoked_at is null and d.beneficiary_user_id is not null;
comment on view public.v_effective_roles is 'Who holds which role for whom, as far as accepted and not revoked.';
revoke all on public.v_effective_roles from anon, authenticated, service_role;
grant select on public.v_effective_roles to authenticated, service_role;
