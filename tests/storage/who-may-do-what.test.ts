// The files of a plan: who may open, upload, replace and remove which, in every state of a household.
import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  anonymous,
  type Bucket,
  file,
  type Household,
  hasSql,
  household,
  isDatabaseOnly,
  needsSql,
  type State,
  states,
  upload,
} from '../people.ts'
import { everybody, type Rights, readRules } from '../policies/matrix.ts'

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
  { what: 'a video', bucket: 'videos', path: 'for-everybody.mp4', rules: filesOfThePlan },
  { what: 'an estate document', bucket: 'documents', path: 'estate/will.pdf', rules: filesOfThePlan },
  { what: 'the scan of a policy', bucket: 'documents', path: 'insurance/policy.pdf', rules: scansOfPolicies },
  { what: 'a video that no row names', bucket: 'videos', path: 'draft.mp4', rules: filesThatNoRowNames },
  {
    what: 'a paper that no row names',
    bucket: 'documents',
    path: 'estate/draft.pdf',
    rules: filesThatNoRowNames,
  },
  { what: 'a certificate', bucket: 'death-certificates', path: 'certificate.pdf', rules: certificates },
]

// See tests/policies/who-may-do-what.test.ts. Others may upload certificates too, so there every state is tried.
const othersTryToWrite: State[] = ['hidden', 'open', 'released']
const needsReview: State[] = ['waiting', 'released', 'stopped']

describe.skipIf(isDatabaseOnly).each(states)('while the plan is %s', (state) => {
  const canRun = hasSql || !needsReview.includes(state)
  describe.skipIf(!canRun)(`everybody's rights${canRun ? '' : needsSql}`, () => {
    let home: Household
    beforeAll(async () => {
      home = await household(state, undefined, ({ owner }) =>
        files.map(({ bucket, path }) => upload(owner, bucket, `${owner.id}/${path}`)),
      )
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

async function tryAll(
  home: Household,
  who: (typeof everybody)[number],
  bucket: Bucket,
  path: string,
  writes: boolean,
): Promise<string> {
  const client = who === 'anonymous' ? anonymous : home[who].client
  const type = bucket === 'videos' ? 'video/mp4' : 'application/pdf'
  const storage = client.storage.from(bucket)
  const fresh = path.replace(/[^/]+$/, `${randomUUID()}.${bucket === 'videos' ? 'mp4' : 'pdf'}`)
  const open = (await storage.download(path)).error === null
  const rights = [open ? 'S' : '']
  if (writes) {
    const put = await storage.upload(fresh, file(type), { contentType: type })
    const replaced = [
      await storage.upload(path, file(type, 99), { contentType: type, upsert: true }),
      await storage.update(path, file(type, 99), { contentType: type }),
      await storage.move(path, `${fresh}.moved`),
    ]
    const removed = await storage.remove([path])
    rights.push(put.error ? '' : 'I')
    rights.push(replaced.every(({ error }) => error) ? '' : 'U')
    rights.push(removed.data?.length ? 'D' : '')
  }
  return rights.join('') || '-'
}
