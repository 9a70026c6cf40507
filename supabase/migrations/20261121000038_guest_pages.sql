-- What a guest of the service sees by the link in their mail: the service, their own answer and memories, and the head of
-- the memorial if an executor says so.

create function public.service_of_guest(p_guest_id uuid) returns table (
    owner_name text, guest_name text, held_on date, held_at time, time_zone text, starts_at timestamptz, place text,
    address text, dress text, livestream_url text, flowers text, note text, is_called_off boolean, is_over boolean,
    answer public.guest_answer, people integer, message text, is_unsubscribed boolean, portrait jsonb,
    takes_memories boolean, memories jsonb)
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_guest public.service_guests := private.guest_by_link(p_guest_id);
begin
  return query
    select p.full_name, v_guest.name, s.held_on, s.held_at, s.time_zone, s.starts_at, s.place, s.address, s.dress,
           s.livestream_url, s.flowers, s.note, s.is_called_off, s.starts_at <= now(),
           v_guest.answer, v_guest.people, v_guest.message, v_guest.unsubscribed_at is not null,
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
