// The files of a plan: who may open, upload, replace and remove which, in every state of a household.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  asAdministrator,
  type Bucket,
  consentToHealth,
  file,
  fillHealth,
  type Household,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  opens,
  type Person,
  person,
  runAsStorage,
  type State,
  service,
  states,
  succeed,
  turnHealthOn,
  typeFor,
  upload,
} from '../support/people.ts'
import { touches, untyped } from './answers.ts'
import { everybody, type Rights, readRules } from './matrix.ts'

// S open · I upload a new one · U replace or rename · D remove · - nothing
// During a review and for seven days after a stop the owner removes no file, so that rows come back with theirs.

const filesOfThePlan = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SID    | SID  | SI                | SI              | S       | S        | SI
  beneficiary | -      | S    | -                 | S               | -       | S        | -
  trustee     | -      | S    | -                 | S               | -       | S        | -
  executor    | -      | S    | -                 | S               | -       | S        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const scansOfPolicies = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SID    | SID  | SI                | SI              | S       | S        | SI
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | S    | -                 | S               | -       | S        | -
  executor    | -      | S    | -                 | S               | -       | S        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const filesThatNoRowNames = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SID    | SID  | SI                | SI              | S       | S        | SI
  beneficiary | -      | -    | -                 | -               | -       | -        | -
  trustee     | -      | -    | -                 | -               | -       | -        | -
  executor    | -      | -    | -                 | -               | -       | -        | -
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

// Evidence cannot be replaced or removed, and another certificate is accepted only when none is in review or approved.
const certificates = `
              | hidden | open | hidden, in review | open, in review | waiting | released | stopped
  owner       | SI     | SI   | S                 | S               | S       | S        | SI
  beneficiary | SI     | SI   | S                 | S               | S       | S        | SI
  trustee     | SI     | SI   | S                 | S               | S       | S        | SI
  executor    | SI     | SI   | S                 | S               | S       | S        | SI
  invited     | -      | -    | -                 | -               | -       | -        | -
  revoked     | -      | -    | -                 | -               | -       | -        | -
  stranger    | -      | -    | -                 | -               | -       | -        | -
  anonymous   | -      | -    | -                 | -               | -       | -        | -`

const files: { what: string; bucket: Bucket; path: string; rules: string }[] = [
  { what: 'a video', bucket: 'videos', path: 'for-everyone.mp4', rules: filesOfThePlan },
  { what: 'an estate document', bucket: 'documents', path: 'estate/will.pdf', rules: filesOfThePlan },
  { what: 'the scan of a policy', bucket: 'documents', path: 'insurance/policy.pdf', rules: scansOfPolicies },
  { what: 'a portrait', bucket: 'pictures', path: 'portrait/picture.jpg', rules: filesOfThePlan },
  // For no one whom the owner did not choose for it.
  {
    what: 'a paper about health',
    bucket: 'documents',
    path: 'health/directive.pdf',
    rules: filesThatNoRowNames,
  },
  { what: 'a video that no row names', bucket: 'videos', path: 'draft.mp4', rules: filesThatNoRowNames },
  {
    what: 'a paper that no row names',
    bucket: 'documents',
    path: 'estate/draft.pdf',
    rules: filesThatNoRowNames,
  },
  { what: 'a certificate', bucket: 'death-certificates', path: 'certificate.pdf', rules: certificates },
]

// See who-may-do-what.test.ts. Others may upload certificates too, so there every state is tried.
const othersTryToWrite: State[] = ['hidden', 'open', 'released']
const needsReview: State[] = ['waiting', 'released', 'stopped']

beforeAll(turnHealthOn)

describe.each(states)('while the plan is %s', (state) => {
  const canRun = hasSql || !needsReview.includes(state)
  describe.skipIf(!canRun)(`everyone's rights${canRun ? '' : needsSql}`, () => {
    let home: Household
    beforeAll(async () => {
      home = await household(state, undefined, ({ owner }) => [
        // The consent comes before the file.
        fillHealth(owner).then(() =>
          Promise.all(files.map(({ bucket, path }) => upload(owner, bucket, `${owner.id}/${path}`))),
        ),
      ])
    })

    it.each(files)('to $what are exactly those of the rules', async ({ bucket, path, rules }) => {
      const tryWriting = (who: string) =>
        who === 'owner' || bucket === 'death-certificates' || othersTryToWrite.includes(state)
      const rights: Partial<Rights> = {}
      // The owner is last, because the owner's removal succeeds.
      for (const who of [...everybody].reverse()) {
        rights[who] = await tryAll(home, who, bucket, `${home.owner.id}/${path}`, tryWriting(who))
      }
      expect(rights).toEqual(readRules(rules, states)[state])
    })
  })
})

describe('files', () => {
  it.skipIf(!hasSql).each([
    ['videos', 'video_messages', 'storage_path', {}],
    ['documents', 'estate_documents', 'file_path', { doc_type: 'will', description: 'x' }],
    ['documents', 'insurance_policies', 'document_path', { provider: 'x' }],
    ['documents', 'health_papers', 'file_path', { kind: 'polst' }],
    ['pictures', 'portraits', 'picture_path', {}],
  ] as const)(
    `in %s stays closed to a designee even if a row of theirs in %s named it: Storage compares the folder itself${needsSql}`,
    async (bucket, table, column, fields) => {
      const { owner, executor: thief } = await household('hidden', ['executor'])
      const [secret, own] = await Promise.all([
        upload(owner, bucket, `${owner.id}/secret`),
        upload(thief, bucket, `${thief.id}/own`),
      ])
      // No such row can be written, so the rule of the table is put aside.
      const [rule] = await asAdministrator<{ name: string; definition: string }>(
        `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
          where conrelid = $1::regclass and pg_get_constraintdef(oid) like '%starts_with%'`,
        [`public.${table}`],
      )
      await asAdministrator(`alter table public.${table} drop constraint ${rule?.name}`)
      try {
        if (table === 'health_papers') await consentToHealth(thief)
        const rows = untyped(service).from(table)
        await succeed(rows.insert({ ...fields, user_id: thief.id, [column]: own }).select())
        expect(await opens(thief, bucket, own)).toBe(true)
        await succeed(
          rows
            .update({ [column]: secret })
            .eq('user_id', thief.id)
            .select(),
        )
        await touches(untyped(thief.client).from(table).select().eq(column, secret), 1)
        expect(await opens(thief, bucket, secret)).toBe(false)
      } finally {
        await asAdministrator(`delete from public.${table} where user_id = $1`, [thief.id])
        await asAdministrator(`alter table public.${table} add constraint ${rule?.name} ${rule?.definition}`)
      }
    },
  )

  it('a file beside the portrait that no row names is opened by its owner alone', async () => {
    const { owner, executor } = await household('open', ['executor'])
    const [portrait, draft] = ['picture', 'draft'].map((name) => `${owner.id}/portrait/${name}.jpg`)
    for (const path of [portrait ?? '', draft ?? '']) {
      await upload(owner, 'pictures', path)
      expect(await opens(owner, 'pictures', path)).toBe(true)
      expect(await opens(executor, 'pictures', path)).toBe(path === portrait)
    }
  })

  it.skipIf(!isDatabaseOnly)(
    'a file is stored in no one else’s name, and in no bucket that is not ours',
    async () => {
      const [owner, thief] = await Promise.all([person('Olive Owner'), person('Theo Thief')])
      const store = (by: Person, bucket: string, ownerId: string) =>
        runAsStorage(by, 'insert into storage.objects (bucket_id, name, owner_id) values ($1, $2, $3)', [
          bucket,
          `${ownerId}/${randomUUID()}`,
          ownerId,
        ])
      await asAdministrator(`insert into storage.buckets (id, name) values ('others', 'others')`)
      expect(await store(owner, 'videos', owner.id)).toBe(1)
      expect(await store(thief, 'videos', owner.id)).toBe(0)
      expect(await store(owner, 'others', owner.id)).toBe(0)
    },
  )

  it.skipIf(!isDatabaseOnly)('in a bucket that is not ours is opened by no one', async () => {
    const { owner, executor } = await household('open', ['executor'])
    const will = `${owner.id}/estate/will.pdf`
    await upload(owner, 'documents', will)
    await asAdministrator(
      `with bucket as (insert into storage.buckets (id, name) values ('foreign', 'foreign') returning id)
       insert into storage.objects (bucket_id, name) select id, $1 from bucket`,
      [will],
    )
    const text = 'select from storage.objects where bucket_id = $1 and name = $2'
    for (const who of [owner, executor]) {
      expect(await runAsStorage(who, text, ['documents', will])).toBe(1)
      expect(await runAsStorage(who, text, ['foreign', will])).toBe(0)
    }
  })

  it('a file is not opened by a row that names a file of the same name in another bucket', async () => {
    const { owner, executor } = await household('open', ['executor'])
    const { client, id: user_id } = owner
    const [video, paper, scan] = [`${user_id}/video`, `${user_id}/estate/paper`, `${user_id}/insurance/scan`]
    const face = `${user_id}/portrait/picture.jpg`
    await succeed(client.from('video_messages').insert({ user_id, storage_path: video }))
    await succeed(
      client
        .from('estate_documents')
        .insert({ user_id, doc_type: 'other', description: 'x', file_path: paper }),
    )
    await succeed(client.from('insurance_policies').insert({ user_id, provider: 'x', document_path: scan }))
    for (const [path, named, other] of [
      [video, 'videos', 'documents'],
      [paper, 'documents', 'videos'],
      [scan, 'documents', 'videos'],
      [face, 'pictures', 'documents'],
    ] as const) {
      await Promise.all([upload(owner, named, path), upload(owner, other, path)])
      expect(await opens(executor, named, path), path).toBe(true)
      expect(await opens(executor, other, path), path).toBe(false)
    }
  })
})

async function tryAll(
  home: Household,
  who: (typeof everybody)[number],
  bucket: Bucket,
  path: string,
  writes: boolean,
): Promise<string> {
  const someone = who === 'anonymous' ? null : home[who]
  const type = typeFor(bucket)
  const fresh = path.replace(/[^/]+$/, `${randomUUID()}.${type.replace(/.*\//, '')}`)
  const rights = [(await opens(someone, bucket, path)) ? 'S' : '']
  if (writes) {
    const write = isDatabaseOnly ? writeThroughSql : writeThroughStorage
    rights.push(...(await write(someone, bucket, path, fresh, type)))
  }
  return rights.join('') || '-'
}

type Write = (
  someone: Person | null,
  bucket: Bucket,
  path: string,
  fresh: string,
  type: string,
) => Promise<string[]>

const writeThroughStorage: Write = async (someone, bucket, path, fresh, type) => {
  const storage = (someone?.client ?? anonymous).storage.from(bucket)
  const put = await storage.upload(fresh, file(type), { contentType: type })
  const replaced = [
    await storage.upload(path, file(type, 99), { contentType: type, upsert: true }),
    await storage.update(path, file(type, 99), { contentType: type }),
    await storage.move(path, `${fresh}.moved`),
  ]
  const removed = await storage.remove([path])
  return [
    put.error ? '' : 'I',
    replaced.every(({ error }) => error) ? '' : 'U',
    removed.data?.length ? 'D' : '',
  ]
}

/** The statements by which Storage finds out what a person may do. */
const writeThroughSql: Write = async (someone, bucket, path, fresh, type) => {
  const run = async (text: string, ...params: unknown[]) =>
    (await runAsStorage(someone, text, [bucket, ...params])) > 0
  const metadata = JSON.stringify({ mimetype: type, size: 32 })
  const put = await run(
    'insert into storage.objects (bucket_id, name, owner_id, metadata) values ($1, $2, $3, $4)',
    fresh,
    someone?.id ?? null,
    metadata,
  )
  const replaced = await run(
    'update storage.objects set name = $3 where bucket_id = $1 and name = $2',
    path,
    `${fresh}.moved`,
  )
  const removed = await run('delete from storage.objects where bucket_id = $1 and name = $2', path)
  return [put ? 'I' : '', replaced ? 'U' : '', removed ? 'D' : '']
}
