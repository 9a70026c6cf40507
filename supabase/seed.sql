-- Two fictional households to look at in a development database. Never applied to production: `supabase db push` skips it.

-- No one pays in a development database.
select admin.set_billing(false);

select admin.set_health(true);

-- ---- the people --------------------------------------------------------------------------------------------
with people (id, email) as (values
  ('11111111-1111-4111-8111-111111111111'::uuid, 'margaret@example.com'),
  ('11111111-1111-4111-8111-111111111112'::uuid, 'anna@example.com'),
  ('11111111-1111-4111-8111-111111111113'::uuid, 'tom@example.com'),
  ('22222222-2222-4222-8222-222222222221'::uuid, 'walter@example.com'),
  ('22222222-2222-4222-8222-222222222222'::uuid, 'clara@example.com'),
  ('22222222-2222-4222-8222-222222222223'::uuid, 'ben@example.com')),
users as (
  insert into auth.users (
    id, aud, role, email, email_confirmed_at, encrypted_password, confirmation_token, recovery_token,
    email_change, email_change_token_new, email_change_token_current, raw_app_meta_data, raw_user_meta_data,
    created_at, updated_at)
  select id, 'authenticated', 'authenticated', email, now(), '', '', '', '', '', '',
         '{"provider": "email", "providers": ["email"]}'::jsonb, '{}'::jsonb, now(), now()
    from people
  returning id, email)
insert into auth.identities (id, provider_id, user_id, identity_data, provider, created_at, updated_at)
select gen_random_uuid(), id::text, id,
       jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', now(), now()
  from users;

-- Auth finds its users under instance zero, where it keeps an instance at all.
do $$
begin
  if exists (select from information_schema.columns
              where table_schema = 'auth' and table_name = 'users' and column_name = 'instance_id') then
    execute 'update auth.users set instance_id = ''00000000-0000-0000-0000-000000000000'' where instance_id is null';
  end if;
end $$;

update public.profiles p set full_name = v.full_name
  from (values
    ('11111111-1111-4111-8111-111111111111'::uuid, 'Margaret Ellis'),
    ('11111111-1111-4111-8111-111111111112'::uuid, 'Anna Ellis'),
    ('11111111-1111-4111-8111-111111111113'::uuid, 'Tom Ellis'),
    ('22222222-2222-4222-8222-222222222221'::uuid, 'Walter Hughes'),
    ('22222222-2222-4222-8222-222222222222'::uuid, 'Clara Hughes'),
    ('22222222-2222-4222-8222-222222222223'::uuid, 'Ben Hughes')) v (user_id, full_name)
 where p.user_id = v.user_id;

-- ---- Margaret: alive, her plan is hidden until her death is verified ----------------------------------------
insert into public.funeral_plan (
  user_id, disposition, funeral_home, service_type, venue, officiant, personal_requests, obituary,
  music_playlist_provider, music_playlist_ref)
values ('11111111-1111-4111-8111-111111111111', 'burial', 'Alder & Sons', 'memorial', 'St. Brannoc''s, the small chapel',
  null, 'No lilies. If the apple tree is in blossom, a few branches of that.' || chr(10) ||
  'Please let Tom read something, if he feels able to.', null, null, null);

insert into public.designations (owner_id, person_name, person_email, role) values
  ('11111111-1111-4111-8111-111111111111', 'Anna Ellis', 'anna@example.com', 'executor'),
  ('11111111-1111-4111-8111-111111111111', 'Tom Ellis', 'tom@example.com', 'beneficiary'),
  ('11111111-1111-4111-8111-111111111111', 'Ruth Bennett', 'ruth@example.com', 'trustee');

insert into public.contacts (user_id, name, email, phone, relation, invitee) values
  ('11111111-1111-4111-8111-111111111111', 'Ruth Bennett', 'ruth@example.com', '555-0114', 'Friend since school', true),
  ('11111111-1111-4111-8111-111111111111', 'Dr. Okafor', null, '555-0177', 'Family doctor', false),
  ('11111111-1111-4111-8111-111111111111', 'Peter Ellis', 'peter@example.com', null, 'Brother', true);

insert into public.insurance_policies (user_id, provider, policy_number, coverage_amount, agent_contact, notes) values
  ('11111111-1111-4111-8111-111111111111', 'Harbor Mutual', 'HM-204-77810', 150000, 'Service line 555-0102',
   'The original policy is in the blue folder in the study.');

insert into public.financial_accounts (user_id, category, institution, account_name, account_number, notes) values
  ('11111111-1111-4111-8111-111111111111', 'bank', 'Riverside Credit Union', 'Household account', '4417', null),
  ('11111111-1111-4111-8111-111111111111', 'retirement', 'Teachers'' Pension Fund', 'Pension', null,
   'They want to be told within a month.');

insert into public.portraits (user_id, born_on, born_in, remembered_by) values
  ('11111111-1111-4111-8111-111111111111', '1948-03-03', 'Portland, Maine', 'There is always room for one more at the table.');

insert into public.home_items (user_id, kind, name, location, care, contact, caretaker) values
  ('11111111-1111-4111-8111-111111111111', 'pet', 'Juno, the cat', 'Her carrier is on the cellar shelf',
   'Half a can of tuna, morning and evening. Shy with strangers; sit down and she will come.', 'Dr. Alvarez, 555-0161',
   'Ruth Bennett'),
  ('11111111-1111-4111-8111-111111111111', 'keys', 'Front door and alarm', 'Spare key at Ruth''s. The alarm is behind the coats.',
   null, 'Sentinel Alarms, 555-0188', 'Anna Ellis'),
  ('11111111-1111-4111-8111-111111111111', 'device', 'Laptop and phone',
   'The sealed note with the passwords is in the blue folder in the study', null, null, 'Anna Ellis');

-- ---- Walter: alive, he has lifted the hold, so his family may already look ----------------------------------
insert into public.funeral_plan (
  user_id, disposition, funeral_home, service_type, venue, officiant, personal_requests, obituary,
  likeness, music_playlist_provider, music_playlist_ref, completed_at)
values ('22222222-2222-4222-8222-222222222221', 'cremation', 'Whitfield Funeral Home', 'celebration', 'The boathouse at Mill Lake',
  'Pastor Lind', 'Everyone in bright colors, please. Coffee and the good cake afterward.' || chr(10) ||
  'My ashes into the lake, early in the morning, only the family.',
  'Walter built boats for forty years and gave most of them away. He taught half the village to row.',
  'no', 'Spotify', 'https://open.spotify.com/playlist/heartwood-demo', now());

insert into public.designations (owner_id, person_name, person_email, role) values
  ('22222222-2222-4222-8222-222222222221', 'Clara Hughes', 'clara@example.com', 'executor'),
  ('22222222-2222-4222-8222-222222222221', 'Ben Hughes', 'ben@example.com', 'beneficiary');

insert into public.contacts (user_id, name, email, phone, relation, invitee) values
  ('22222222-2222-4222-8222-222222222221', 'Pastor Lind', 'lind@example.com', '555-0131', 'Pastor', true),
  ('22222222-2222-4222-8222-222222222221', 'Rowing club', 'club@example.com', null, 'They have a key to the boathouse', true);

insert into public.financial_accounts (user_id, category, institution, account_name, account_number) values
  ('22222222-2222-4222-8222-222222222221', 'bank', 'Lakeside Bank', 'Savings', '9023');

insert into public.portraits (user_id, born_on, born_in, remembered_by) values
  ('22222222-2222-4222-8222-222222222221', '1944-05-02', 'Harbor', 'Leave the light on in the boathouse.');

update public.profiles set visibility_hold = false
 where user_id = '22222222-2222-4222-8222-222222222221';

-- ---- who has accepted (Ruth has not answered yet) ------------------------------------------------------------
update public.designations d
   set beneficiary_user_id = u.id, status = 'invited', invited_at = now(), accepted_at = now()
  from auth.users u
 where u.email = d.person_email;

-- Those who only help have not begun a trial, as if they had come by their invitation.
delete from public.subscriptions s
 where s.user_id in (select d.beneficiary_user_id from public.designations d);
delete from private.used_trials t
 where t.email_hash in (select private.trial_hash(d.person_email) from public.designations d);

-- The history as it would be, had the people done all this themselves.
update public.access_events e set actor_id = p.user_id, actor_name = p.full_name, actor_role = 'owner'
  from public.profiles p where p.user_id = e.owner_id;
insert into public.access_events (owner_id, actor_id, actor_name, actor_role, action, detail)
select d.owner_id, d.beneficiary_user_id, d.person_name, d.role, 'invitation_accepted', jsonb_build_object('role', d.role)
  from public.designations d where d.accepted_at is not null;
