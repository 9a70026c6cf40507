-- Fills a released plan for a storm: $owner$ stands for its owner. Triggers are off, so no mail or history follows.
set session_replication_role = replica;

-- Many people who accepted: each of them is written to by every change of the review.
with people as (
  insert into auth.users (id, aud, role, email, raw_app_meta_data, email_confirmed_at, created_at, updated_at)
  select gen_random_uuid(), 'authenticated', 'authenticated', format('designee.%s.%s@example.com', n, gen_random_uuid()), '{}',
         now(), now(), now() from generate_series(1, 30) n
  returning id, email)
insert into public.designations (owner_id, beneficiary_user_id, owner_name, person_name, person_email, role, status, invited_at, accepted_at)
select $owner$, p.id, 'Olive Owner', 'Dana Designee', p.email, 'beneficiary', 'invited', now(), now() from people p;

update private.certificate_submissions s set submitted_by = d.beneficiary_user_id
  from public.designations d where s.owner_id = $owner$ and d.owner_id = $owner$ and d.person_name = 'Dana Designee';

-- The circle of the first hours.
insert into public.part_access (designation_id, owner_id, choice, timing)
select d.id, d.owner_id, c.choice, 'first_hours'
  from public.designations d cross join unnest('{contacts,home}'::text[]) c (choice)
 where d.owner_id = $owner$ and d.person_name in ('Winnie Witness', 'Tess Trustee', 'Edith Executor', 'Ben Beneficiary');

-- Guests, most of whom left a memory, and mails that wait for them.
insert into public.service_guests (owner_id, name, email, mailed_at, memories_left, contact_id, answer, people, answered_at, answered_for)
select $owner$, 'Gus Guest', format('guest.%s.%s@example.com', n, gen_random_uuid()), case when n % 4 > 0 then now() end, 1,
       case when n = 1 then (select c.id from public.contacts c where c.user_id = $owner$) end,
       case when n % 2 = 0 then 'yes'::public.guest_answer end, case when n % 2 = 0 then 2 end, case when n % 2 = 0 then now() end,
       case when n % 2 = 0 then now() end
  from generate_series(1, 480) n;
insert into public.memories (id, owner_id, guest_id, author_name, words)
select gen_random_uuid(), g.owner_id, g.id, g.name, 'We sang together.' from public.service_guests g where g.owner_id = $owner$ order by g.email limit 300;
insert into private.mail_outbox (kind, to_email, payload)
select 'service_invitation', g.email, jsonb_build_object('recipient', 'guest', 'guest_id', g.id, 'owner_name', 'Olive Owner')
  from public.service_guests g where g.owner_id = $owner$;

-- A card, and reports by it that wait.
insert into public.cards (user_id, code, created_at) values ($owner$, private.new_card_code(), now() - interval '1 day') on conflict do nothing;
insert into private.card_reports (id, code, kind, network)
select gen_random_uuid(), c.code, 'death', 'storm ' || n from public.cards c, generate_series(1, 20) n where c.user_id = $owner$;

-- A file that the next certificate names, uploaded by $witness$.
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
values ('death-certificates', $owner$ || '/again.pdf', $witness$, $witness$, 'v1', '{"mimetype": "application/pdf", "size": 32, "eTag": "e1"}');

-- Everyone can plan, so their own plans take rows.
update public.profiles set full_name = 'Pat Person' where full_name is null;
insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata)
select 'death-certificates', p.user_id || '/certificate.pdf', p.user_id, p.user_id::text, 'v1', '{"mimetype": "application/pdf", "size": 32, "eTag": "e1"}'
  from public.profiles p where p.user_id <> $owner$ on conflict do nothing;
insert into private.email_change_grants (user_id, old_email, new_email, expires_at)
select u.id, u.email, format('moved.%s@example.com', u.id), now() + interval '1 day' from auth.users u on conflict do nothing;
-- Browsers that are new to each account.
insert into private.browsers (id, user_id, held_until)
select gen_random_uuid(), u.id, now() + interval '1 day' from auth.users u, generate_series(1, 3);
set session_replication_role = origin;
