// What exports ask for: stored_files() reads past the policies of Storage in the caller's own folders, and by them in others.
import { expect, it } from 'vitest'
import {
  designateAccepted,
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  succeed,
  upload,
  uploadCertificate,
} from '../support/people.ts'

const listed = async ({ client }: Person, { id }: Person) =>
  (await succeed(client.rpc('stored_files', { owner_id: id })))
    .map(({ bucket_id, path }) => `${bucket_id} ${path.replace(id, 'owner').replace(/[\da-f-]{36}-/, '')}`)
    .sort()

it.skipIf(!hasSql)(
  `the list of stored files has all files in the caller’s own folders, and in another’s what the caller may open${needsSql}`,
  async () => {
    const { owner, executor, beneficiary, revoked, stranger } = await household(
      'released',
      ['executor', 'beneficiary', 'revoked', 'stranger'],
      ({ owner }) => [
        upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
        upload(owner, 'documents', `${owner.id}/estate/will.pdf`),
        upload(owner, 'documents', `${owner.id}/insurance/policy.pdf`),
        // No row names it.
        upload(owner, 'documents', `${owner.id}/estate/left-over.pdf`),
        uploadCertificate(owner, owner),
      ],
    )
    const certificates = [
      'death-certificates owner/certificate.pdf',
      'death-certificates owner/certificate.pdf',
    ]
    const named = [
      'documents owner/estate/will.pdf',
      'documents owner/insurance/policy.pdf',
      'videos owner/for-everyone.mp4',
    ]
    expect(await listed(owner, owner)).toEqual(
      [...certificates, ...named, 'documents owner/estate/left-over.pdf'].sort(),
    )
    const ofExecutor = await listed(executor, owner)
    expect(ofExecutor).not.toContain('documents owner/estate/left-over.pdf')
    expect(ofExecutor.filter((file) => named.includes(file))).toEqual(
      named.filter((file) => ofExecutor.includes(file)),
    )
    expect(ofExecutor).toEqual(expect.arrayContaining(certificates))
    expect(await listed(beneficiary, owner)).not.toContain('documents owner/insurance/policy.pdf')
    for (const who of [revoked, stranger]) expect(await listed(who, owner)).toEqual([])
    expect(await listed(executor, executor)).toEqual([])
  },
)

it('the list of an owner’s stored files has none of other owners who named the caller', async () => {
  const executor = await person('Edith Executor')
  const owners = await Promise.all([1, 2, 3].map(() => person('Olive Owner')))
  for (const owner of owners) {
    await designateAccepted(owner, executor, 'executor')
    await uploadCertificate(owner, owner)
  }
  for (const owner of owners)
    expect(await listed(executor, owner)).toEqual(['death-certificates owner/certificate.pdf'])
})
