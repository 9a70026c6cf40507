-- A card for whom it concerns: printed by the owner, and carried. Its holder can have the people named in the plan
-- written to, without an account. A report only sends email: it opens nothing and changes nothing.

-- ---- the code on the card ------------------------------------------------------------------------------------
-- 26 random characters of Crockford's base 32 (130 bits) and two that check them. A grieving person types the code by
-- hand, and every code gets the same answer: without the check a mistyped one would seem to be sent, and reach no one.
create function private.card_check(p_random text) returns text
  language plpgsql immutable set search_path = '' as $$
declare
  c_characters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  v_sum integer := 0;
begin
  for v_character in 1..26 loop
    -- 1021 is the largest prime that two characters can hold: it finds every wrong and every swapped pair.
    v_sum := (v_sum * 32 + strpos(c_characters, substr(p_random, v_character, 1)) - 1) % 1021;
  end loop;
  return substr(c_characters, v_sum / 32 + 1, 1) || substr(c_characters, v_sum % 32 + 1, 1);
end $$;

create function private.is_card_code(p_code text) returns boolean
  language plpgsql immutable set search_path = '' as $$
begin
  return p_code ~ '^[0-9A-HJKMNP-TV-Z]{28}$' and private.card_check(left(p_code, 26)) = right(p_code, 2);
end $$;

create function private.new_card_code() returns text
  language plpgsql volatile set search_path = '' as $$
declare
  c_characters constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  -- Two ids hold 244 random bits; the hash spreads them over all its bytes.
  v_bytes bytea := sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
  v_random text := '';
begin
  for v_byte in 0..25 loop
    v_random := v_random || substr(c_characters, get_byte(v_bytes, v_byte) % 32 + 1, 1);
  end loop;
  return v_random || private.card_check(v_random);
end $$;

-- The code is kept as it is printed, because the owner must be able to print the same card again, and because a card lies
-- in a drawer for decades: under a key it would stop working with the first new key. All it can do is cause email, and
-- anyone who could read this table could read every plan as well.
create table public.cards (
  user_id uuid primary key references auth.users (id) on delete cascade,
  code text not null unique check (private.is_card_code(code)),
  created_at timestamptz not null default now()
);
alter table public.cards enable row level security;
comment on table public.cards is 'The code on the card that an owner carries. One at a time: a new one ends the one before.';
grant select on public.cards to authenticated, service_role;

create policy cards_select_own on public.cards for select to authenticated using (user_id = (select auth.uid()));

-- ---- reports ---------------------------------------------------------------------------------------------------
create table private.card_reports (
  -- Made by the page, so that a second try after a lost answer is the same report.
  id uuid primary key,
  -- Until the report is passed on. No one may learn from the database which codes were tried.
  code text check (private.is_card_code(code)),
  -- Null as long as the report is not passed on, and for good if there is no such card.
  owner_id uuid references auth.users (id) on delete cascade,
  kind text not null check (kind in ('death', 'reach')),
  reporter_name text check (char_length(reporter_name) between 1 and 120),
  reporter_contact text check (char_length(reporter_contact) between 5 and 254),
  message text check (char_length(message) between 1 and 500),
  -- A keyed hash of the caller's network address.
  network text not null check (char_length(network) between 1 and 64),
  reported_at timestamptz not null default now(),
  passed_on_at timestamptz,
  -- The addresses of the people who were emailed. Null if it was not passed on, because the card was used up.
  told text[],
  -- When the owner ended the card, and everyone who was told was told that too.
  stopped_at timestamptz
);
create index card_reports_owner on private.card_reports (owner_id, reported_at);
create index card_reports_network on private.card_reports (network, reported_at);
create index card_reports_reported on private.card_reports (reported_at);
create index card_reports_due on private.card_reports (reported_at) where passed_on_at is null;
alter table private.card_reports enable row level security;
comment on table private.card_reports is 'What holders of cards reported. Kept for 30 days; those without a card for a day, without their words.';

-- Takes a report in. It does the same work for every code, known or not, and whose it is is looked up later, by
-- pass_on_card_reports: so neither the answer nor the time that it takes tells whether there is such a card.
create function public.report_card(
  p_id uuid, p_code text, p_kind text, p_name text, p_contact text, p_message text, p_network text) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  if private.is_card_code(p_code) is not true then
    raise exception 'not a code of a card' using errcode = 'HW071';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('heartwood.card_reports ' || p_network, 0));
  if exists (select from private.card_reports r where r.id = p_id) then
    return;
  end if;
  if (select count(*) filter (where r.reported_at > now() - interval '1 hour') >= 10 or count(*) >= 30
        from private.card_reports r
       where r.network = p_network and r.reported_at > now() - interval '1 day') then
    raise exception 'too many reports from this network' using errcode = 'HW070';
  end if;
  insert into private.card_reports (id, code, kind, reporter_name, reporter_contact, message, network)
  values (p_id, p_code, p_kind, p_name, p_contact, nullif(p_message, ''), p_network)
  on conflict (id) do nothing;
end $$;
grant execute on function public.report_card(uuid, text, text, text, text, text, text) to service_role;
comment on function public.report_card(uuid, text, text, text, text, text, text) is
  'Takes in what the holder of a card reports, once for each id. The same for every well-formed code. HW070: 10 in an hour or 30 in a day from this network, HW071: not well-formed.';

-- Who is told of a report: the people who accepted. Where no address of theirs takes our mail, those who were invited are
-- told as well: they can still accept, and only they could then submit a death certificate.
create function private.card_readers(p_owner_id uuid, p_kind text) returns setof text
  language sql stable security definer set search_path = '' as $$
  with accepted as (
    select u.email::text as email, d.mail_refused_at
      from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
     where d.owner_id = p_owner_id),
  -- An owner chooses these addresses, and can report their own card and make new ones: without this limit and the pause
  -- below, that would be a way to have us write to strangers without end.
  invited as (
    -- An invitation belongs to the person who had the address when it was sent, not to a later holder of the address.
    select coalesce(lower(u.email), d.person_email) as email
      from public.designations d
      left join private.kept_invitations k on k.designation_id = d.id
      left join auth.users u on u.id = k.user_id
     where d.owner_id = p_owner_id and d.invited_at is not null and d.accepted_at is null and d.declined_at is null
       and d.revoked_at is null and d.mail_refused_at is null
       and (k.designation_id is null or u.id is not null)
     order by d.role = 'executor' desc, d.id
     limit 20)
  select a.email from accepted a
  union
  select i.email from invited i
   where not exists (select from accepted a where a.mail_refused_at is null)
     and not exists (select from private.card_reports r
                      where r.owner_id = p_owner_id and r.kind = p_kind and i.email = any (r.told)
                        and r.passed_on_at > now() - interval '7 days')
$$;

-- Writes to people about a card. An invitation may have gone to a wrong address, and a person may have been removed since:
-- such a reader gets no link to the plan and must not learn who reported what, which is p_for_accepted.
create function private.mail_card_readers(
  p_owner_id uuid, p_mail text, p_emails text[], p_words jsonb, p_for_accepted jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(p_mail, e.email,
            jsonb_build_object('recipient', 'designee', 'owner_name', p.full_name) || p_words
            || case when exists (
                 select from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
                  where d.owner_id = p_owner_id and u.email = e.email)
               then jsonb_build_object('owner_id', p_owner_id) || p_for_accepted else '{}' end)
     from unnest(p_emails) e (email) join public.profiles p on p.user_id = p_owner_id;
end $$;

-- At most 5 reports a day are passed on for a card. The people who were told five times know of it, and the finder
-- of the card must not be able to send them email without end. A new card counts anew, so that the finder of a lost one
-- cannot silence it.
create function private.pass_on_card_reports() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_report private.card_reports;
  v_owner uuid;
  v_made_at timestamptz;
  v_name text;
  v_told text[];
  v_said jsonb;
begin
  -- Reports without a card go first and at once, so that a flood of them delays no other.
  update private.card_reports r
     set passed_on_at = now(), code = null, reporter_name = null, reporter_contact = null, message = null
   where r.passed_on_at is null and not exists (select from public.cards c where c.code = r.code);
  for v_report in
    select r.* from private.card_reports r where r.passed_on_at is null order by r.reported_at limit 200 for update skip locked
  loop
    select c.user_id, c.created_at, p.full_name into v_owner, v_made_at, v_name
      from public.cards c join public.profiles p on p.user_id = c.user_id
     where c.code = v_report.code;
    -- Its card has ended this moment: the next run treats it as one without a card.
    continue when v_owner is null;
    if (select count(*) >= 5 from private.card_reports r
         where r.owner_id = v_owner and r.reported_at >= v_made_at and r.told is not null
           and r.passed_on_at > now() - interval '1 day') then
      -- It is kept for the operator, because a true report may be among those that were too many.
      update private.card_reports r set passed_on_at = now(), code = null, owner_id = v_owner where r.id = v_report.id;
      continue;
    end if;
    v_told := array(select private.card_readers(v_owner, v_report.kind));
    update private.card_reports r set passed_on_at = now(), code = null, owner_id = v_owner, told = v_told
     where r.id = v_report.id;
    perform private.log_event(v_owner, 'card_used', jsonb_build_object('report', v_report.kind), true);
    v_said := jsonb_build_object('reporter_name', v_report.reporter_name,
                                 'reporter_contact', v_report.reporter_contact, 'message', v_report.message);
    perform private.enqueue_mail('card_used', u.email, v_said || jsonb_build_object(
              'recipient', 'owner', 'owner_name', v_name, 'report', v_report.kind, 'report_id', v_report.id))
       from auth.users u where u.id = v_owner;
    perform private.mail_card_readers(
      v_owner, 'card_used', v_told, jsonb_build_object('report', v_report.kind), v_said);
    perform private.enqueue_mail('card_reported', 'operator', '{"recipient": "operator"}');
  end loop;
end $$;

-- ---- the owner makes and ends a card ----------------------------------------------------------------------------
-- Ends an owner's card, if there is one. Who was told of a report by it within 30 days is told that it was ended, also
-- a person who was removed since: they would otherwise keep a false alarm.
create function private.end_card(p_owner_id uuid) returns boolean
  language plpgsql security definer set search_path = '' as $$
declare
  v_told text[];
begin
  delete from public.cards c where c.user_id = p_owner_id;
  if not found then
    return false;
  end if;
  -- Reports by an earlier card were stopped when that one ended.
  with stopped as (
    update private.card_reports r set stopped_at = now()
     where r.owner_id = p_owner_id and r.stopped_at is null and r.passed_on_at > now() - interval '30 days'
    returning r.told)
  select array_agg(distinct t.email) into v_told from stopped s, unnest(s.told) t (email);
  perform private.mail_card_readers(p_owner_id, 'card_stopped', v_told, '{}', '{}');
  return true;
end $$;

-- Takes no membership: a card is for the people who have to be reached.
create function private.change_card(p_new boolean) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid := (select auth.uid());
  v_ended boolean;
begin
  -- Only one call per owner at a time.
  perform from public.profiles p where p.user_id = v_owner and not p.is_deceased for update;
  if not found then
    raise exception 'the plan is frozen' using errcode = 'HW005';
  end if;
  -- Each one adds a line to a history that no one can shorten, and starts the count of reports anew.
  if p_new and (select count(*) >= 20 from public.access_events e
                 where e.owner_id = v_owner and e.action = 'card_made' and e.created_at > now() - interval '1 day') then
    raise exception 'changed too often today' using errcode = 'HW072';
  end if;
  v_ended := private.end_card(v_owner);
  if p_new then
    insert into public.cards (user_id, code) values (v_owner, private.new_card_code());
    perform private.log_event(v_owner, 'card_made');
  elsif v_ended then
    perform private.log_event(v_owner, 'card_withdrawn');
  end if;
end $$;

create function public.make_card() returns void
  language sql security invoker set search_path = '' as $$ select private.change_card(true) $$;
create function public.withdraw_card() returns void
  language sql security invoker set search_path = '' as $$ select private.change_card(false) $$;
grant execute on function private.change_card(boolean), public.make_card(), public.withdraw_card() to authenticated;
comment on function public.make_card() is 'Gives the caller a card with a new code; the one before ends. HW005: the plan is frozen, HW072: 20 in a day.';
comment on function public.withdraw_card() is 'Ends the caller''s card, if there is one. HW005: the plan is frozen.';

-- By the link in the email to the owner. It works for 30 days, for the card that was used, and not after a verified death:
-- anyone who reads a dead owner's email must not tell the family that the owner lives.
create function public.stop_card_by_link(p_report_id uuid) returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid;
begin
  select c.user_id into v_owner
    from private.card_reports r
    join public.cards c on c.user_id = r.owner_id and c.created_at <= r.reported_at
    join public.profiles p on p.user_id = c.user_id
   where r.id = p_report_id and r.passed_on_at > now() - interval '30 days' and not p.is_deceased
     for update of p;
  if not private.end_card(v_owner) then
    -- A second press, or a try again after a lost answer, finds everything as the first one left it.
    perform from private.card_reports r
     where r.id = p_report_id and r.stopped_at is not null
       and not exists (select from public.cards c where c.user_id = r.owner_id);
    if not found then
      raise exception 'there is nothing to stop' using errcode = 'HW004';
    end if;
    return;
  end if;
  perform private.log_event(v_owner, 'card_withdrawn', p_actor_id => v_owner);
end $$;
grant execute on function public.stop_card_by_link(uuid) to service_role;
comment on function public.stop_card_by_link(uuid) is 'Ends the card by which this report was made, for the function stop-card; a second call changes nothing. HW004: nothing to stop.';

-- ---- for the operator, who is told that there is a report, but not in the email whose it is ---------------------
create view admin.card_reports as
  select r.reported_at, r.kind, p.full_name as owner_name, u.email as owner_email, r.owner_id,
         u.last_sign_in_at as owner_last_sign_in_at, r.reporter_name, r.reporter_contact, r.message,
         cardinality(r.told) as people_told, r.stopped_at
    from private.card_reports r
    join public.profiles p on p.user_id = r.owner_id
    join auth.users u on u.id = r.owner_id
   order by r.reported_at desc;
comment on view admin.card_reports is 'What holders of cards reported within 30 days. No one has checked it; only a death certificate opens a plan. people_told is null for those after the fifth a day by one card, which no one else was told of.';
