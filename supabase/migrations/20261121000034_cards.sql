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
  -- The addresses of the people who were emailed. Null if it was not passed on, because the card was used up or had ended.
  told text[],
  -- When the owner ended the card, and everyone who was told was told that too.
  stopped_at timestamptz
);
create index card_reports_owner on private.card_reports (owner_id, reported_at);
create index card_reports_network on private.card_reports (network, reported_at);
create index card_reports_reported on private.card_reports (reported_at);
create index card_reports_due on private.card_reports (reported_at) where passed_on_at is null;
create index card_reports_waiting on private.card_reports (code) where passed_on_at is null;
create index card_reports_told on private.card_reports (owner_id, passed_on_at) where told is not null;
create index card_reports_kept on private.card_reports (owner_id, passed_on_at) where told is null and owner_id is not null;
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
  -- At most 20 of a code wait. Any more are only counted for their network: none of them would be passed on today.
  perform pg_advisory_xact_lock(hashtextextended('heartwood.card_reports of ' || p_code, 0));
  if (select count(*) >= 20 from private.card_reports r where r.code = p_code and r.passed_on_at is null) then
    insert into private.card_reports (id, kind, network, passed_on_at) values (p_id, p_kind, p_network, now())
    on conflict (id) do nothing;
    return;
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
  p_owner_id uuid, p_mail text, p_emails text[], p_for_accepted jsonb) returns void
  language plpgsql security definer set search_path = '' as $$
begin
  perform private.enqueue_mail(p_mail, e.email,
            jsonb_build_object('owner_name', p.full_name)
            || case when exists (
                 select from private.accepted_designations d join auth.users u on u.id = d.beneficiary_user_id
                  where d.owner_id = p_owner_id and u.email = e.email)
               then jsonb_build_object('recipient', 'designee', 'owner_id', p_owner_id) || p_for_accepted
               else '{"recipient": "invited"}' end,
            p_plan => p_owner_id)
     from unnest(p_emails) e (email) join public.profiles p on p.user_id = p_owner_id;
end $$;

-- How many reports of a card may be passed on today. At most 5 for a card: the people who were told five times know of it,
-- and the finder of the card must not be able to send them email without end. At most 10 for all cards of an owner, or a
-- hostile one could write to the people named as often as they make a card; but of these the newest card always has 2,
-- so that the finder of a lost one cannot silence it.
create function private.card_reports_left(p_owner_id uuid, p_made_at timestamptz) returns bigint
  language sql stable security definer set search_path = '' as $$
  select least(5 - t.by_card, greatest(10 - t.by_owner, 2 - t.by_card))
    from (select count(*) as by_owner, count(*) filter (where r.reported_at >= p_made_at) as by_card
            from private.card_reports r
           where r.owner_id = p_owner_id and r.told is not null and r.passed_on_at > now() - interval '1 day') t
$$;

-- The oldest 20,000 reports that wait, so that a run ends in time however many there are: whose card each is by (null: no
-- one's), the how manieth it is of those for this card, how many of them may still be passed on today, and how many more
-- are kept for the operator, because a true report may be among those that were too many.
create function private.waiting_card_reports() returns table (
    id uuid, reported_at timestamptz, owner_id uuid, nth bigint, may_pass bigint, may_keep bigint)
  language sql stable security definer set search_path = '' as $$
  with waiting as (
    select w.id, w.reported_at, c.user_id as owner_id, c.created_at as made_at,
           row_number() over (partition by c.user_id order by w.reported_at, w.id) as nth
      from (select r.id, r.reported_at, r.code from private.card_reports r
             where r.passed_on_at is null order by r.reported_at limit 20000) w
      left join public.cards c on c.code = w.code),
  -- Once for each card, and not for each report by it.
  cards as materialized (
    select f.owner_id,
           -- A card ends with the approval: no one may write to the bereaved by it.
           case when private.plan_is_frozen(f.owner_id) then 0
                else private.card_reports_left(f.owner_id, f.made_at) end as may_pass,
           20 - (select count(*) from private.card_reports r
                  where r.owner_id = f.owner_id and r.told is null and r.passed_on_at > now() - interval '1 day') as may_keep
      from waiting f where f.nth = 1 and f.owner_id is not null)
  select w.id, w.reported_at, w.owner_id, w.nth, greatest(c.may_pass, 0), greatest(c.may_keep, 0)
    from waiting w left join cards c using (owner_id)
$$;

-- Ends the cards of those whose death was verified. An approval itself writes to nothing that another person can hold;
-- until this has run, no report by such a card is passed on. Who turns out to be alive makes a new one.
create index profiles_verified on public.profiles (death_reviewed_at) where is_deceased;
create function private.end_cards_of_the_dead() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_owner uuid;
begin
  for v_owner in
    delete from public.cards c where c.user_id = any (array(
      select d.user_id from public.cards d join public.profiles p on p.user_id = d.user_id
       where p.is_deceased and p.death_reviewed_at > now() - interval '30 days'
       limit 100))
    returning c.user_id
  loop
    perform private.log_event(v_owner, 'card_ended', '{}', true);
  end loop;
end $$;

create function private.pass_on_card_reports() returns void
  language plpgsql security definer set search_path = '' as $$
declare
  v_next record;
  v_report private.card_reports;
  v_told text[];
  v_said jsonb;
  v_mails integer := 0;
begin
  -- Of two runs at once the second has nothing to do.
  if not pg_try_advisory_xact_lock(hashtextextended('heartwood.pass_on_card_reports', 0)) then
    return;
  end if;
  -- What is passed on to no one goes first and at once, so that a flood of it delays no other.
  update private.card_reports r
     set passed_on_at = now(), code = null, owner_id = w.kept_for,
         reporter_name = case when w.kept_for is not null then r.reporter_name end,
         reporter_contact = case when w.kept_for is not null then r.reporter_contact end,
         message = case when w.kept_for is not null then r.message end
    from (select x.id, case when x.nth <= x.may_pass + x.may_keep then x.owner_id end as kept_for
            from private.waiting_card_reports() x
           where x.owner_id is null or x.nth > x.may_pass) w
   where r.id = w.id;
  -- One of each card in a run, and those first by whose cards the fewest were passed on today: no one's many reports delay
  -- another's first one.
  for v_next in
    select w.id, w.owner_id from private.waiting_card_reports() w
     where w.nth = 1 and w.may_pass > 0
     order by w.may_pass desc, w.reported_at
     limit 200
  loop
    v_told := array(select private.card_readers(
      v_next.owner_id, (select r.kind from private.card_reports r where r.id = v_next.id)));
    update private.card_reports r set passed_on_at = now(), code = null, owner_id = v_next.owner_id, told = v_told
     -- Its card may have ended this moment: the next run treats it as one without a card.
     where r.id = v_next.id and exists (select from public.cards c where c.code = r.code)
    returning r.* into v_report;
    continue when not found;
    perform private.log_event(v_next.owner_id, 'card_used', jsonb_build_object('report', v_report.kind), true);
    v_said := jsonb_build_object('report', v_report.kind, 'reporter_name', v_report.reporter_name,
                                 'reporter_contact', v_report.reporter_contact, 'message', v_report.message);
    perform private.enqueue_mail(
              'card_used', u.email, v_said || jsonb_build_object('recipient', 'owner', 'report_id', v_report.id))
       from auth.users u where u.id = v_next.owner_id;
    perform private.mail_card_readers(v_next.owner_id, 'card_used', v_told, v_said);
    perform private.enqueue_mail('card_reported', 'operator', '{"recipient": "operator"}');
    -- A run must end in time, or it would be canceled and begin again.
    v_mails := v_mails + cardinality(v_told);
    exit when v_mails >= 1000;
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
  perform private.mail_card_readers(p_owner_id, 'card_stopped', v_told, '{}');
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
  -- Each one adds a line to a history that no one can shorten, and has reports of its own that are passed on.
  if p_new and (select count(*) >= 5 from public.access_events e
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
comment on function public.make_card() is 'Gives the caller a card with a new code; the one before ends. HW005: the plan is frozen, HW072: 5 in a day.';
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
comment on view admin.card_reports is 'What holders of cards reported within 30 days. No one has checked it; only a death certificate opens a plan. people_told is null for those that no one else was told of: there were too many that day, or the death had been verified.';
