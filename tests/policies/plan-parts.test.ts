// A new part of the plan needs only its own migration, because everything that handles all parts reads their list.
import { expect, it } from 'vitest'
import { asAdministrator, hasSql, household, needsSql } from '../support/people.ts'

it.skipIf(!hasSql)(
  `a new table of the plan is counted, timestamped and recorded in the history once it is registered${needsSql}`,
  async () => {
    const { owner, beneficiary, trustee, stranger } = await household('open', [
      'beneficiary',
      'trustee',
      'stranger',
    ])
    // The exception that returns the findings also undoes all changes.
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
    const { code, message } = await trial.then(
      () => ({ code: 'no answer', message: '' }),
      (error: { code: string; message: string }) => error,
    )
    expect(code, message).toBe('ZZ999')
    expect(JSON.parse(message.slice(message.indexOf('{')))).toEqual({
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
