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
  is_called_off boolean not null default false,
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

grant select on public.services to authenticated, service_role;
create policy services_select_bereaved on public.services for select to authenticated
  using (owner_id = any (array(select private.released_owners())));
grant insert (owner_id, held_on, held_at, time_zone, place, address, dress, livestream_url, flowers, note)
  on public.services to authenticated;
create policy services_insert_trustees on public.services for insert to authenticated
  with check (owner_id = any (array(select private.released_owners_as_trustee())));
grant update (held_on, held_at, time_zone, place, address, dress, livestream_url, flowers, note, is_called_off)
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
  email text not null check (private.is_email(email)),
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
  -- What the owner had noted as the contact's answer before this guest gave one.
  noted_before text check (char_length(noted_before) <= 40),
  -- How many memories they left in all, also those that they took back.
  memories_left integer not null default 0 check (memories_left between 0 and 30),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (owner_id, email),
  constraint service_guests_people_come check ((people is not null) = coalesce(answer = 'yes', false)),
  constraint service_guests_answer_has_time check ((answer is null) = (answered_at is null))
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

-- ---- mails to guests ----------------------------------------------------------------------------------------
-- Takes back what waits in the outbox for a guest. Returns whether any of it may have reached them all the same, because
-- it was tried and no answer came, or is being sent at this moment. That one is not waited for: the one who sends it
-- waits for the guest's row.
create function private.drop_guest_mails(p_guest public.service_guests) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_waiting uuid[] := array(
    select m.id from private.mail_outbox m
     where m.to_email = p_guest.email and m.kind in ('service_invitation', 'service_changed', 'service_called_off')
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
create function private.write_to_guest(p_guest public.service_guests, p_kind text) returns void
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
      'place', v_service.place, 'address', v_service.address),
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
    new.kind in ('service_invitation', 'service_changed', 'service_called_off')
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

-- The answer goes from the contact's row with its guest, and what the owner had noted there comes back.
create function private.forget_guest() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.drop_guest_mails(old);
  if old.answer is not null then
    update public.contacts c set rsvp_status = old.noted_before
     where c.id = old.contact_id and c.rsvp_status = private.rsvp_words(old.answer, old.people);
  end if;
  return null;
end $$;

create trigger service_guests_forget after delete on public.service_guests
  for each row execute function private.forget_guest();

-- Ends a guest's link, or lets it work again. An invitation that still waits is not sent. A person who can't have read
-- it is no guest any more, so that the same address can be invited again.
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
  if p_withdrawn and not private.end_guest_mails(v_guest) then
    delete from public.service_guests g where g.id = p_guest_id;
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
     new.flowers, new.note)
    is distinct from
    (old.is_called_off, old.held_on, old.held_at, old.time_zone, old.place, old.address, old.dress, old.livestream_url,
     old.flowers, old.note))
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

-- Invites these guests, each by one mail: [{"name", "email", "contact_id"}], the last one optional. A person invited
-- before is left out, so that a repeated call writes to no one twice. Returns how many were invited.
create function private.invite_guests(p_owner_id uuid, p_guests jsonb) returns integer
  language plpgsql security definer set search_path = '' as $$
declare
  v_service public.services;
  v_guest public.service_guests;
  v_invited integer := 0;
begin
  if p_owner_id is null or p_owner_id not in (select private.released_owners_as_trustee()) then
    raise exception 'not allowed' using errcode = 'HW006';
  end if;
  if jsonb_typeof(p_guests) is distinct from 'array' or jsonb_array_length(p_guests) > 500 then
    raise exception 'a list of at most 500 guests is needed' using errcode = '22023';
  end if;
  -- Two calls at once wait for each other, and for a death that comes into doubt meanwhile.
  select s.* into v_service from public.services s where s.owner_id = p_owner_id for update;
  if v_service.owner_id is null or v_service.is_called_off or v_service.starts_at <= now()
    or p_owner_id not in (select private.released_owners_as_trustee()) then
    raise exception 'there is no service to invite to' using errcode = 'HW065';
  end if;
  for v_guest in
    insert into public.service_guests (owner_id, contact_id, name, email)
    select p_owner_id,
           (select c.id from public.contacts c where c.id = g.contact_id and c.user_id = p_owner_id),
           btrim(g.name), lower(btrim(g.email))
      from jsonb_to_recordset(p_guests) as g (contact_id uuid, name text, email text)
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

-- ---- the death is no longer taken as verified ------------------------------------------------------------------
-- From that moment no policy and no link shows a service, and claim_mail lets no mail of one leave. What else follows is
-- written by housekeeping: the transaction of the owner's stop must not wait for a row that trustees or guests can lock.
create table private.service_windups (
  like private.queue_columns including all,
  owner_id uuid not null references auth.users (id) on delete cascade,
  -- What the review became: pending (an administrator looks again) or rejected (the owner lives).
  review public.death_review not null check (review in ('pending', 'rejected'))
);
create index service_windups_due on private.service_windups (next_attempt_at);
create index service_windups_owner on private.service_windups (owner_id);
alter table private.service_windups enable row level security;
comment on table private.service_windups is 'Services whose mail has to be taken back because the death is no longer taken as verified.';

create function private.queue_service_windup() returns trigger
  language plpgsql security definer set search_path = '' as $$
begin
  -- Also when no service is seen here: one may be arranged in a transaction that has not ended.
  insert into private.service_windups (owner_id, review) values (new.user_id, new.death_review);
  return null;
end $$;

create trigger profiles_queue_service_windup after update of death_review on public.profiles
  for each row when (new.death_review in ('pending', 'rejected') and old.death_review in ('approved', 'pending'))
  execute function private.queue_service_windup();

create function public.claim_service_windups(p_batch integer) returns table (id uuid)
  language sql security definer set search_path = '' as $$
  select w.id from private.claim_jobs(null::private.service_windups, p_batch) w
$$;
comment on function public.claim_service_windups(integer) is 'The next services to wind up, at most p_batch.';

-- Takes back the mail to the next guests, in one transaction for each call, and may be repeated: who is done with is not
-- found again. While an administrator looks again no mail leaves, and guests who know of nothing can be invited again
-- later. Once the review is rejected, guests who may have read an invitation are told that it was a mistake.
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
         and (v_windup.review = 'rejected' or g.mailed_at is null or g.mail_waits_since is not null)
       order by g.id
       limit p_batch);
    perform private.lock_guests(v_windup.owner_id, v_ids);
    for v_guest in select g.* from public.service_guests g where g.id = any (v_ids) order by g.id loop
      if v_windup.review = 'rejected' then
        perform private.write_to_guest(v_guest, 'service_mistaken');
        delete from public.service_guests g where g.id = v_guest.id;
      elsif not private.end_guest_mails(v_guest) then
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
   where g.id = p_guest_id and not g.is_withdrawn
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
  if exists (select from public.services s
              where s.owner_id = v_guest.owner_id and (s.is_called_off or s.starts_at <= now())) then
    raise exception 'the service is over or called off' using errcode = 'HW067';
  end if;
  update public.service_guests g
     set answer = p_answer, people = case when p_answer = 'yes' then p_people end,
         message = nullif(btrim(p_message), ''), answered_at = now(),
         noted_before = case when g.answer is null
                             then (select c.rsvp_status from public.contacts c where c.id = g.contact_id)
                             else g.noted_before end
   where g.id = v_guest.id;
  -- The contact's row is all of the frozen plan that answers change.
  update public.contacts c
     set rsvp_status = private.rsvp_words(p_answer, p_people)
   where c.id = v_guest.contact_id;
end $$;
comment on function public.answer_service(uuid, public.guest_answer, integer, text) is
  'Saves a guest''s answer over their last one. HW064: the link does not work, HW067: the service is over or called off.';

create function public.unsubscribe_guest(p_guest_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_guest public.service_guests := private.lock_guest_by_link(p_guest_id);
begin
  perform private.drop_guest_mails(v_guest);
  -- The link came with a mail, so they have read it.
  update public.service_guests g
     set unsubscribed_at = coalesce(g.unsubscribed_at, now()), mailed_at = coalesce(g.mailed_at, now())
   where g.id = v_guest.id;
end $$;
comment on function public.unsubscribe_guest(uuid) is 'No more mail about this service to this guest. HW064: the link does not work.';

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

grant execute on function public.answer_service(uuid, public.guest_answer, integer, text), public.unsubscribe_guest(uuid),
  public.note_wrong_link(text) to service_role;
