// A new part of the plan needs only its own migration, because everything that handles all parts reads their list.
import { expect, it } from 'vitest'
import { asAdministrator, hasSql, household, needsSql } from '../support/people.ts'

/** What a trial found: it says so in an exception, which also undoes all its changes. */
async function foundBy(trial: Promise<unknown>): Promise<unknown> {
  const { code, message } = await trial.then(
    () => ({ code: 'no answer', message: '' }),
    (error: { code: string; message: string }) => error,
  )
  expect(code, message).toBe('ZZ999')
  return JSON.parse(message.slice(message.indexOf('{')))
}

it.skipIf(!hasSql)(
  `a new table of the plan is counted, timestamped and recorded in the history once it is registered${needsSql}`,
  async () => {
    const { owner, beneficiary, trustee, stranger } = await household('open', [
      'beneficiary',
      'trustee',
      'stranger',
    ])
    const trial = asAdministrator(`
      do $do$
      declare
        v_counts jsonb;
        v_found jsonb := '{}';
        v_viewer uuid;
      begin
        create table public.trial_part (
          id uuid primary key,
          user_id uuid not null references auth.users (id) on delete cascade,
          name text,
          created_at timestamptz not null default now(),
          updated_at timestamptz not null default now());
        call private.add_plan_part(
          'public.trial_part', $$ 'pets', count(*), 'named_pets', count(name) $$,
          p_tabs => '{home}', p_trustees_only => true, p_file_title => 'name', p_max_rows => 2);

        v_found := v_found || jsonb_build_object('begun', (select started_at is not null from private.plan_totals('${stranger.id}')));
        insert into public.trial_part (id, user_id, name) values
          ('${stranger.id}', '${stranger.id}', null), ('${owner.id}', '${owner.id}', 'Rex');
        v_found := v_found || jsonb_build_object('begins', (select started_at is not null from private.plan_totals('${stranger.id}')));

        v_counts := (select counts from private.plan_totals('${owner.id}'));
        v_found := v_found || jsonb_build_object('pets', v_counts -> 'pets', 'named_pets', v_counts -> 'named_pets',
                                                 'contacts', v_counts -> 'contacts');

        foreach v_viewer in array array['${beneficiary.id}', '${trustee.id}']::uuid[] loop
          perform set_config('request.jwt.claim.sub', v_viewer::text, true),
                  set_config('request.jwt.claims', jsonb_build_object('sub', v_viewer)::text, true);
          begin
            perform private.record_view('${owner.id}', 'home', null);
            perform private.record_view('${owner.id}', 'home', '${owner.id}');
          exception when sqlstate 'HW006' then
            v_found := v_found || '{"beneficiary": "refused"}';
          end;
        end loop;
        v_found := v_found || jsonb_build_object('noted', (
          select jsonb_agg(jsonb_build_array(e.actor_role, e.action, e.detail ->> 'title') order by e.id)
            from public.access_events e where e.owner_id = '${owner.id}' and e.detail ->> 'section' = 'home'));

        begin
          insert into public.trial_part (id, user_id) select gen_random_uuid(), '${owner.id}' from generate_series(1, 2);
        exception when sqlstate 'HW040' then
          v_found := v_found || '{"full": true}';
        end;
        raise exception '%', v_found using errcode = 'ZZ999';
      end $do$`)
    expect(await foundBy(trial)).toEqual({
      begun: false,
      begins: true,
      pets: 1,
      named_pets: 1,
      contacts: 1,
      beneficiary: 'refused',
      noted: [
        ['trustee', 'section_viewed', null],
        ['trustee', 'file_opened', 'Rex'],
      ],
      full: true,
    })
  },
)

it.skipIf(!hasSql)(
  `a new part that is never read by default is read once its owner chose, and its tables have one rule${needsSql}`,
  async () => {
    const { owner, trustee, designation } = await household('open', ['trustee'])
    const table = (name: string) => `
      create table public.${name} (
        id uuid primary key,
        user_id uuid not null references auth.users (id) on delete cascade,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now());`
    const add = (name: string, rule: string) => `
      call private.add_plan_part('public.${name}', $$ '${name}', count(*) $$, p_choice => 'trial', ${rule});`
    const rule = `p_opens_early => 'ill', p_never_by_default => true`
    const others = [
      `${rule}, p_trustees_only => true`,
      `p_opens_early => 'died', p_never_by_default => true`,
      `p_opens_early => 'ill'`,
    ]
    const found = await foundBy(
      asAdministrator(`
        do $do$
        declare
          v_found jsonb := '{"refused": 0}';
        begin
          ${table('trial_part')} ${table('trial_of_two')} ${table('trial_of_others')}
          ${add('trial_part', rule)} ${add('trial_of_two', rule)}
          ${others
            .map(
              (other) => `begin ${add('trial_of_others', other)} exception when raise_exception then
                v_found := jsonb_set(v_found, '{refused}', to_jsonb((v_found ->> 'refused')::integer + 1)); end;`,
            )
            .join('\n')}
          perform set_config('request.jwt.claim.sub', '${trustee.id}', true),
                  set_config('request.jwt.claims', '{"sub": "${trustee.id}"}', true);
          v_found := v_found || jsonb_build_object(
            'timings', (select jsonb_agg(t.timing order by t.timing) from private.choice_timings t where t.choice = 'trial'),
            'by_default', (select count(*) from private.owners_of_part('trial')),
            'another', (select count(*) from private.owners_of_part('home')));
          insert into public.part_access (designation_id, owner_id, choice, timing)
            values (${designation.trustee}, '${owner.id}', 'trial', 'first_hours');
          v_found := v_found || jsonb_build_object('once_chosen', (select count(*) from private.owners_of_part('trial')));
          raise exception '%', v_found using errcode = 'ZZ999';
        end $do$`),
    )
    expect(found).toEqual({
      refused: 3,
      timings: ['never', 'after_death', 'first_hours'],
      by_default: 0,
      another: 1,
      once_chosen: 1,
    })
  },
)
