// Everything that clients can reach, by name. A new table, column or function fails here until it is added to the list;
// add tests of who may use it as well.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  hasSql,
  needsSql,
  type Person,
  person,
  service,
  succeed,
} from '../support/people.ts'
import { untyped } from './answers.ts'

const people = ['authenticated']
const functionsOfServers = ['service_role']

/** Who may call the functions of the API. */
const functions: Record<string, string[]> = {
  billing_enabled: ['anon', 'authenticated', 'service_role'],
  has_premium: people,
  my_file_room: people,
  plan_overview: people,
  plan_rows: people,
  stored_files: people,
  memorial_access: people,
  invite_guests: people,
  add_guest: people,
  remind_guests: people,
  take_guest_answer: people,
  share_with_guests: people,
  withdraw_guest: people,
  set_date_of_death: people,
  accept_designation_invite: people,
  decline_designation_invite: people,
  invitations_after_death: people,
  change_designation_role: people,
  revoke_designation: people,
  step_down: people,
  submit_death_certificate: people,
  stop_release: people,
  my_certificate_wait: people,
  object_to_certificate: people,
  withdraw_objection: people,
  certificate_objections: people,
  set_visibility_hold: people,
  my_new_browsers: people,
  confirm_browser: people,
  refuse_browser: people,
  require_known_browser: people,
  message_notices: people,
  plan_notices: people,
  release_notices: people,
  record_view: people,
  preview_memorial: people,
  set_part_timing: people,
  open_first_hours: people,
  prolong_first_hours: people,
  close_first_hours: people,
  answer_opening: people,
  allow_opening: people,
  set_opening_notice: people,
  first_hours_of: people,
  my_first_hours: people,
  parts_not_offered: people,
  withdraw_health_consent: people,
  start_practice: people,
  open_practice: people,
  complete_practice: people,
  make_card: people,
  withdraw_card: people,
  confirm_plan: people,
  removed_since_stop: people,
  bring_back_removed: people,
  confirm_address: people,
  ask_address_again: people,
  begin_designation_invite: functionsOfServers,
  finish_designation_invite: functionsOfServers,
  due_changes: functionsOfServers,
  apply_due_change: functionsOfServers,
  queue_designation_invite: functionsOfServers,
  account_to_delete: functionsOfServers,
  stop_release_by_link: functionsOfServers,
  release_by_link: functionsOfServers,
  close_first_hours_by_link: functionsOfServers,
  report_card: functionsOfServers,
  stop_card_by_link: functionsOfServers,
  files_of_deleted: functionsOfServers,
  settle_files_of_deleted: functionsOfServers,
  claim_mail: functionsOfServers,
  settle_mail: functionsOfServers,
  hand_back_mail: functionsOfServers,
  queue_mail: functionsOfServers,
  begin_mail_turn: functionsOfServers,
  end_mail_turn: functionsOfServers,
  apply_mail_refusal: functionsOfServers,
  note_housekeeping: functionsOfServers,
  note_webhook: functionsOfServers,
  is_well: functionsOfServers,
  begin_code_probe: functionsOfServers,
  note_code_probe: functionsOfServers,
  queue_orphaned_files: functionsOfServers,
  claim_file_removals: functionsOfServers,
  settle_file_removal: functionsOfServers,
  delete_outdated: functionsOfServers,
  billing_context: functionsOfServers,
  begin_checkout: functionsOfServers,
  save_stripe_customer: functionsOfServers,
  begin_stripe_sync: functionsOfServers,
  apply_stripe_state: functionsOfServers,
  claim_membership_cancellations: functionsOfServers,
  settle_membership_cancellation: functionsOfServers,
  issue_email_code: functionsOfServers,
  fail_email_code: functionsOfServers,
  verify_email_code: functionsOfServers,
  begin_email_change: functionsOfServers,
  begin_sign_in_try: functionsOfServers,
  admit_session: functionsOfServers,
  session_held_until: functionsOfServers,
  service_of_guest: functionsOfServers,
  answer_service: functionsOfServers,
  unsubscribe_guest: functionsOfServers,
  mistake_of_guest: functionsOfServers,
  claim_service_windups: functionsOfServers,
  wind_up_service: functionsOfServers,
  settle_service_windup: functionsOfServers,
  note_wrong_link: functionsOfServers,
  guest_memory_folder: functionsOfServers,
  leave_guest_memory: functionsOfServers,
  discard_guest_picture: functionsOfServers,
  take_back_guest_memory: functionsOfServers,
}

/** The helpers that policies and API functions call with the caller's rights. None takes a caller id. */
const helpers: Record<string, string[]> = {
  billing_enabled: ['anon', 'authenticated', 'service_role'],
  ...Object.fromEntries(
    [
      'answer_designation_invite',
      'answer_new_browser',
      'answer_opening',
      'allow_opening',
      'close_first_hours',
      'first_hours_of',
      'my_circles',
      'my_first_hours',
      'may_write_health',
      'parts_not_offered',
      'withdraw_health_consent',
      'open_first_hours',
      'owners_open_for_death',
      'prolong_first_hours',
      'set_opening_notice',
      'ask_address_again',
      'bring_back_removed',
      'certificate_objections',
      'change_card',
      'change_designation_role',
      'confirm_address',
      'confirm_plan',
      'designated_owners',
      'hidden_marks',
      'hidden_sections',
      'i_have_premium',
      'i_may_plan',
      'i_may_read_row_of',
      'in_circles_since',
      'invitations_after_death',
      'invite_guests',
      'add_guest',
      'remind_guests',
      'take_guest_answer',
      'is_email',
      'is_name',
      'mark_practice',
      'memorial_access',
      'message_notices',
      'plan_notices',
      'message_reaches',
      'my_certificate_wait',
      'object_to_certificate',
      'my_designation_ids',
      'my_file_room',
      'my_removals_are_kept',
      'my_invitation_ids',
      'my_new_browsers',
      'my_plan_is_frozen',
      'owners_of_part',
      'plan_overview',
      'preview_memorial',
      'readable_files',
      'readable_steps',
      'record_view',
      'released_owners',
      'released_owners_as_executor',
      'released_owners_as_trustee',
      'set_date_of_death',
      'set_part_timing',
      'removed_since_stop',
      'require_known_browser',
      'revoke_designation',
      'step_down',
      'set_visibility_hold',
      'share_with_guests',
      'start_practice',
      'stop_release',
      'stored_files',
      'submit_death_certificate',
      'verified_email',
      'viewable_owners',
      'withdraw_guest',
      'withdraw_objection',
    ].map((name) => [name, people]),
  ),
  otp_only_token_hook: ['supabase_auth_admin'],
}

type Columns = { insert: string; update: string }

const own = 'select delete'
const server = 'select insert update delete'
/** What signed-in users may do to a table and to which of its columns, and what the service role may do. */
const tables: Record<string, { people: string; service: string } & Columns> = {
  profiles: {
    people: 'select',
    insert: '',
    update: 'full_name release_wait_days review_reminder_months visibility_hold',
    service: 'select',
  },
  designations: {
    people: own,
    insert: 'owner_id person_email person_name role',
    update: '',
    service: 'select',
  },
  part_access: { people: 'select', insert: '', update: '', service: 'select' },
  first_hours: { people: 'select', insert: '', update: '', service: 'select' },
  funeral_plan: {
    people: own,
    insert:
      'completed_at disposition funeral_home likeness music_playlist_provider music_playlist_ref obituary officiant personal_requests service_type user_id venue',
    update:
      'completed_at disposition funeral_home likeness music_playlist_provider music_playlist_ref obituary officiant personal_requests service_type user_id venue',
    service: server,
  },
  contacts: {
    people: own,
    insert: 'email id invitee name phone relation source user_id',
    update: 'email invitee name phone relation rsvp_status',
    service: server,
  },
  video_messages: {
    people: own,
    insert: 'body captions deliver_on for_beneficiary id storage_path title transcript user_id',
    update: 'body captions deliver_on for_beneficiary title transcript',
    service: server,
  },
  insurance_policies: {
    people: own,
    insert: 'agent_contact coverage_amount document_path id notes policy_number provider user_id',
    update: 'agent_contact coverage_amount document_path notes policy_number provider',
    service: server,
  },
  financial_accounts: {
    people: own,
    insert: 'account_name account_number category id institution notes user_id',
    update: 'account_name account_number category institution notes',
    service: server,
  },
  home_items: {
    people: own,
    insert: 'care caretaker contact id kind location name user_id',
    update: 'care caretaker contact kind location name',
    service: server,
  },
  health_consents: { people: 'select', insert: 'user_id worded_on', update: 'worded_on', service: 'select' },
  health_notes: {
    people: own,
    insert:
      'allergies blood_thinner care_note communication conditions doctor_name doctor_phone donor id implants medicines proxy_name proxy_phone second_proxy_name second_proxy_phone user_id',
    update:
      'allergies blood_thinner care_note communication conditions doctor_name doctor_phone donor implants medicines proxy_name proxy_phone second_proxy_name second_proxy_phone',
    service: server,
  },
  health_papers: {
    people: own,
    insert: 'file_path id kind place user_id',
    update: 'file_path kind place',
    service: server,
  },
  portraits: {
    people: own,
    insert: 'born_in born_on id picture_path remembered_by user_id',
    update: 'born_in born_on picture_path remembered_by',
    service: server,
  },
  estate_documents: {
    people: own,
    insert: 'description doc_type file_path id original_location user_id',
    update: 'description doc_type original_location',
    service: server,
  },
  subscriptions: { people: 'select', insert: '', update: '', service: server },
  access_events: { people: 'select', insert: '', update: '', service: 'select' },
  practices: { people: 'select', insert: '', update: '', service: 'select' },
  step_marks: {
    people: 'select',
    insert: 'id made_at mark note owner_id step_key title undoes',
    update: '',
    service: 'select',
  },
  cards: { people: 'select', insert: '', update: '', service: 'select' },
  services: {
    people: 'select',
    insert: 'address dress flowers held_at held_on livestream_url note owner_id phone place time_zone',
    update: 'address dress flowers held_at held_on is_called_off livestream_url note phone place time_zone',
    service: 'select',
  },
  service_guests: { people: 'select', insert: '', update: '', service: 'select' },
  memories: {
    people: 'select delete',
    insert: 'id owner_id picture_path words',
    update: 'is_hidden',
    service: 'select',
  },
  v_effective_roles: { people: 'select', insert: '', update: '', service: 'select' },
}

const mayBeEmpty = {
  profiles:
    'death_certificate_path death_review_message death_reviewed_at died_on full_name hold_lifted_until open_until plan_reviewed_at release_at release_stopped_at',
  designations:
    'accepted_at address_asked_at address_confirmed_at beneficiary_user_id declined_at invited_at left_at mail_refused_at owner_name revoked_at stepped_down_at',
  first_hours: 'closed_at',
  funeral_plan:
    'completed_at disposition funeral_home likeness music_playlist_provider music_playlist_ref obituary officiant personal_requests service_type venue',
  contacts: 'email phone relation rsvp_status',
  video_messages: 'body captions deliver_on for_beneficiary storage_path transcript',
  insurance_policies: 'agent_contact coverage_amount document_path notes policy_number',
  financial_accounts: 'account_number notes',
  home_items: 'care caretaker contact location',
  health_notes:
    'allergies blood_thinner care_note communication conditions doctor_name doctor_phone donor implants medicines proxy_name proxy_phone second_proxy_name second_proxy_phone',
  health_papers: 'file_path place',
  portraits: 'born_in born_on picture_path remembered_by',
  estate_documents: 'original_location',
  subscriptions: 'current_period_end plan trial_end',
  access_events: 'actor_id actor_name actor_role',
  practices: 'completed_at opened_at',
  step_marks: 'actor_id note undoes',
  services: 'address dress flowers livestream_url note phone',
  service_guests:
    'answer answer_taken_by answered_at answered_for contact_id email invited_by mail_refused_at mail_waits_since mailed_at message noted_before people phone reminded_at reminded_for unsubscribed_at',
  memories: 'author_id guest_id picture_path words',
}

const internal = ['public', 'private', 'admin']

describe.skipIf(!hasSql)(`catalog${needsSql}`, () => {
  it('the database catalog grants clients exactly the listed tables and columns', async () => {
    const rights = await asAdministrator<{ name: string; people: string; service: string } & Columns>(`
      select c.relname as name,
             (select coalesce(string_agg(p, ' ' order by n), '') from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) with ordinality r (p, n)
               where has_table_privilege('authenticated', c.oid, p)) as people,
             (select coalesce(string_agg(p, ' ' order by n), '') from unnest('{select,insert,update,delete,truncate,references,trigger}'::text[]) with ordinality r (p, n)
               where has_table_privilege('service_role', c.oid, p)) as service,
             (select coalesce(string_agg(attname, ' ' order by attname collate "C"), '') from pg_attribute
               where attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege('authenticated', c.oid, attnum, 'insert')) as insert,
             (select coalesce(string_agg(attname, ' ' order by attname collate "C"), '') from pg_attribute
               where attrelid = c.oid and attnum > 0 and not attisdropped and has_column_privilege('authenticated', c.oid, attnum, 'update')) as update
        from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm', 'f')`)
    expect(Object.fromEntries(rights.map(({ name, ...rest }) => [name, rest]))).toEqual(tables)
  })

  it('the database catalog has exactly the listed nullable columns', async () => {
    const rows = await asAdministrator<{ name: string; columns: string }>(
      `select c.relname as name, string_agg(a.attname, ' ' order by a.attname collate "C") as columns
         from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and attnum > 0 and not attisdropped and not attnotnull
        group by 1`,
    )
    expect(Object.fromEntries(rows.map(({ name, columns }) => [name, columns]))).toEqual(mayBeEmpty)
  })

  it('the database catalog grants nothing to signed-out visitors, and no client access to the schemas private and admin', async () => {
    const granted = await asAdministrator(
      `
      select c.oid::regclass::text as name, role from pg_class c, unnest('{anon,authenticated,service_role}'::text[]) role
       where c.relnamespace = any ($1::text[]::regnamespace[]) and c.relkind in ('r', 'p', 'v', 'm', 'f', 'S')
         and (c.relnamespace <> 'public'::regnamespace or role = 'anon')
         and case when c.relkind = 'S' then has_sequence_privilege(role, c.oid, 'usage, select, update')
             else has_table_privilege(role, c.oid, 'select, insert, update, delete, truncate')
               or has_any_column_privilege(role, c.oid, 'select, insert, update') end`,
      [internal],
    )
    expect(granted).toEqual([])
    const schemas = await asAdministrator(`
      select n.nspname as name, role from pg_namespace n, unnest('{anon,authenticated,service_role}'::text[]) role
       where nspname in ('public', 'private', 'admin') and has_schema_privilege(role, n.oid, 'create')
          or nspname = 'admin' and has_schema_privilege(role, n.oid, 'usage')`)
    expect(schemas).toEqual([])
  })

  it.each([
    ['public', functions],
    ['private', helpers],
    ['admin', {}],
  ])(
    'the database catalog lets only the listed roles call the functions of schema %s',
    async (schema, list) => {
      const rows = await asAdministrator<{ name: string; callers: string[] }>(
        `select p.proname as name, array_agg(distinct role order by role) as callers
         from pg_proc p, unnest('{anon,authenticated,service_role,supabase_auth_admin}'::text[]) role
        where p.pronamespace = $1::regnamespace and has_function_privilege(role, p.oid, 'execute')
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
        group by p.oid, p.proname`,
        [schema],
      )
      expect(rows.map(({ name, callers }) => [name, callers]).sort()).toEqual(Object.entries(list).sort())
    },
  )

  it('the database catalog exposes no API function beyond the list', async () => {
    const rows = await asAdministrator<{ name: string }>(
      `select p.proname as name from pg_proc p where p.pronamespace = 'public'::regnamespace
          and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`,
    )
    expect(rows.map(({ name }) => name).sort()).toEqual(Object.keys(functions).sort())
  })

  it('the database catalog pins the search path of every function', async () => {
    const loose = await asAdministrator(
      `select oid::regprocedure::text as name from pg_proc
        where pronamespace = any ($1::text[]::regnamespace[]) and not coalesce(proconfig, '{}') @> '{"search_path=\\"\\""}'
          -- A body that is bound when the function is made looks nothing up later; an aggregate has no body.
          and prosqlbody is null and prokind <> 'a'
          and not exists (select from pg_depend d where d.objid = pg_proc.oid and d.deptype = 'e')`,
      [internal],
    )
    expect(loose).toEqual([])
  })

  it('the database catalog has a key for every table, and a reference for every column that holds a person or a designation', async () => {
    const keyless = await asAdministrator(
      `select c.oid::regclass::text as name from pg_class c
        where c.relnamespace = any ($1::text[]::regnamespace[]) and c.relkind = 'r'
          and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'p')`,
      [internal],
    )
    expect(keyless).toEqual([])
    // A deleted account takes such a row with it, or the row lets go of it.
    const loose = await asAdministrator(
      `select c.oid::regclass || '.' || a.attname as name
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
        where c.relnamespace = any ($1::text[]::regnamespace[]) and c.relkind = 'r'
          and case when a.attname in ('designation_id', 'for_beneficiary') then not exists (
                     select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
              else a.atttypid = 'uuid'::regtype and a.attname not in ('id', 'session_id', 'browser_id') and not exists (
                     select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'
                        and k.conkey = array[a.attnum] and k.confdeltype in ('c', 'n')) end
        order by 1`,
      [internal],
    )
    // A reference to who did it would make a decision or a press wait for the deletion of that account, and the deletion
    // for it.
    expect(loose).toEqual([
      { name: 'private.certificate_submissions.submitted_by' },
      { name: 'private.objections.objected_by' },
      { name: 'private.openings.opened_by' },
    ])
  })

  it('the database catalog has row level security on every table, with policies for signed-in users only', async () => {
    const open = await asAdministrator(
      `select oid::regclass::text as name from pg_class
        where relnamespace = any ($1::text[]::regnamespace[]) and relkind in ('r', 'p') and not relrowsecurity`,
      [internal],
    )
    expect(open).toEqual([])
    const views = await asAdministrator(
      `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('v', 'm')
          and not coalesce(reloptions, '{}') @> '{security_invoker=true}'`,
    )
    expect(views).toEqual([])
    const policies = await asAdministrator<{ name: string; roles: string; cmd: string }>(
      `select schemaname || '.' || tablename as name, roles::text, cmd from pg_policies
        where schemaname in ('public', 'private', 'admin') or policyname like 'heartwood%'`,
    )
    expect(policies.filter(({ roles }) => roles !== '{authenticated}')).toEqual([])
    expect(policies.filter(({ name }) => !name.startsWith('public.') && name !== 'storage.objects')).toEqual(
      [],
    )
    // One policy per table and command: permissive policies add up, which makes several hard to read.
    const kinds = policies.map(({ name, cmd }) => `${name} ${cmd}`)
    expect(kinds.filter((kind, n) => kinds.indexOf(kind) !== n)).toEqual([])
    expect(policies.filter(({ cmd }) => cmd === 'ALL')).toEqual([])
    expect(kinds.filter((kind) => kind.startsWith('storage')).sort()).toEqual([
      'storage.objects DELETE',
      'storage.objects INSERT',
      'storage.objects SELECT',
    ])
  })

  it('the database catalog finds people by address through Auth’s index, which serves only queries without accounts of single sign-on', async () => {
    const slow = await asAdministrator(
      `select oid::regprocedure::text as name from pg_proc
        where pronamespace = any ($1::text[]::regnamespace[])
          and exists (select from regexp_matches(prosrc, '\\mu\\.email = ([pv]_.{0,120})', 'g') found
                       where found[1] not like '%not u.is_sso_user%')`,
      [internal],
    )
    expect(slow).toEqual([])
  })

  it('the database catalog has an index for every foreign key and every column that policies filter by', async () => {
    const unindexed = await asAdministrator(
      `select conrelid::regclass::text as name, conname from pg_constraint c
        where contype = 'f' and connamespace = any ($1::text[]::regnamespace[])
          and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indpred is null
                             and (string_to_array(i.indkey::text, ' ')::int2[])[1:cardinality(c.conkey)] @> c.conkey)`,
      [internal],
    )
    expect(unindexed).toEqual([])
    const indexes = await asAdministrator<{ indexdef: string }>(
      `select indexdef from pg_indexes where schemaname in ('public', 'private')`,
    )
    const wanted = [
      'designations USING btree (owner_id, created_at DESC)',
      'designations USING btree (person_email) WHERE (accepted_at IS NULL)',
      'contacts USING btree (user_id, created_at DESC)',
      'video_messages USING btree (user_id, created_at DESC)',
      'video_messages USING btree (storage_path)',
      'insurance_policies USING btree (user_id, created_at DESC)',
      'insurance_policies USING btree (document_path)',
      'financial_accounts USING btree (user_id, created_at DESC)',
      'home_items USING btree (user_id, created_at DESC)',
      'health_notes USING btree (user_id, created_at DESC)',
      'health_papers USING btree (user_id, created_at DESC)',
      'health_papers USING btree (file_path)',
      'portraits USING btree (user_id, created_at DESC)',
      'portraits USING btree (picture_path)',
      'estate_documents USING btree (user_id, created_at DESC)',
      'estate_documents USING btree (file_path)',
      'access_events USING btree (owner_id, id DESC)',
      'access_events USING btree (actor_id, owner_id, created_at DESC)',
      'mail_outbox USING btree (((rank > 1)), turn, rank, created_at) WHERE (sent_at IS NULL)',
      'mail_outbox USING btree (line, ((rank > 1)), turn) WHERE ((sent_at IS NULL) AND (attempts < 8))',
      'mail_outbox USING btree (to_email) WHERE ((sent_at IS NULL) AND (attempts > 0))',
      'mail_outbox USING btree (to_email, kind, line, not_before)',
      'mail_outbox USING btree (to_email, kind, line, about) WHERE ((sent_at IS NULL) AND (about IS NOT NULL))',
      'membership_cancellations USING btree (next_attempt_at)',
      'stripe_events USING btree (processed_at)',
      'mail_events USING btree (received_at)',
      'trial_reminders USING btree (next_at)',
      'mail_outbox USING btree (sent_at) WHERE (sent_at IS NOT NULL)',
      'mail_outbox USING btree (created_at) WHERE (sent_at IS NULL)',
      'designation_invites USING btree (begun_at)',
      'email_codes USING btree (expires_at)',
      "profiles USING btree (user_id) WHERE (death_review = 'pending'::death_review)",
      "certificate_submissions USING btree (owner_id) WHERE ((decision = 'approved'::text) AND (released_told_at IS NULL))",
      'file_removals USING btree (next_attempt_at)',
      'review_reminders USING btree (next_at)',
      'address_checks USING btree (next_at)',
      'file_removals USING btree (bucket_id, path)',
      'designation_invites USING btree (owner_id, begun_at)',
      'designation_invites USING btree (person_email, sends_at)',
      'email_codes USING btree (user_id, purpose, created_at DESC)',
      'email_codes USING btree (email, created_at)',
      'sign_in_tries USING btree (email, tried_at)',
      'card_reports USING btree (network, reported_at)',
      'card_reports USING btree (owner_id, reported_at)',
      'card_reports USING btree (reported_at) WHERE (passed_on_at IS NULL)',
      'wrong_links USING btree (network, tried_at)',
      'wrong_links USING btree (tried_at)',
      'sign_in_tries USING btree (tried_at)',
      'service_guests USING btree (email)',
      'mistaken_guests USING btree (noted_at)',
      'certificate_submissions USING btree (owner_id, submitted_at DESC)',
    ]
    expect(wanted.filter((index) => !indexes.some(({ indexdef }) => indexdef.endsWith(index)))).toEqual([])
  })

  it('the database catalog limits the number of rows per owner in every list', async () => {
    const limited = await asAdministrator<{ name: string; limit: string }>(
      `select p.table_name as name,
              (select substring(pg_get_triggerdef(t.oid) from 'limit_rows\\(''(\\d+)''') from pg_trigger t
                where t.tgrelid = ('public.' || p.table_name)::regclass and t.tgfoid = 'private.limit_rows'::regproc) as limit
         from private.plan_parts p`,
    )
    expect(Object.fromEntries(limited.map(({ name, limit }) => [name, limit]))).toEqual({
      contacts: '5000',
      designations: '500',
      estate_documents: '2500',
      financial_accounts: '2500',
      // No limit is needed: the owner's id is the key, so there is only one row.
      funeral_plan: null,
      health_notes: '1',
      health_papers: '4',
      home_items: '2500',
      insurance_policies: '2500',
      portraits: '1',
      video_messages: '2500',
    })
  })

  it('the database catalog keeps the storage buckets private, with limits on size and type', async () => {
    const papers = ['application/pdf', 'image/heic', 'image/jpeg', 'image/png', 'image/webp']
    const buckets = await asAdministrator(
      `select id, public, file_size_limit::int as megabytes, array(select unnest(allowed_mime_types) order by 1) as types
         from storage.buckets order by id`,
    )
    expect(
      buckets.map(({ types, ...bucket }) => ({ ...bucket, types: [...(types as string[])].sort() })),
    ).toEqual([
      { id: 'death-certificates', public: false, megabytes: 26_214_400, types: papers },
      { id: 'documents', public: false, megabytes: 26_214_400, types: papers },
      { id: 'memories', public: false, megabytes: 1_048_576, types: ['image/jpeg'] },
      { id: 'pictures', public: false, megabytes: 1_048_576, types: ['image/jpeg'] },
      {
        id: 'videos',
        public: false,
        megabytes: 524_288_000,
        types: ['video/mp4', 'video/quicktime', 'video/webm'],
      },
    ])
  })
})

describe('API', () => {
  let stranger: Person
  beforeAll(async () => {
    stranger = await person('Stan Stranger', { named: false })
  })

  it('the Data API lets signed-out visitors reach no table', async () => {
    for (const table of Object.keys(tables)) {
      const { error, status } = await untyped(anonymous).from(table).select().limit(1)
      expect([table, error?.code, status]).toEqual([table, '42501', 401])
    }
  })

  it.each(Object.entries(functions))(
    'the Data API lets only these roles call %s: %s',
    async (name, callers) => {
      const parameters = hasSql
        ? await asAdministrator<{ name: string }>(
            `select unnest(proargnames[1:pronargs]) as name from pg_proc where pronamespace = 'public'::regnamespace and proname = $1`,
            [name],
          )
        : []
      const args = Object.fromEntries(parameters.map((parameter) => [parameter.name, null]))
      const roles = { anon: anonymous, authenticated: stranger.client, service_role: service }
      for (const [role, client] of Object.entries(roles)) {
        // Permitted calls are covered by other tests, and some would do real work even without arguments.
        if (callers.includes(role)) continue
        const { error } = await untyped(client).rpc(name, args)
        expect([role, error?.code]).toEqual([role, '42501'])
      }
    },
  )

  it.each(['private', 'admin', 'auth', 'storage', 'extensions'])('has no schema %s', async (schema) => {
    for (const client of [anonymous, stranger.client, service]) {
      for (const table of ['settings', 'mail_outbox', 'certificate_reviews', 'users', 'objects']) {
        const { data, error } = await untyped(client).schema(schema).from(table).select()
        expect([data, error === null]).toEqual([null, false])
      }
      const { data, error } = await untyped(client).schema(schema).rpc('viewable_owners', {})
      expect([data, error === null]).toEqual([null, false])
    }
  })

  it('the Data API does not expose the policies’ helper functions by their bare names', async () => {
    for (const name of [
      ...Object.keys(helpers).filter((helper) => !(helper in functions)),
      'review_death_certificate',
      'close_account',
      'new_card_code',
      'pass_on_card_reports',
      'set_billing',
      'enqueue_mail',
      'log_event',
      'start_trial',
    ]) {
      for (const client of [anonymous, stranger.client, service]) {
        expect((await untyped(client).rpc(name, {})).error, name).not.toBeNull()
      }
    }
    expect(await succeed(stranger.client.from('contacts').select())).toEqual([])
  })
})
