-- What the mail provider reports about an address: its server refused a mail for good, or its holder marked one as spam.
-- Then no mail of ours reaches the designee, also not on the day, and the owner is the one who can find out why.

create table private.mail_events (
  id text primary key check (char_length(id) between 1 and 255),
  received_at timestamptz not null default now()
);
create index mail_events_received on private.mail_events (received_at);
alter table private.mail_events enable row level security;
comment on table private.mail_events is 'Events of the mail provider already worked off, so that a repeat changes nothing.';

-- The designations whose designee is written to at this address.
create function private.designations_written_to(p_email text) returns setof bigint
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_user_id uuid := (select u.id from auth.users u where u.email = p_email and not u.is_sso_user);
begin
  return query
    select d.id from public.designations d
     where d.accepted_at is null and d.person_email = p_email
       and not exists (select from private.kept_invitations k where k.designation_id = d.id)
    union all
    select d.id from private.kept_invitations k join public.designations d on d.id = k.designation_id
     where k.user_id = v_user_id
    union all
    select d.id from public.designations d where d.beneficiary_user_id = v_user_id;
end $$;

create function public.apply_mail_refusal(p_event_id text, p_emails text[], p_happened_at timestamptz) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_email text;
  v_row public.designations;
begin
  insert into private.mail_events (id) values (p_event_id) on conflict do nothing;
  if not found then
    return;
  end if;
  foreach v_email in array p_emails loop
    perform private.note_guest_refusal(lower(v_email), p_happened_at);
    for v_row in
      update public.designations d set mail_refused_at = now()
       where d.id = any (array(select private.designations_written_to(lower(v_email))))
         and d.revoked_at is null and d.declined_at is null
         -- The owner is told once, and not of a mail that was refused before the owner asked again.
         and d.mail_refused_at is null
         and p_happened_at > coalesce(greatest(d.invited_at, d.address_asked_at), '-infinity')
      returning d.*
    loop
      perform private.log_event(v_row.owner_id, 'mail_refused',
        jsonb_build_object('role', v_row.role, 'name', v_row.person_name), p_by_itself => true);
      perform private.enqueue_mail('mail_refused', people.email, jsonb_build_object(
          'recipient', people.recipient, 'owner_id', v_row.owner_id, 'owner_name', v_row.owner_name,
          'actor_name', v_row.person_name, 'role', v_row.role))
        from private.who_looks_after(v_row.owner_id, v_row.beneficiary_user_id, p_in_review => true) people;
      -- No one but the operator can find another way then.
      perform private.enqueue_mail('mail_refused', 'operator', '{"recipient": "operator"}', p_about => '')
        from public.profiles p where p.user_id = v_row.owner_id and p.is_deceased;
      perform private.tell_of_untold(v_row.owner_id, v_row.beneficiary_user_id);
    end loop;
  end loop;
end $$;
grant execute on function public.apply_mail_refusal(text, text[], timestamptz) to service_role;
comment on function public.apply_mail_refusal(text, text[], timestamptz) is
  'Notes that mail to these addresses was refused, for every owner who named a person there, and tells the owners, and the circle of one whose first hours are open. Repeated events change nothing.';

create view admin.unreached as
  select d.owner_id, p.full_name as owner_name, d.person_name, d.person_email, d.role, d.mail_refused_at
    from public.designations d join public.profiles p on p.user_id = d.owner_id
   where d.mail_refused_at is not null and d.revoked_at is null and p.is_deceased
   order by d.mail_refused_at;
comment on view admin.unreached is 'The people named in plans of the dead whom our email does not reach.';

-- Another address may take our mail.
create function private.forget_mail_refusals() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.designations d set mail_refused_at = null
   where d.mail_refused_at is not null
     and (d.beneficiary_user_id = new.id
          or d.id = any (array(select k.designation_id from private.kept_invitations k where k.user_id = new.id)));
  return null;
end $$;

-- Triggers fire by their names' order: this one after the one that keeps the invitations of a person who moved.
create trigger heartwood_moved_forget_mail_refusals after update of email on auth.users
  for each row when (lower(new.email) is distinct from lower(old.email))
  execute function private.forget_mail_refusals();

-- "Send again" for a person who has accepted. An open invitation is sent again by the function send-designation-invite.
create function private.ask_address_again(p_designation_id bigint) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_row public.designations;
begin
  if private.my_plan_is_frozen() then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  update public.designations d set mail_refused_at = null, address_asked_at = now()
   where d.id = p_designation_id and d.owner_id = auth.uid()
     and d.accepted_at is not null and d.revoked_at is null and d.mail_refused_at is not null
  returning d.* into v_row;
  if not found then
    raise exception 'no accepted designee whose address refuses mail' using errcode = 'HW001';
  end if;
  perform private.enqueue_mail('address_check', u.email, jsonb_build_object(
      'recipient', 'designee', 'owner_name', v_row.owner_name, 'other_owners', 0), p_plan => v_row.owner_id)
    from auth.users u where u.id = v_row.beneficiary_user_id;
end $$;

create function public.ask_address_again(designation_id bigint) returns void
  language sql security invoker set search_path = '' as $$ select private.ask_address_again(designation_id) $$;
grant execute on function private.ask_address_again(bigint), public.ask_address_again(bigint) to authenticated;
comment on function public.ask_address_again(bigint) is
  'Asks a designee of the caller, whose address refused mail, whether the address works. HW001: no such designee, HW005: plan frozen.';
