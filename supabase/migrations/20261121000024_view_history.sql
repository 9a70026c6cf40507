-- Who viewed what in a memorial, and the notices about a release on designees' screens.

-- Records that the caller viewed a tab of a memorial or opened a file in it. Returns nothing and changes only the history.
create function private.record_view(p_owner_id uuid, p_section text, p_item_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_part private.plan_parts;
  v_title text;
begin
  -- Views of the own plan are not recorded.
  if p_owner_id = (select auth.uid()) then
    return;
  end if;
  if p_section = 'certificate' and p_owner_id in (select private.designated_owners()) then
    perform private.log_view(p_owner_id, 'file_opened', '{"section": "certificate"}');
    return;
  end if;
  -- The list of steps is made from all parts that the reader may see, and memories are no part.
  if p_section in ('first-days', 'memories') and p_item_id is null
     and (p_owner_id in (select private.viewable_owners())
          or p_section = 'first-days' and p_owner_id in (select private.owners_open_for_death())) then
    perform private.log_view(p_owner_id, 'section_viewed', jsonb_build_object('section', p_section));
    return;
  end if;
  for v_part in
    select p.* from private.readable_parts() r join private.plan_parts p on p.table_name = r.table_name
     where r.owner_id = p_owner_id and p_section = any (p.tabs)
  loop
    if p_item_id is null then
      perform private.log_view(p_owner_id, 'section_viewed', jsonb_build_object('section', p_section));
      return;
    end if;
    if v_part.file_title is not null then
      execute format('select %s from public.%I where id = $1 and %I = $2',
                     v_part.file_title, v_part.table_name, v_part.owner_column)
        into v_title using p_item_id, p_owner_id;
      if v_title is not null then
        perform private.log_view(p_owner_id, 'file_opened',
          jsonb_build_object('section', p_section, 'item_id', p_item_id, 'title', v_title));
        return;
      end if;
    end if;
  end loop;
  raise exception 'not allowed' using errcode = 'HW006';
end $$;

create function public.record_view(owner_id uuid, section text, item_id uuid default null) returns void
  language sql security invoker set search_path = '' as $$ select private.record_view(owner_id, section, item_id) $$;
grant execute on function private.record_view(uuid, text, uuid), public.record_view(uuid, text, uuid) to authenticated;
comment on function public.record_view(uuid, text, uuid) is
  'Notes in the access history that the caller looked at a tab of a memorial or opened a file in it. HW006: not allowed.';

-- The last event of each plan that the caller may see or may see one day. The policies decide what can be read; the
-- query still starts from the caller's roles, because they are few and found by an index.
create function public.release_notices()
  returns table (event_id bigint, owner_id uuid, owner_name text, action text, happened_at timestamptz, release_at timestamptz)
  language sql stable security invoker set search_path = '' as $$
  select last.id, p.user_id, p.full_name, last.action, last.created_at, p.release_at
    from (select distinct r.owner_id from public.v_effective_roles r where r.viewer_id = (select auth.uid())) named
    join public.profiles p on p.user_id = named.owner_id
    cross join lateral (
      select e.id, e.action, e.created_at from public.access_events e
       where e.owner_id = p.user_id
         and e.action in ('certificate_submitted', 'certificate_approved', 'certificate_rejected', 'certificate_needs_another',
                          'decision_taken_back', 'release_stopped', 'plan_released')
       order by e.id desc
       limit 1) last
   where last.created_at > now() - interval '30 days' or p.death_review = 'pending' or p.release_at > now()
   order by last.id desc
$$;
grant execute on function public.release_notices() to authenticated;
comment on function public.release_notices() is 'The last step of a release, for each owner who named the caller: of the last 30 days, or still under way.';
