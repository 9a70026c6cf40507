-- What a guest of the service sees by the link in their mail: the service, their own answer and memories, and the head of
-- the memorial if an executor says so.

create function public.service_of_guest(p_guest_id uuid) returns table (
    owner_name text, guest_name text, held_on date, held_at time, time_zone text, starts_at timestamptz, place text,
    address text, dress text, livestream_url text, flowers text, note text, phone text, invited_by text,
    is_called_off boolean, is_over boolean, calendar_version integer, calendar_changed_at timestamptz,
    answer public.guest_answer, people integer, message text, answered_earlier boolean, answer_was_taken boolean,
    is_unsubscribed boolean, portrait jsonb, takes_memories boolean, memories jsonb)
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_guest public.service_guests := private.guest_by_link(p_guest_id);
begin
  return query
    select p.full_name, v_guest.name, s.held_on, s.held_at, s.time_zone, s.starts_at, s.place, s.address, s.dress,
           s.livestream_url, s.flowers, s.note, s.phone, v_guest.invited_by,
           s.is_called_off, s.starts_at <= now(), s.calendar_version, s.calendar_changed_at,
           v_guest.answer, v_guest.people,
           -- What was noted during a call is for those who arrange the service.
           case when v_guest.answer_taken_by is null then v_guest.message end,
           v_guest.answer is not null and not private.answer_stands(v_guest, s), v_guest.answer_taken_by is not null,
           v_guest.unsubscribed_at is not null,
           case when s.shows_portrait
                     and num_nonnulls(t.picture_path, t.born_on, t.born_in, t.remembered_by, p.died_on) > 0
                then jsonb_build_object(
                       'picture_path', t.picture_path, 'born_on', t.born_on, 'born_in', t.born_in,
                       'remembered_by', t.remembered_by, 'died_on', p.died_on) end,
           s.takes_memories,
           (select coalesce(jsonb_agg(jsonb_build_object(
                     'id', m.id, 'words', m.words, 'picture_path', m.picture_path, 'is_hidden', m.is_hidden,
                     'created_at', m.created_at) order by m.created_at desc, m.id), '[]')
              from public.memories m where m.guest_id = v_guest.id)
      from public.services s
      join public.profiles p on p.user_id = s.owner_id
      left join public.portraits t on t.user_id = s.owner_id
     where s.owner_id = v_guest.owner_id;
end $$;
grant execute on function public.service_of_guest(uuid) to service_role;
comment on function public.service_of_guest(uuid) is
  'What the page of a guest shows, and nothing else of the plan. For the function service-guest, which checks the link. HW064: the link does not work, or no longer.';

-- Asked when the link opens no service.
create function public.mistake_of_guest(p_guest_id uuid) returns table (owner_name text, owner_lives boolean)
  language plpgsql stable security definer set search_path = '' as $$
begin
  return query
    select p.full_name, m.owner_lives
      from (select t.owner_id, t.owner_lives from private.mistaken_guests t where t.id = p_guest_id
            union all
            -- Until housekeeping has come to it.
            select g.owner_id, w.owner_lives
              from public.service_guests g
              join private.service_windups w on w.owner_id = g.owner_id
             where g.id = p_guest_id and g.email is not null) m
      join public.profiles p on p.user_id = m.owner_id
     -- Nothing is said while an administrator looks again, nor of a later death.
     where p.death_review = 'rejected'
     order by m.owner_lives desc
     limit 1;
end $$;
grant execute on function public.mistake_of_guest(uuid) to service_role;
comment on function public.mistake_of_guest(uuid) is
  'Whether this guest was invited by mistake: no row, or whose death was taken as verified, and whether the owner said to live. For the function service-guest, which checks the link.';
