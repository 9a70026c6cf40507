// What Storage allows in the states of an account, and how much of it.
import { describe, expect, it } from 'vitest'
import {
  hasSql,
  household,
  needsSql,
  type Person,
  person,
  service,
  succeed,
  upload,
  uploadCertificate,
} from '../support/people.ts'

describe('memberships', () => {
  it('an owner whose membership ended can upload nothing but a certificate', async () => {
    const owner = await person('Olive Owner')
    const row = { user_id: owner.id, status: 'canceled', trial_end: null } as const
    await succeed(service.from('subscriptions').upsert(row).select().single())
    await expect(upload(owner, 'videos', `${owner.id}/late.mp4`)).rejects.toThrow()
    await expect(upload(owner, 'documents', `${owner.id}/estate/late.pdf`)).rejects.toThrow()
    await upload(owner, 'death-certificates', `${owner.id}/certificate.pdf`)
  })
})

describe.skipIf(!hasSql)(`stops${needsSql}`, () => {
  it('an owner who stopped a release cannot delete files for seven days, as other owners can', async () => {
    const remove = async (by: Person) => {
      const path = await upload(by, 'documents', `${by.id}/estate/will.pdf`)
      return (await succeed(by.client.storage.from('documents').remove([path]))).length
    }
    const { owner } = await household('stopped', ['executor', 'trustee', 'beneficiary', 'stranger'])
    expect(await remove(owner)).toBe(0)
    const { owner: other } = await household('hidden', ['executor'])
    expect(await remove(other)).toBe(1)
  })
})

describe('certificates', () => {
  it('death certificates cannot be uploaded after 20 files', async () => {
    const owner = await person('Olive Owner')
    for (let n = 0; n < 20; n += 1) await uploadCertificate(owner, owner)
    await expect(uploadCertificate(owner, owner)).rejects.toThrow()
  })
})
