-- Who looked at what in a memorial, and what designees are told of a release on their screens.

-- The caller looked at a section, or opened a file of it. Says nothing, and changes nothing but the history.
create function private.record_view(p_owner_id uuid, p_section text, p_item_id uuid) returns void
  language plpgsql security definer set search_path = ''
  as $$
declare
  v_title text;
begin
  -- An owner in their own plan is no news.
  if p_owner_id = (select auth.uid()) then
    return;
  end if;
  if (case
       when p_section = 'certificate' then p_owner_id in (select private.designated_owners())
       when p_section = 'accounts' then p_owner_id in (select private.finance_viewable_owners())
       when p_section in ('funeral', 'music', 'documents', 'messages', 'contacts')
         then p_owner_id in (select private.viewable_owners())
       else false end) is not true then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  if p_section = 'certificate' then
    perform private.log_view(p_owner_id, 'file_opened', '{"section": "certificate"}');
    return;
  end if;
  if p_item_id is null then
    perform private.log_view(p_owner_id, 'section_viewed', jsonb_build_object('section', p_section));
    return;
  end if;
  v_title := case p_section
    when 'documents' then (
      select e.description from public.estate_documents e where e.id = p_item_id and e.user_id = p_owner_id)
    when 'messages' then (
      select v.title from public.video_messages v
       where v.id = p_item_id and v.user_id = p_owner_id
         and private.message_reaches(v.for_beneficiary, v.deliver_on, array(select private.my_designation_ids()), now()))
    when 'accounts' then (
      select i.provider from public.insurance_policies i where i.id = p_item_id and i.user_id = p_owner_id)
    end;
  if v_title is null then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  perform private.log_view(p_owner_id, 'file_opened',
    jsonb_build_object('section', p_section, 'item_id', p_item_id, 'title', v_title));
end $$;
revoke execute on function private.record_view(uuid, text, uuid) from public;
grant execute on function private.record_view(uuid, text, uuid) to authenticated;

create function public.record_view(owner_id uuid, section text, item_id uuid default null) returns void
  language sql security invoker set search_path = ''
  as $$ select private.record_view(owner_id, section, item_id) $$;
revoke execute on function public.record_view(uuid, text, uuid) from public, anon, authenticated, service_role;
grant execute on function public.record_view(uuid, text, uuid) to authenticated;
comment on function public.record_view(uuid, text, uuid) is
  'Notes in the access history that the caller looked at a section of a memorial or opened a file of it. HW006: not allowed.';

-- What last happened to the plans that were opened to the caller, or may be. The policies decide what is read; it goes
-- by the caller's roles all the same, for they are few and found by an index.
create function public.release_notices()
  returns table (event_id bigint, owner_id uuid, owner_name text, action text, happened_at timestamptz, release_at timestamptz)
  language sql stable security invoker set search_path = ''
  as $$
  select last.id, p.user_id, p.full_name, last.action, last.created_at, p.release_at
    from (select distinct r.owner_id from public.v_effective_roles r where r.viewer_id = (select auth.uid())) named
    join public.profiles p on p.user_id = named.owner_id
    cross join lateral (
      select e.id, e.action, e.created_at from public.access_events e
       where e.owner_id = p.user_id
         and e.action in ('certificate_submitted', 'certificate_approved', 'certificate_rejected', 'release_stopped',
                          'plan_released')
       order by e.id desc
       limit 1) last
   where last.created_at > now() - interval '30 days' or p.death_review = 'pending' or p.release_at > now()
   order by last.id desc
$$;
revoke execute on function public.release_notices() from public, anon, authenticated, service_role;
grant execute on function public.release_notices() to authenticated;
comment on function public.release_notices() is
  'The last step of a release, for each owner who named the caller: of the last 30 days, or still under way.';
