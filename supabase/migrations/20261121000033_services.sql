-- The service after a death: when and where it is, who is invited, and what they answer. It is no part of the plan, which
-- is frozen by then. Trustees and executors arrange it once the plan has opened after a verified death, and nothing here
-- depends on the owner or on payment.

create table public.services (
  owner_id uuid primary key references auth.users (id) on delete cascade,
  -- Day and time as the clock shows them where the service is.
  held_on date not null check (held_on between '2020-01-01' and '2200-01-01'),
  held_at time not null check (held_at < '24:00'),
  -- A name of the IANA list. Without digits, or Postgres would also take rules that browsers do not know.
  time_zone text not null check (char_length(time_zone) <= 60 and time_zone ~ '^(UTC|[A-Za-z_]+(/[A-Za-z_-]+){1,2})$'),
  starts_at timestamptz not null generated always as ((held_on + held_at) at time zone time_zone) stored,
  place text not null check (char_length(place) between 1 and 200),
  address text check (char_length(address) <= 300),
  dress text check (char_length(dress) <= 200),
  -- Guests will open this link, so only https is allowed.
  livestream_url text check (char_length(livestream_url) <= 500 and livestream_url ~ '^https://[^[:space:][:cntrl:]]+$'),
  flowers text check (char_length(flowers) <= 500),
  note text check (char_length(note) <= 2000),
  -- For the guests' questions. Mails carry it, so no words fit in.
  phone text check (phone ~ '^[0-9+(][0-9 ().+#*x/-]{2,38}[0-9]$'),
  is_called_off boolean not null default false,
  -- Calendars replace a date that they hold by a later version of it alone.
  calendar_version integer not null default 0,
  calendar_changed_at timestamptz not null default now(),
  -- Whether guests see the head of the memorial, and may leave memories. An executor decides; see share_with_guests.
  shows_portrait boolean not null default false,
  takes_memories boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
alter table public.services enable row level security;
comment on table public.services is 'The service of an owner who has died, as trustees and executors arrange it.';
comment on column public.services.flowers is 'What the family wishes about flowers or donations.';

-- What guests see and add is no part of the form: someone who is writing in it must not be told of another version.
create trigger services_set_updated_at before update on public.services
  for each row when (
    (new.shows_portrait, new.takes_memories) is not distinct from (old.shows_portrait, old.takes_memories))
  execute function private.set_updated_at();

create function private.count_calendar_version() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  new.calendar_version := old.calendar_version + 1;
  new.calendar_changed_at := now();
  return new;
end $$;

create trigger services_count_calendar_version before update on public.services
  for each row when (
    (new.held_on, new.held_at, new.time_zone, new.place, new.address, new.is_called_off) is distinct from
    (old.held_on, old.held_at, old.time_zone, old.place, old.address, old.is_called_off))
  execute function private.count_calendar_version();

grant select on public.services to authenticated, service_role;
create policy services_select_bereaved on public.services for select to authenticated
  using (owner_id = any (array(select private.released_owners())));
grant insert (owner_id, held_on, held_at, time_zone, place, address, dress, livestream_url, flowers, note, phone)
  on public.services to authenticated;
create policy services_insert_trustees on public.services for insert to authenticated
  with check (owner_id = any (array(select private.released_owners_as_trustee())));
grant update (held_on, held_at, time_zone, place, address, dress, livestream_url, flowers, note, phone, is_called_off)
  on public.services to authenticated;
create policy services_update_trustees on public.services for update to authenticated
  using (owner_id = any (array(select private.released_owners_as_trustee())))
  with check (owner_id = any (array(select private.released_owners_as_trustee())));

-- ---- guests -------------------------------------------------------------------------------------------------
create type public.guest_answer as enum ('yes', 'no');

create table public.service_guests (
  -- Names the guest in the link of their mails, which the functions sign; see _shared/guest-link.ts.
  id uuid primary key default gen_random_uuid(),
  owner_id uuid not null references public.services (owner_id) on delete cascade,
  contact_id uuid references public.contacts (id) on delete set null,
  name text not null check (private.is_name(name)),
  -- Null: they are called, and someone enters their answer.
  email text check (private.is_email(email)),
  phone text check (char_length(phone) between 1 and 40),
  -- Who invited them, under the name that the owner gave; it stays when that account is deleted.
  invited_by text check (private.is_name(invited_by)),
  invited_at timestamptz not null default now(),
  -- When the mail provider first took a mail to them, or it is not known whether it did; since when one waits that it
  -- has not taken; and when it said that the address refuses mail.
  mailed_at timestamptz,
  mail_waits_since timestamptz,
  mail_refused_at timestamptz,
  unsubscribed_at timestamptz,
  -- The guest's link no longer works: the address was someone else's, for example.
  is_withdrawn boolean not null default false,
  answer public.guest_answer,
  people integer check (people between 1 and 20),
  message text check (char_length(message) <= 1000),
  answered_at timestamptz,
  -- When the service was to start as they answered: on another day the answer may be another.
  answered_for timestamptz,
  -- Who entered the answer for them, after a call; null when the guest gave it.
  answer_taken_by text check (private.is_name(answer_taken_by)),
  -- Their last reminder, and when the service was to start then.
  reminded_at timestamptz,
  reminded_for timestamptz,
  -- What the owner had noted as the contact's answer before this guest gave one.
  noted_before text check (char_length(noted_before) <= 40),
  -- How many memories they left in all, also those that they took back.
  memories_left integer not null default 0 check (memories_left between 0 and 30),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, email),
  constraint service_guests_people_come check ((people is not null) = coalesce(answer = 'yes', false)),
  constraint service_guests_answer_has_time check (
    (answer is null) = (answered_at is null) and (answer is null) = (answered_for is null)),
  constraint service_guests_answer_was_taken check (answer_taken_by is null or answer is not null),
  constraint service_guests_reminder_has_date check ((reminded_at is null) = (reminded_for is null))
);
create index service_guests_contact on public.service_guests (contact_id);
create index service_guests_email on public.service_guests (email);
alter table public.service_guests enable row level security;
comment on table public.service_guests is 'Who was invited to a service, and what they answered.';
comment on column public.service_guests.people is 'How many come, the guest included.';

create trigger service_guests_set_updated_at before update on public.service_guests
  for each row execute function private.set_updated_at();
create trigger service_guests_limit_rows after insert on public.service_guests
  referencing new table as added for each statement execute function private.limit_rows('500', 'owner_id');

grant select on public.service_guests to authenticated, service_role;
create policy service_guests_select_trustees on public.service_guests for select to authenticated
  using (owner_id = any (array(select private.released_owners_as_trustee())));

-- Locks guests in the order in which everything that writes to several of them does: their service, what they have among
-- the contacts, they themselves. Two of these transactions then wait for each other, and never forever.
create function private.lock_guests(p_owner_id uuid, p_guest_ids uuid[]) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform from public.services s where s.owner_id = p_owner_id for no key update;
  perform from public.contacts c
    where c.id in (select g.contact_id from public.service_guests g where g.id = any (p_guest_ids))
    order by c.id for no key update;
  perform from public.service_guests g where g.id = any (p_guest_ids) order by g.id for update;
end $$;

-- Under which name the owner knows the caller, who arranges the service.
create function private.my_name_for(p_owner_id uuid) returns text
  language plpgsql stable security definer set search_path = '' as $$
begin
  return (select d.person_name from private.accepted_designations d
           where d.owner_id = p_owner_id and d.beneficiary_user_id = (select auth.uid()) order by d.id desc limit 1);
end $$;

-- Whether what a guest answered is about the service as it is now: not if it was moved to another time since.
create function private.answer_stands(p_guest public.service_guests, p_service public.services) returns boolean
  language sql immutable
  return coalesce((p_guest).answered_for = (p_service).starts_at, false);

-- ---- mails to guests ----------------------------------------------------------------------------------------
-- Takes back what waits in the outbox for a guest. Returns whether any of it may have reached them all the same, because
-- it was tried and no answer came, or is being sent at this moment. That one is not waited for: the one who sends it
-- waits for the guest's row.
create function private.drop_guest_mails(p_guest public.service_guests) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_waiting uuid[] := array(
    select m.id from private.mail_outbox m
     where m.to_email = p_guest.email and m.kind in ('service_invitation', 'service_changed', 'service_called_off', 'service_reminder')
       and m.sent_at is null and m.payload ->> 'guest_id' = p_guest.id::text);
  v_was_tried boolean;
begin
  with dropped as (
    delete from private.mail_outbox m
     where m.id = any (array(select w.id from private.mail_outbox w where w.id = any (v_waiting) for update skip locked))
    returning m.attempts)
  select count(*) < cardinality(v_waiting) or coalesce(bool_or(d.attempts > 0), false) into v_was_tried from dropped d;
  update public.service_guests g set mail_waits_since = null where g.id = p_guest.id and g.mail_waits_since is not null;
  return v_was_tried;
end $$;

-- The same for a guest who is written to no more. That they may have read a mail is kept, for when it was a mistake.
-- Returns whether they may have.
create function private.end_guest_mails(p_guest public.service_guests) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_was_tried boolean := private.drop_guest_mails(p_guest);
begin
  if v_was_tried then
    update public.service_guests g set mailed_at = now() where g.id = p_guest.id and g.mailed_at is null;
  end if;
  return v_was_tried or p_guest.mailed_at is not null;
end $$;

-- Writes to a guest about the service as it is now. What still waits for them is replaced, so that after a day without
-- mail no one reads of an earlier date; and who has read no invitation yet gets one in place of news. The provider's
-- refusal means that a mail did not leave, but a mistake is told also to those who could have read it all the same.
create function private.write_to_guest(
  p_guest public.service_guests, p_kind text, p_owner_lives boolean default false) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_knows boolean := p_guest.mailed_at is not null;
  v_was_refused boolean := exists (
    select from private.mail_outbox m
     where m.to_email = p_guest.email and m.kind = 'service_invitation' and m.sent_at is null
       and m.payload ->> 'guest_id' = p_guest.id::text and m.last_error like 'provider answered %');
  v_service public.services;
  v_owner_name text;
begin
  if p_guest.email is null then
    return;
  end if;
  v_knows := private.drop_guest_mails(p_guest) or v_knows;
  -- Anyone who read that someone has died is told that it is not so, also after they wanted no more mail or were withdrawn.
  if p_guest.mail_refused_at is not null
    or p_kind <> 'service_mistaken' and (p_guest.unsubscribed_at is not null or p_guest.is_withdrawn) then
    return;
  end if;
  select s.* into v_service from public.services s where s.owner_id = p_guest.owner_id;
  select p.full_name into v_owner_name from public.profiles p where p.user_id = p_guest.owner_id;
  if p_kind in ('service_called_off', 'service_mistaken') and not v_knows then
    return;
  end if;
  perform private.enqueue_mail(
    case when v_knows and not (p_kind = 'service_changed' and v_was_refused) then p_kind else 'service_invitation' end,
    p_guest.email,
    jsonb_build_object(
      'recipient', 'guest', 'owner_name', v_owner_name, 'guest_id', p_guest.id, 'guest_name', p_guest.name,
      'held_on', v_service.held_on, 'held_at', v_service.held_at, 'time_zone', v_service.time_zone,
      'place', v_service.place, 'address', v_service.address, 'phone', v_service.phone,
      'invited_by', p_guest.invited_by,
      'answered_earlier', p_guest.answer is not null and not private.answer_stands(p_guest, v_service),
      'owner_lives', p_owner_lives),
    -- An invitation that comes after the service would only hurt. That there was no death is news at any time.
    case p_kind when 'service_mistaken' then null
                when 'service_called_off' then v_service.starts_at + interval '1 day'
                else v_service.starts_at end,
    p_plan => p_guest.owner_id);
  update public.service_guests g set mail_waits_since = now() where g.id = p_guest.id;
end $$;

create function private.note_guest_mailed() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  update public.service_guests g set mailed_at = coalesce(g.mailed_at, now()), mail_waits_since = null
   where g.id = (old.payload ->> 'guest_id')::uuid;
  return null;
end $$;

create trigger mail_outbox_note_guest after update of sent_at on private.mail_outbox
  for each row when (
    new.kind in ('service_invitation', 'service_changed', 'service_called_off', 'service_reminder')
    and old.sent_at is null and new.sent_at is not null)
  execute function private.note_guest_mailed();

-- For apply_mail_refusal.
create function private.note_guest_refusal(p_email text, p_happened_at timestamptz) returns void
  language sql security definer set search_path = '' as $$
  update public.service_guests g set mail_refused_at = now()
   where g.id = any (array(
     select r.id from public.service_guests r
      where r.email = p_email and r.mail_refused_at is null and p_happened_at > r.invited_at
      order by r.id for no key update))
$$;

-- What an answer says in the contact's row.
create function private.rsvp_words(p_answer public.guest_answer, p_people integer) returns text
  language sql immutable set search_path = '' as $$
  select case when p_answer = 'no' then 'No' when p_people = 1 then 'Yes' else format('Yes, %s people', p_people) end
$$;

-- Takes a guest's answer out of the contact's row, unless it was corrected there: what the owner had noted comes back.
create function private.put_back_note(p_guest public.service_guests) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if p_guest.answer is not null then
    update public.contacts c set rsvp_status = p_guest.noted_before
     where c.id = p_guest.contact_id and c.rsvp_status = private.rsvp_words(p_guest.answer, p_guest.people);
  end if;
end $$;

create function private.forget_guest() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_guest_mails(old);
  perform private.put_back_note(old);
  return null;
end $$;

create trigger service_guests_forget after delete on public.service_guests
  for each row execute function private.forget_guest();

-- Whether there is a service to come to which people can be invited.
create function private.takes_guests(p_owner_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (
    select from public.services s where s.owner_id = p_owner_id and not s.is_called_off and s.starts_at > now());
end $$;

-- Ends a guest's link, or lets it work again. An invitation that still waits is not sent. A person who can't have read
-- it is no guest any more, so that the same address can be invited again; but no answer is lost by a press.
create function private.withdraw_guest(p_guest_id uuid, p_withdrawn boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests;
begin
  select g.* into v_guest from public.service_guests g where g.id = p_guest_id;
  -- A second press, or a try again after a lost answer: the first one removed the guest.
  if not found and p_withdrawn then
    return;
  end if;
  if p_withdrawn is null or v_guest.owner_id is null
    or v_guest.owner_id not in (select private.released_owners_as_trustee()) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  perform private.lock_guests(v_guest.owner_id, array[p_guest_id]);
  update public.service_guests g set is_withdrawn = p_withdrawn
   where g.id = p_guest_id and g.is_withdrawn <> p_withdrawn
  returning g.* into v_guest;
  if not found then
    return;
  end if;
  perform private.log_repeatable(
    v_guest.owner_id, case when p_withdrawn then 'guest_withdrawn' else 'guest_restored' end,
    jsonb_build_object('name', v_guest.name));
  if p_withdrawn then
    if not private.end_guest_mails(v_guest) and v_guest.answer is null then
      delete from public.service_guests g where g.id = p_guest_id;
    end if;
  elsif v_guest.mailed_at is null and private.takes_guests(v_guest.owner_id) then
    -- They were withdrawn before their invitation left.
    perform private.write_to_guest(v_guest, 'service_invitation');
  end if;
end $$;

create function public.withdraw_guest(guest_id uuid, withdrawn boolean default true) returns void
  language sql security invoker set search_path = '' as $$ select private.withdraw_guest(guest_id, withdrawn) $$;
grant execute on function private.withdraw_guest(uuid, boolean), public.withdraw_guest(uuid, boolean) to authenticated;
comment on function public.withdraw_guest(uuid, boolean) is
  'Ends a guest''s link, or (false) lets it work again; a second call changes nothing. HW006: not a trustee or executor of a released plan, HW072: changed too often today.';

-- ---- the service is arranged, changed, called off -----------------------------------------------------------
create function private.report_service_change() returns trigger
  language plpgsql security definer set search_path = '' as $$
declare
  c_per_day constant integer := 20;
  v_news integer;
  v_calls_off integer;
  v_guest public.service_guests;
begin
  if tg_op = 'INSERT' then
    perform private.log_event(new.owner_id, 'service_arranged');
    return null;
  end if;
  -- Guests are written to about what they have to know to be there. The rest is on their page.
  if new.is_called_off = old.is_called_off
    and (new.is_called_off or (new.held_on, new.held_at, new.time_zone, new.place, new.address)
      is not distinct from (old.held_on, old.held_at, old.time_zone, old.place, old.address)) then
    perform private.log_event(new.owner_id, 'service_details_changed');
    return null;
  end if;
  select count(*), count(*) filter (where e.action = 'service_called_off') into v_news, v_calls_off
    from public.access_events e
   where e.owner_id = new.owner_id and e.action in ('service_changed', 'service_called_off')
     and e.created_at > now() - interval '1 day';
  -- Guests who set out for a service that is called off would be worse than one email more.
  if v_news >= c_per_day and not (new.is_called_off and v_calls_off = 0) then
    raise exception 'the guests were written to too often today' using errcode = 'HW063';
  end if;
  perform private.log_event(
    new.owner_id, case when new.is_called_off then 'service_called_off' else 'service_changed' end);
  for v_guest in select g.* from public.service_guests g where g.owner_id = new.owner_id order by g.id loop
    perform private.write_to_guest(v_guest, case when new.is_called_off then 'service_called_off' else 'service_changed' end);
  end loop;
  return null;
end $$;

create trigger services_report_arranged after insert on public.services
  for each row execute function private.report_service_change();
create trigger services_report_change after update on public.services
  for each row when (
    (new.is_called_off, new.held_on, new.held_at, new.time_zone, new.place, new.address, new.dress, new.livestream_url,
     new.flowers, new.note, new.phone)
    is distinct from
    (old.is_called_off, old.held_on, old.held_at, old.time_zone, old.place, old.address, old.dress, old.livestream_url,
     old.flowers, old.note, old.phone))
  execute function private.report_service_change();

-- Says whether guests see the head of the memorial, and whether they may leave memories. Null leaves a switch as it is.
create function private.share_with_guests(p_owner_id uuid, p_shows_portrait boolean, p_takes_memories boolean)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_before public.services;
begin
  select s.* into v_before from public.services s
   where s.owner_id = p_owner_id and s.owner_id in (select private.released_owners_as_executor())
     for update of s;
  -- Who may not read the portrait must not have it shown to guests either, of whom they may be one.
  if not found or p_shows_portrait and p_owner_id not in (select private.owners_of_part('portrait')) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  -- A repeated request changes nothing, and so is no event.
  if p_shows_portrait <> v_before.shows_portrait then
    update public.services s set shows_portrait = p_shows_portrait where s.owner_id = p_owner_id;
    perform private.log_repeatable(
      p_owner_id, case when p_shows_portrait then 'guests_shown_portrait' else 'guests_not_shown_portrait' end);
  end if;
  if p_takes_memories <> v_before.takes_memories then
    update public.services s set takes_memories = p_takes_memories where s.owner_id = p_owner_id;
    perform private.log_repeatable(
      p_owner_id, case when p_takes_memories then 'guests_asked_for_memories' else 'guests_not_asked_for_memories' end);
  end if;
end $$;

create function public.share_with_guests(
  owner_id uuid, shows_portrait boolean default null, takes_memories boolean default null) returns void
  language sql security invoker set search_path = ''
  as $$ select private.share_with_guests(owner_id, shows_portrait, takes_memories) $$;
grant execute on function private.share_with_guests(uuid, boolean, boolean),
  public.share_with_guests(uuid, boolean, boolean) to authenticated;
comment on function public.share_with_guests(uuid, boolean, boolean) is
  'Says whether the guests of a service see the portrait and the dates, and whether they may leave memories; null leaves it as it is. HW006: not an executor of a released plan with a service. HW072: changed too often today.';

-- For what only those who arrange a service may do while it is to come. Two calls at once wait for each other, and for a
-- death that comes into doubt meanwhile.
create function private.lock_service_to_come(p_owner_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if p_owner_id is null or p_owner_id not in (select private.released_owners_as_trustee()) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  perform from public.services s where s.owner_id = p_owner_id for update;
  if not private.takes_guests(p_owner_id) or p_owner_id not in (select private.released_owners_as_trustee()) then
    raise exception 'there is no service to invite to' using errcode = 'HW065';
  end if;
end $$;

-- Invites these guests, each by one mail: [{"name", "email", "phone", "contact_id"}], the last two optional. A person
-- invited before is left out, so that a repeated call writes to no one twice. Returns how many were invited.
create function private.invite_guests(p_owner_id uuid, p_guests jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests;
  v_invited integer := 0;
begin
  if p_owner_id is null or p_owner_id not in (select private.released_owners_as_trustee()) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  if jsonb_typeof(p_guests) is distinct from 'array' or jsonb_array_length(p_guests) > 500 then
    raise exception 'a list of at most 500 guests is needed' using errcode = '22023';
  end if;
  perform private.lock_service_to_come(p_owner_id);
  for v_guest in
    insert into public.service_guests (owner_id, contact_id, name, email, phone, invited_by)
    select p_owner_id,
           (select c.id from public.contacts c where c.id = g.contact_id and c.user_id = p_owner_id),
           btrim(g.name), coalesce(lower(btrim(g.email)), ''), nullif(btrim(g.phone), ''),
           private.my_name_for(p_owner_id)
      from jsonb_to_recordset(p_guests) as g (contact_id uuid, name text, email text, phone text)
    on conflict (owner_id, email) do nothing
    returning *
  loop
    perform private.write_to_guest(v_guest, 'service_invitation');
    v_invited := v_invited + 1;
  end loop;
  if v_invited > 0 then
    perform private.log_event(p_owner_id, 'guests_invited', jsonb_build_object('people', v_invited));
  end if;
  return v_invited;
end $$;

create function public.invite_guests(owner_id uuid, guests jsonb) returns integer
  language sql security invoker set search_path = '' as $$ select private.invite_guests(owner_id, guests) $$;
grant execute on function private.invite_guests(uuid, jsonb), public.invite_guests(uuid, jsonb) to authenticated;
comment on function public.invite_guests(uuid, jsonb) is
  'Invites guests to a service, each by one email; returns how many. Who was invited before is left out. HW006: not a trustee or executor of a released plan, HW040: too many guests, HW065: no service to come.';

-- Puts someone on the list who has no email: they are invited by a call. The client makes the id, so that a repeated call
-- adds no second guest. Nor does one for a contact who is on the list.
create function private.add_guest(p_owner_id uuid, p_guest_id uuid, p_name text, p_phone text, p_contact_id uuid)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_contact_id uuid;
begin
  perform private.lock_service_to_come(p_owner_id);
  select c.id into v_contact_id from public.contacts c where c.id = p_contact_id and c.user_id = p_owner_id;
  if exists (select from public.service_guests g
              where g.owner_id = p_owner_id and (g.id = p_guest_id or g.contact_id = v_contact_id)) then
    return;
  end if;
  insert into public.service_guests (id, owner_id, contact_id, name, phone, invited_by)
  values (p_guest_id, p_owner_id, v_contact_id, btrim(p_name), nullif(btrim(p_phone), ''), private.my_name_for(p_owner_id));
  perform private.log_repeatable(p_owner_id, 'guest_added', jsonb_build_object('name', btrim(p_name)), 500);
end $$;

create function public.add_guest(
  owner_id uuid, guest_id uuid, name text, phone text default null, contact_id uuid default null) returns void
  language sql security invoker set search_path = ''
  as $$ select private.add_guest(owner_id, guest_id, name, phone, contact_id) $$;
grant execute on function private.add_guest(uuid, uuid, text, text, uuid),
  public.add_guest(uuid, uuid, text, text, uuid) to authenticated;
comment on function public.add_guest(uuid, uuid, text, text, uuid) is
  'Puts a guest without email on the list of a service; a second call for the same id or contact changes nothing. HW006: not a trustee or executor of a released plan, HW040: too many guests, HW065: no service to come, HW072: added too many today.';

-- Reminds everyone who has not answered for the day as it is now, each once for each day and at most once in 24 hours, by
-- one mail. Who has received nothing yet gets the invitation itself. Returns how many are reminded.
create function private.remind_guests(p_owner_id uuid) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  v_service public.services;
  v_guest public.service_guests;
  v_reminded integer := 0;
begin
  perform private.lock_service_to_come(p_owner_id);
  select s.* into v_service from public.services s where s.owner_id = p_owner_id;
  for v_guest in
    select g.* from public.service_guests g
     where g.owner_id = p_owner_id and g.mailed_at is not null and g.mail_waits_since is null
       and g.mail_refused_at is null and g.unsubscribed_at is null and not g.is_withdrawn
       and not private.answer_stands(g, v_service)
       and g.reminded_for is distinct from v_service.starts_at
       and coalesce(g.reminded_at < now() - interval '1 day', true)
     order by g.id for update
  loop
    update public.service_guests g set reminded_at = now(), reminded_for = v_service.starts_at where g.id = v_guest.id;
    perform private.write_to_guest(v_guest, 'service_reminder');
    v_reminded := v_reminded + 1;
  end loop;
  if v_reminded > 0 then
    perform private.log_event(p_owner_id, 'guests_reminded', jsonb_build_object('people', v_reminded));
  end if;
  return v_reminded;
end $$;

create function public.remind_guests(owner_id uuid) returns integer
  language sql security invoker set search_path = '' as $$ select private.remind_guests(owner_id) $$;
grant execute on function private.remind_guests(uuid), public.remind_guests(uuid) to authenticated;
comment on function public.remind_guests(uuid) is
  'Reminds by one email each guest who has not answered, once for each day of the service; returns how many. HW006: not a trustee or executor of a released plan, HW065: no service to come.';

-- ---- answers ------------------------------------------------------------------------------------------------
-- Saves a guest's answer over their last one; the caller has locked them. p_taken_by: who entered it for them. Null for
-- p_answer takes one back that was entered.
create function private.set_guest_answer(
  p_guest public.service_guests, p_answer public.guest_answer, p_people integer, p_message text, p_taken_by text)
  returns void language plpgsql security definer set search_path = '' as $$
begin
  if not private.takes_guests(p_guest.owner_id) then
    raise exception 'the service is over or called off' using errcode = 'HW067';
  end if;
  update public.service_guests g
     set answer = p_answer, people = case when p_answer = 'yes' then p_people end,
         message = case when p_answer is not null then nullif(btrim(p_message), '') end,
         answered_at = case when p_answer is not null then now() end,
         answered_for = case when p_answer is not null
                             then (select s.starts_at from public.services s where s.owner_id = g.owner_id) end,
         answer_taken_by = p_taken_by,
         noted_before = case when g.answer is null
                             then (select c.rsvp_status from public.contacts c where c.id = g.contact_id)
                             else g.noted_before end
   where g.id = p_guest.id;
  -- The contact's row is all of the frozen plan that answers change.
  if p_answer is not null then
    update public.contacts c set rsvp_status = private.rsvp_words(p_answer, p_people) where c.id = p_guest.contact_id;
  else
    perform private.put_back_note(p_guest);
  end if;
  -- A reminder that still waits asks for what is known now. One that is being sent is not waited for.
  with dropped as (
    delete from private.mail_outbox m
     where m.id = any (array(
       select w.id from private.mail_outbox w
        where w.to_email = p_guest.email and w.kind = 'service_reminder' and w.sent_at is null
          and w.payload ->> 'guest_id' = p_guest.id::text
          for update skip locked))
    returning m.id)
  update public.service_guests g set mail_waits_since = null where g.id = p_guest.id and exists (select from dropped);
end $$;

-- Enters what a guest said on the phone, or (null) takes back what was entered. What the guest wrote themselves is saved
-- over only by someone who has seen it: p_seen_at is its time, as the caller read it.
create function private.take_guest_answer(
  p_guest_id uuid, p_answer public.guest_answer, p_people integer, p_message text, p_seen_at timestamptz)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests;
  v_service public.services;
begin
  select g.* into v_guest from public.service_guests g where g.id = p_guest_id;
  if v_guest.owner_id is null or v_guest.owner_id not in (select private.released_owners_as_trustee()) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  perform private.lock_guests(v_guest.owner_id, array[p_guest_id]);
  select g.* into v_guest from public.service_guests g where g.id = p_guest_id and not g.is_withdrawn;
  -- Asked again, because it may have ended while this waited. An answer that a guest gave is never taken back.
  if v_guest.owner_id is null or v_guest.owner_id not in (select private.released_owners_as_trustee())
    or p_answer is null and v_guest.answer is not null and v_guest.answer_taken_by is null then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  select s.* into v_service from public.services s where s.owner_id = v_guest.owner_id;
  -- A second press, or a try again after a lost answer.
  if p_answer is null and v_guest.answer is null
    or v_guest.answer_taken_by is not null and private.answer_stands(v_guest, v_service)
       and (v_guest.answer, v_guest.people, v_guest.message) is not distinct from
           (p_answer, case when p_answer = 'yes' then p_people end, nullif(btrim(p_message), '')) then
    return;
  end if;
  if v_guest.answered_at is distinct from p_seen_at then
    raise exception 'another answer came meanwhile' using errcode = 'HW068';
  end if;
  perform private.set_guest_answer(
    v_guest, p_answer, p_people, p_message,
    case when p_answer is not null then private.my_name_for(v_guest.owner_id) end);
  perform private.log_repeatable(
    v_guest.owner_id, case when p_answer is null then 'guest_answer_taken_back' else 'guest_answer_taken' end,
    jsonb_build_object('name', v_guest.name), 500);
end $$;

create function public.take_guest_answer(
  guest_id uuid, answer public.guest_answer default null, people integer default null, message text default null,
  seen_at timestamptz default null) returns void
  language sql security invoker set search_path = ''
  as $$ select private.take_guest_answer(guest_id, answer, people, message, seen_at) $$;
grant execute on function private.take_guest_answer(uuid, public.guest_answer, integer, text, timestamptz),
  public.take_guest_answer(uuid, public.guest_answer, integer, text, timestamptz) to authenticated;
comment on function public.take_guest_answer(uuid, public.guest_answer, integer, text, timestamptz) is
  'Enters an answer that a guest of a service gave by phone, or (null) takes it back; a second call changes nothing. seen_at: when they had answered before, as the caller read it. HW006: not a trustee or executor of a released plan, or the guest is withdrawn, HW067: the service is over or called off, HW068: they answered otherwise meanwhile, HW072: entered too many today.';

-- ---- the death is no longer taken as verified ------------------------------------------------------------------
-- From that moment no policy and no link shows a service, and claim_mail lets no mail of one leave. What else follows is
-- written by housekeeping: the transaction of the owner's stop must not wait for a row that trustees or guests can lock.
create table private.service_windups (
  like private.queue_columns including all,
  owner_id uuid not null references auth.users (id) on delete cascade,
  -- What the review became: pending (an administrator looks again) or rejected (the owner lives).
  review public.death_review not null check (review in ('pending', 'rejected')),
  -- The owner stopped the release. An administrator's decision says less: the death is not confirmed.
  owner_lives boolean not null default false check (not owner_lives or review = 'rejected')
);
create index service_windups_due on private.service_windups (next_attempt_at);
create index service_windups_owner on private.service_windups (owner_id);
alter table private.service_windups enable row level security;
comment on table private.service_windups is 'Services whose mail has to be taken back because the death is no longer taken as verified.';

create function private.queue_service_windup() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- Also when no service is seen here: one may be arranged in a transaction that has not ended.
  insert into private.service_windups (owner_id, review, owner_lives)
  values (new.user_id, new.death_review, new.release_stopped_at is distinct from old.release_stopped_at);
  return null;
end $$;

create trigger profiles_queue_service_windup after update of death_review on public.profiles
  for each row when (new.death_review in ('pending', 'rejected') and old.death_review in ('approved', 'pending'))
  execute function private.queue_service_windup();

-- Guests whose rows are gone with the service. By the link of their mail they read that it was a mistake.
create table private.mistaken_guests (
  -- The guest's former id, which their link names.
  id uuid primary key,
  owner_id uuid not null references auth.users (id) on delete cascade,
  owner_lives boolean not null,
  noted_at timestamptz not null default now()
);
create index mistaken_guests_owner on private.mistaken_guests (owner_id);
create index mistaken_guests_noted on private.mistaken_guests (noted_at);
alter table private.mistaken_guests enable row level security;
comment on table private.mistaken_guests is 'Guests who were invited by mistake: what their link says. Kept for 90 days.';

create function public.claim_service_windups(p_batch integer) returns table (id uuid)
  language sql security definer set search_path = '' as $$
  select w.id from private.claim_jobs(null::private.service_windups, p_batch) w
$$;
comment on function public.claim_service_windups(integer) is 'The next services to wind up, at most p_batch.';

-- Takes back the mail to the next guests, in one transaction for each call, and may be repeated: who is done with is not
-- found again. While an administrator looks again no mail leaves, and guests who know of nothing can be invited again
-- later; those without email, and answers that someone entered, stay. Once the review is rejected, guests who may have
-- read an invitation are told that it was a mistake, and that the owner lives, if the owner said so.
create function public.wind_up_service(p_id uuid, p_batch integer default 100) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_windup private.service_windups;
  v_ids uuid[];
  v_guest public.service_guests;
begin
  select w.* into v_windup from private.service_windups w where w.id = p_id for update;
  -- What was arranged under a later approval, or goes on because of one, stays as it is.
  if v_windup.id is not null and not exists (
       select from public.profiles p left join public.services s on s.owner_id = p.user_id
        where p.user_id = v_windup.owner_id and p.death_review = 'approved'
          and (v_windup.review = 'pending' or s.created_at >= p.death_reviewed_at)) then
    perform private.lock_guests(v_windup.owner_id, '{}');
    v_ids := array(
      select g.id from public.service_guests g
       where g.owner_id = v_windup.owner_id
         and (v_windup.review = 'rejected' or g.mail_waits_since is not null)
       order by g.id
       limit p_batch);
    perform private.lock_guests(v_windup.owner_id, v_ids);
    for v_guest in select g.* from public.service_guests g where g.id = any (v_ids) order by g.id loop
      if v_windup.review = 'rejected' then
        perform private.write_to_guest(v_guest, 'service_mistaken', v_windup.owner_lives);
        if v_guest.email is not null then
          insert into private.mistaken_guests (id, owner_id, owner_lives)
          values (v_guest.id, v_guest.owner_id, v_windup.owner_lives);
        end if;
        delete from public.service_guests g where g.id = v_guest.id;
      elsif not private.end_guest_mails(v_guest) and v_guest.answer is null then
        delete from public.service_guests g where g.id = v_guest.id;
      end if;
    end loop;
    if cardinality(v_ids) = p_batch then
      return false;
    end if;
    if v_windup.review = 'rejected' then
      delete from public.services s where s.owner_id = v_windup.owner_id;
    end if;
  end if;
  delete from private.service_windups w where w.id = p_id;
  return true;
end $$;
comment on function public.wind_up_service(uuid, integer) is
  'Takes back the mail to at most p_batch guests of a service, and tells those who read of a death that the owner lives. Whether it is done; if not, call it again.';

create function public.settle_service_windup(p_id uuid, p_error text default null) returns void
  language sql security definer set search_path = '' as $$ select private.settle_job('private.service_windups', p_id, p_error) $$;
comment on function public.settle_service_windup(uuid, text) is 'Notes that a claimed service is wound up (p_error null) or why not.';
grant execute on function public.claim_service_windups(integer), public.wind_up_service(uuid, integer),
  public.settle_service_windup(uuid, text) to service_role;

-- Whether the guests of a service see it and are written to: while the death is taken as verified, and not if the service
-- belongs to an earlier approval that was a mistake.
create function private.service_is_open(p_owner_id uuid) returns boolean
  language plpgsql stable security definer set search_path = '' as $$
begin
  return exists (select from public.profiles p where p.user_id = p_owner_id and p.release_at <= now())
     and not exists (select from private.service_windups w where w.owner_id = p_owner_id and w.review = 'rejected');
end $$;

-- ---- for the guest, by the link in the mail ------------------------------------------------------------------
-- The guest whose link works: until 30 days after the service, and not while the death is in doubt.
create function private.guest_by_link(p_guest_id uuid) returns public.service_guests
  language plpgsql stable security definer set search_path = '' as $$
declare
  v_guest public.service_guests;
begin
  select g.* into v_guest
    from public.service_guests g
    join public.services s on s.owner_id = g.owner_id
   where g.id = p_guest_id and g.email is not null and not g.is_withdrawn
     and s.starts_at > now() - interval '30 days' and private.service_is_open(g.owner_id);
  if not found then
    raise exception 'this link does not work' using errcode = 'HW064';
  end if;
  return v_guest;
end $$;

-- The same for a request that writes: nothing else writes to the guest until its end.
create function private.lock_guest_by_link(p_guest_id uuid) returns public.service_guests
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.lock_guests((private.guest_by_link(p_guest_id)).owner_id, array[p_guest_id]);
  -- Asked again, because it may have ended while this waited.
  return private.guest_by_link(p_guest_id);
end $$;

create function public.answer_service(p_guest_id uuid, p_answer public.guest_answer, p_people integer, p_message text)
  returns void language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests := private.lock_guest_by_link(p_guest_id);
begin
  perform private.set_guest_answer(v_guest, p_answer, p_people, p_message, null);
end $$;
comment on function public.answer_service(uuid, public.guest_answer, integer, text) is
  'Saves a guest''s answer over their last one. HW064: the link does not work, HW067: the service is over or called off.';

create function public.unsubscribe_guest(p_guest_id uuid, p_unsubscribed boolean default true) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests := private.lock_guest_by_link(p_guest_id);
begin
  if p_unsubscribed then
    perform private.drop_guest_mails(v_guest);
  end if;
  -- The link came with a mail, so they have read it.
  update public.service_guests g
     set unsubscribed_at = case when p_unsubscribed then coalesce(g.unsubscribed_at, now()) end,
         mailed_at = coalesce(g.mailed_at, now())
   where g.id = v_guest.id;
end $$;
comment on function public.unsubscribe_guest(uuid, boolean) is
  'No more mail about this service to this guest, or (false) mail again. HW064: the link does not work.';

-- Wrong links, by the network they came from. Right ones are never counted, so that no one can keep guests out.
create table private.wrong_links (
  id bigint generated always as identity primary key,
  network text not null check (char_length(network) <= 64),
  tried_at timestamptz not null default now()
);
create index wrong_links_network on private.wrong_links (network, tried_at);
create index wrong_links_tried on private.wrong_links (tried_at);
alter table private.wrong_links enable row level security;
comment on table private.wrong_links is 'Links to a service that were guessed: 30 in an hour from a network. Kept for a day.';

-- p_network: a hash of the network's address, which is personal data and is not kept.
create function public.note_wrong_link(p_network text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('heartwood.wrong_links ' || p_network, 0));
  if (select count(*) from private.wrong_links w
       where w.network = p_network and w.tried_at > now() - interval '1 hour') >= 30 then
    raise exception 'too many wrong links from this network' using errcode = 'HW066';
  end if;
  insert into private.wrong_links (network) values (p_network);
end $$;
comment on function public.note_wrong_link(text) is 'Counts a wrong link. HW066: 30 came from this network within an hour.';

grant execute on function public.answer_service(uuid, public.guest_answer, integer, text), public.unsubscribe_guest(uuid, boolean),
  public.note_wrong_link(text) to service_role;
