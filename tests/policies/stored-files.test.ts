// What the export asks for: stored_files() reads past the policies of Storage, so it must keep to the caller's folders.
import { expect, it } from 'vitest'
import { hasSql, household, needsSql, type Person, succeed, upload, uploadCertificate } from '../people.ts'

it.skipIf(!hasSql)(
  `the list of stored files has all files in the caller’s own folders and no others, whatever the caller may open${needsSql}`,
  async () => {
    let certificate = ''
    const { owner, executor } = await household('released', ['executor'], ({ owner }) => [
      upload(owner, 'videos', `${owner.id}/for-everybody.mp4`),
      upload(owner, 'documents', `${owner.id}/estate/will.pdf`),
      upload(owner, 'documents', `${owner.id}/insurance/policy.pdf`),
      uploadCertificate(owner, owner).then((path) => {
        certificate = path
      }),
    ])
    const listed = async ({ client }: Person) =>
      (await succeed(client.rpc('stored_files'))).map(({ bucket_id, path }) => `${bucket_id} ${path}`)
    const files = await listed(owner)
    expect(files).toEqual(
      expect.arrayContaining([
        `videos ${owner.id}/for-everybody.mp4`,
        `documents ${owner.id}/estate/will.pdf`,
        `documents ${owner.id}/insurance/policy.pdf`,
        `death-certificates ${certificate}`,
      ]),
    )
    // With the certificate of the release.
    expect(files).toHaveLength(5)
    expect(await listed(executor)).toEqual([])
  },
)
