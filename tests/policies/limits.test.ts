// The length of each text and other limits on fields, enforced by the database whatever a screen allows.
import { beforeAll, describe, expect, it } from 'vitest'
import {
  address,
  asAdministrator,
  consentToHealth,
  hasSql,
  needsSql,
  type Person,
  person,
  type Row,
  succeed,
  turnHealthOn,
} from '../support/people.ts'
import { code, fails, refused, untyped } from './answers.ts'

type Make = (owner: Person) => Row
interface Limits {
  /** A valid row. */
  row: Make
  /** The longest text of each column, a minimum for text that may not be empty, and what else the row has to hold then. */
  texts: Record<
    string,
    { max: number; min?: number; of?: (owner: Person, length: number) => string; besides?: Row }
  >
  required?: string[]
}

let n = 0
const path = (folder: string) => (owner: Person, length: number) =>
  `${owner.id}/${folder}`.padEnd(length, String(n++).padEnd(4, 'x'))

const limits: Record<string, Limits> = {
  designations: {
    row: ({ id }) => ({ owner_id: id, person_name: 'Ann', person_email: address('Ann'), role: 'trustee' }),
    texts: {
      person_name: { max: 120, min: 1 },
      person_email: { max: 254, of: (_, length) => `${String(n++)}@example.com`.padStart(length, 'a') },
    },
    required: ['owner_id', 'person_name', 'person_email'],
  },
  funeral_plan: {
    row: ({ id }) => ({ user_id: id }),
    texts: {
      funeral_home: { max: 200 },
      venue: { max: 200 },
      officiant: { max: 200 },
      personal_requests: { max: 5000 },
      obituary: { max: 20000 },
      music_playlist_provider: { max: 60, min: 1 },
      music_playlist_ref: { max: 500, of: (_, length) => 'https://example.com/'.padEnd(length, 'x') },
    },
    required: ['user_id'],
  },
  contacts: {
    row: ({ id }) => ({ user_id: id, name: 'Carl' }),
    texts: {
      name: { max: 120, min: 1 },
      email: { max: 254 },
      phone: { max: 40 },
      relation: { max: 80 },
      source: { max: 40, min: 1 },
      rsvp_status: { max: 40 },
    },
    required: ['user_id', 'name'],
  },
  video_messages: {
    row: (owner) => ({ user_id: owner.id, storage_path: path('')(owner, 80) }),
    texts: {
      title: { max: 120, min: 1 },
      storage_path: { max: 500, of: path('') },
      body: { max: 20000, min: 1, besides: { storage_path: null } },
      transcript: { max: 20000 },
      captions: {
        max: 100000,
        of: (_, length) => 'WEBVTT\n\n00:00.000 --> 00:01.000\n'.padEnd(length, 'x'),
      },
    },
    required: ['user_id'],
  },
  insurance_policies: {
    row: ({ id }) => ({ user_id: id, provider: 'Harbour Mutual' }),
    texts: {
      provider: { max: 120, min: 1 },
      policy_number: { max: 60 },
      agent_contact: { max: 200 },
      document_path: { max: 500, of: path('insurance/') },
      notes: { max: 2000 },
    },
    required: ['user_id', 'provider'],
  },
  financial_accounts: {
    row: ({ id }) => ({ user_id: id, institution: 'Bank', account_name: 'Savings' }),
    texts: {
      institution: { max: 120, min: 1 },
      account_name: { max: 120, min: 1 },
      account_number: { max: 4, min: 1, of: (_, length) => '1'.repeat(length) },
      notes: { max: 2000 },
    },
    required: ['user_id', 'institution', 'account_name'],
  },
  home_items: {
    row: ({ id }) => ({ user_id: id, kind: 'keys', name: 'Front door' }),
    texts: {
      name: { max: 120, min: 1 },
      location: { max: 500 },
      care: { max: 2000 },
      contact: { max: 200 },
      caretaker: { max: 120 },
    },
    required: ['user_id', 'kind', 'name'],
  },
  health_notes: {
    row: ({ id }) => ({ user_id: id }),
    texts: {
      blood_thinner: { max: 200 },
      allergies: { max: 300 },
      medicines: { max: 1000 },
      implants: { max: 300 },
      conditions: { max: 500 },
      proxy_name: { max: 120 },
      proxy_phone: { max: 40 },
      second_proxy_name: { max: 120 },
      second_proxy_phone: { max: 40 },
      doctor_name: { max: 120 },
      doctor_phone: { max: 40 },
      communication: { max: 300 },
      care_note: { max: 300 },
    },
    required: ['user_id'],
  },
  health_papers: {
    row: ({ id }) => ({ user_id: id, kind: 'polst', place: 'In the hall' }),
    texts: {
      place: { max: 300 },
      file_path: { max: 500, of: path('health/') },
    },
    required: ['user_id', 'kind'],
  },
  portraits: {
    row: ({ id }) => ({ user_id: id }),
    texts: {
      picture_path: { max: 500, of: path('portrait/') },
      born_in: { max: 120 },
      remembered_by: { max: 200 },
    },
    required: ['user_id'],
  },
  estate_documents: {
    row: (owner) => ({
      user_id: owner.id,
      doc_type: 'will',
      description: 'Will',
      file_path: path('estate/')(owner, 80),
    }),
    texts: {
      description: { max: 500, min: 1 },
      file_path: { max: 500, of: path('estate/') },
      original_location: { max: 500 },
    },
    required: ['user_id', 'doc_type', 'description', 'file_path'],
  },
}

const columnsOf = Object.entries(limits).flatMap(([table, { texts }]) =>
  Object.keys(texts).map((column) => [table, column] as const),
)

let owner: Person
beforeAll(async () => {
  const turnBack = await turnHealthOn()
  owner = await person('Olive Owner')
  await consentToHealth(owner)
  return turnBack
})

const insert = async (table: string, change: Row) => {
  const rows = untyped(owner.client).from(table)
  // A plan has only one of each of these.
  if (['funeral_plan', 'health_notes', 'health_papers', 'portraits'].includes(table))
    await succeed(rows.delete().eq('user_id', owner.id))
  const made = { ...limits[table]?.row(owner), ...change }
  const { rsvp_status, ...row } = made as Row
  if (rsvp_status === undefined) return rows.insert(row).select()
  // A contact cannot be added with an answer, so it is set afterward.
  const [{ id }] = await succeed(rows.insert(row).select())
  return rows.update({ rsvp_status }).eq('id', id).select()
}

describe('texts', () => {
  it.each(columnsOf)('%s.%s accepts text up to its limit and no longer', async (table, column) => {
    const limit = limits[table]?.texts[column]
    if (!limit) throw new Error('no limit')
    const text = (length: number) => limit.of?.(owner, length) ?? 'x'.repeat(length)
    const rowWith = (value: string) => ({ ...limit.besides, [column]: value })
    const [saved] = await succeed(insert(table, rowWith(text(limit.max))))
    expect(saved[column]).toHaveLength(limit.max)
    await refused(insert(table, rowWith(text(limit.max + 1))), code.check)
    if (limit.min) await refused(insert(table, rowWith('')), code.check)
  })

  it('a text column keeps no U+0000, neither of a row nor of what a function is called with', async () => {
    // As JSON it is refused with the first code, as text with the second.
    const refusedAsCharacter = async (request: PromiseLike<{ error: { code?: string } | null }>) =>
      expect(['22P05', '22021']).toContain((await request).error?.code)
    await refusedAsCharacter(insert('contacts', { name: 'Carl\u0000' }))
    await succeed(insert('contacts', {}))
    const contacts = untyped(owner.client).from('contacts')
    await refusedAsCharacter(contacts.update({ relation: '\u0000' }).eq('user_id', owner.id))
    const called = { owner_id: owner.id, path: `${owner.id}/\u0000` }
    await refusedAsCharacter(untyped(owner.client).rpc('submit_death_certificate', called))
  })

  it('profiles.full_name accepts 1 to 120 characters', async () => {
    const name = (full_name: string) =>
      owner.client.from('profiles').update({ full_name }).eq('user_id', owner.id).select()
    await succeed(name('x'.repeat(120)))
    await refused(name('x'.repeat(121)), code.check)
    await refused(name(''), code.check)
  })

  it.skipIf(!hasSql)(
    `a text column has a length limit in every table that people can write${needsSql}`,
    async () => {
      const texts = await asAdministrator<{ name: string }>(
        `select c.relname || '.' || a.attname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and a.atttypid = 'text'::regtype and not attisdropped
          and (has_column_privilege('authenticated', c.oid, attnum, 'insert') or has_column_privilege('authenticated', c.oid, attnum, 'update'))`,
      )
      // step-marks.test.ts, memories.test.ts and services.test.ts try their own.
      const marks = ['note', 'step_key', 'title'].map((column) => `step_marks.${column}`)
      const memories = ['picture_path', 'words'].map((column) => `memories.${column}`)
      const services = [
        'address',
        'dress',
        'flowers',
        'livestream_url',
        'note',
        'phone',
        'place',
        'time_zone',
      ].map((column) => `services.${column}`)
      const tested = [
        ...memories,
        ...services,
        ...columnsOf.map((column) => column.join('.')),
        'profiles.full_name',
        ...marks,
      ]
      expect(texts.map(({ name }) => name).sort()).toEqual(tested.sort())
    },
  )
})

describe('rows', () => {
  it.each(Object.entries(limits))(
    'a row of %s is refused without its required values',
    async (table, { required = [] }) => {
      // A missing owner is refused by the policy (for designations, by the name check) before the column is.
      const first: Record<string, string> = { user_id: code.notAllowed, owner_id: code.nameless }
      for (const column of required)
        await refused(insert(table, { [column]: null }), first[column] ?? code.missing)
    },
  )

  it('a row accepts only the listed values of an enumerated column', async () => {
    const words: [string, Row][] = [
      ['funeral_plan', { disposition: 'space' }],
      ['funeral_plan', { service_type: 'loud' }],
      ['funeral_plan', { likeness: 'perhaps' }],
      ['financial_accounts', { category: 'sock' }],
      ['home_items', { kind: 'elephant' }],
      ['estate_documents', { doc_type: 'novel' }],
      ['health_notes', { donor: 'perhaps' }],
      ['health_papers', { kind: 'prescription' }],
      ['designations', { role: 'king' }],
    ]
    for (const [table, change] of words) await refused(insert(table, change), '22P02')
  })

  it('a row of an account stores at most the last four digits', async () => {
    for (const account_number of ['12345', '12a4', ' 123', '١٢٣٤', '1234\n', 'DE89370400440532013000']) {
      await refused(insert('financial_accounts', { account_number }), code.check)
    }
    for (const account_number of ['1', '0042', null])
      await succeed(insert('financial_accounts', { account_number }))
  })

  it('a row of a playlist accepts only https links', async () => {
    for (const ref of [
      'http://example.com/x',
      'javascript:alert(1)',
      ' https://example.com',
      'https://',
      'https://a b',
      'https://a\nb',
      'HTTPS://example.com',
      'x\nhttps://example.com',
    ]) {
      await refused(insert('funeral_plan', { music_playlist_ref: ref }), code.check)
    }
  })

  it('a row of a policy accepts no negative amount and none above the maximum', async () => {
    for (const coverage_amount of [0, 0.01, 999_999_999_999.99])
      await succeed(insert('insurance_policies', { coverage_amount }))
    await refused(insert('insurance_policies', { coverage_amount: -0.01 }), code.check)
    await refused(insert('insurance_policies', { coverage_amount: 1e12 }), '22003')
  })

  it('a row of a profile accepts only the offered waiting periods and reminder intervals', async () => {
    const save = (change: Row) =>
      untyped(owner.client).from('profiles').update(change).eq('user_id', owner.id).select()
    for (const release_wait_days of [0, 1, 3, 7, 14, 30]) await succeed(save({ release_wait_days }))
    for (const release_wait_days of [-1, 2, 5, 31, 365])
      await refused(save({ release_wait_days }), code.check)
    for (const review_reminder_months of [0, 3, 6, 12]) await succeed(save({ review_reminder_months }))
    for (const review_reminder_months of [-1, 1, 9, 24])
      await refused(save({ review_reminder_months }), code.check)
    for (const column of ['visibility_hold', 'release_wait_days', 'review_reminder_months'])
      await refused(save({ [column]: null }), code.missing)
  })
})

describe.skipIf(!hasSql)(`internal${needsSql}`, () => {
  const add = (table: string, row: Row) => {
    const columns = Object.keys(row)
    return asAdministrator(
      `insert into ${table} (${columns.join(', ')}) values (${columns.map((column, i) => (column === 'code_hmac' ? `convert_to($${i + 1}, 'utf8')` : `$${i + 1}`)).join(', ')})`,
      Object.values(row),
    )
  }

  it('internal tables have length limits too', async () => {
    const mail = { kind: 'test', to_email: 'a@b' }
    for (const change of [
      { kind: '' },
      { kind: 'x'.repeat(61) },
      { to_email: 'ab' },
      { to_email: 'x'.repeat(255) },
    ]) {
      await fails(add('private.mail_outbox', { ...mail, ...change }), code.check)
    }
    // Due in a hundred years, so that it is never sent.
    const later = { next_attempt_at: '2126-01-01' }
    await add('private.mail_outbox', { kind: 'x'.repeat(60), to_email: 'x'.repeat(254), ...later })
    await add('private.mail_outbox', { kind: 'x', to_email: 'a@b', ...later })
    await add('public.access_events', { owner_id: owner.id, action: 'x'.repeat(60) })
    const event = { owner_id: owner.id, action: 'x' }
    for (const change of [{ action: '' }, { action: 'x'.repeat(61) }])
      await fails(add('public.access_events', { ...event, ...change }), code.check)
    const submission = () => ({
      owner_id: owner.id,
      path: crypto.randomUUID(),
      decision: 'approved',
      note: 'x'.repeat(2000),
    })
    await add('private.certificate_submissions', submission())
    for (const change of [{ decision: 'pending' }, { decision: 'none' }, { note: 'x'.repeat(2001) }]) {
      await fails(add('private.certificate_submissions', { ...submission(), ...change }), code.check)
    }
    const twice = submission()
    await add('private.certificate_submissions', twice)
    await fails(add('private.certificate_submissions', twice), code.unique)
    const emailCode = {
      user_id: owner.id,
      purpose: 'email-change-old',
      email: 'a@b',
      code_hmac: 'x',
      attempts: 5,
      expires_at: new Date(),
    }
    await add('private.email_codes', emailCode)
    for (const change of [{ purpose: 'x' }, { email: 'x'.repeat(255) }, { attempts: 6 }, { attempts: -1 }]) {
      await fails(add('private.email_codes', { ...emailCode, ...change }), code.check)
    }
    const member = await person('Mia Member', { named: false })
    const setStatus = (status: string) =>
      asAdministrator('update public.subscriptions set status = $2 where user_id = $1', [member.id, status])
    await setStatus('x'.repeat(40))
    for (const status of ['', 'x'.repeat(41)]) await fails(setStatus(status), code.check)
    await fails(
      asAdministrator(`update public.profiles set full_name = $2 where user_id = $1`, [owner.id, 'x\n']),
      code.check,
    )
  })

  it('internal tables tie a Stripe customer to one person', async () => {
    const other = await person('Oscar Other', { named: false })
    const customer = { user_id: owner.id, stripe_customer_id: `cus_${owner.id}` }
    await add('private.billing_customers', customer)
    await fails(add('private.billing_customers', { ...customer, user_id: other.id }), code.unique)
    await fails(add('private.billing_customers', { ...customer, stripe_customer_id: 'x' }), code.unique)
    for (const stripe_customer_id of ['', 'x'.repeat(256)]) {
      const another = { user_id: other.id, stripe_customer_id }
      await fails(add('private.billing_customers', another), code.check)
    }
  })

  it('internal tables bind no person who has not accepted to a designation, and refuse an answer that is both yes and no', async () => {
    const [designation] = await succeed(insert('designations', {}))
    const set = (change: string) =>
      asAdministrator(`update public.designations set ${change} where id = $1`, [designation.id])
    await fails(set(`beneficiary_user_id = '${owner.id}'`), code.check)
    await fails(set('accepted_at = now(), declined_at = now()'), code.check)
    await fails(set('stepped_down_at = now()'), code.check)
    await fails(set(`person_email = 'Upper@example.com'`), code.check)
    await fails(set(`person_email = ' a@example.com'`), code.check)
    await fails(set(`person_name = ' x'`), code.check)
    await fails(set(`person_name = null`), code.missing)
  })
})
