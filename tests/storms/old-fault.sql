-- What the stop once did: it wound up the service in its own transaction, guest by guest. And a request that holds a guest
-- on its way to change them, as leaving a memory did.
create function private.former_suspend_service() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests;
begin
  for v_guest in select g.* from public.service_guests g where g.owner_id = new.user_id order by g.id loop
    update public.service_guests g set updated_at = now() where g.id = v_guest.id;
    insert into private.mail_outbox (kind, to_email) values ('service_mistaken', v_guest.email);
  end loop;
  delete from public.service_guests g where g.owner_id = new.user_id;
  return null;
end $$;

create function public.former_guest_write(p_guest_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform from public.service_guests g where g.id = p_guest_id for key share;
  update public.service_guests g set updated_at = now() where g.id = p_guest_id;
end $$;
grant execute on function public.former_guest_write(uuid) to service_role;
notify pgrst, 'reload schema';
