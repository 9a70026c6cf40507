import { expect, peopleWithSql, test } from './fixtures.ts'
import { signInAs } from './household.ts'

// A certificate that is rejected, one that the owner stops, and what was removed after the stop.

test('the family reads why a certificate was rejected; after her stop the owner brings back what was removed', async ({
  enter,
}) => {
  const { asAdministrator, designateAccepted, submitCertificate, succeed } = await peopleWithSql()
  const owner = await enter('Margaret')
  const executor = await enter('Tom')
  const margaret = await signInAs('Margaret Ellis', owner, '/dashboard')
  const tom = await signInAs('Tom Ellis', executor, '/invites')
  const designation = await designateAccepted(margaret, tom, 'executor')
  const contact = await succeed(
    margaret.client.from('contacts').insert({ user_id: margaret.id, name: 'Carl Reader' }).select().single(),
  )

  await test.step('a rejection says on both sides what the administrator wrote', async () => {
    await submitCertificate(tom, margaret)
    await asAdministrator(
      `select admin.review_death_certificate($1, 'rejected', 'Not legible.', message => 'Page two cannot be read.')`,
      [margaret.id],
    )
    await executor.page.goto(`/memorial/${margaret.id}`)
    await owner.page.goto('/profile')
    for (const { page } of [executor, owner]) {
      await expect(page.getByText("The last certificate wasn't accepted")).toBeVisible()
      await expect(page.getByText('“Page two cannot be read.”')).toBeVisible()
    }
    await expect(executor.page.getByRole('button', { name: 'Submit certificate' })).toBeVisible()
  })

  await test.step('after a stop it reads as a stop, and the person who submitted it is told to wait', async () => {
    await submitCertificate(tom, margaret)
    await succeed(margaret.client.rpc('stop_release'))
    await executor.page.reload()
    await expect(executor.page.getByText('Margaret Ellis stopped it')).toBeVisible()
    await expect(executor.page.getByText("The last certificate wasn't accepted")).toHaveCount(0)
    await expect(executor.page.getByText(/^You can submit another certificate from /)).toBeVisible()
    await expect(executor.page.getByRole('button', { name: 'Submit certificate' })).toHaveCount(0)
  })

  await test.step('what was removed since the stop comes back with one press', async () => {
    await succeed(margaret.client.from('contacts').delete().eq('id', contact.id).select().single())
    await succeed(margaret.client.rpc('revoke_designation', { designation_id: designation }))
    await owner.page.goto('/settings')
    await expect(owner.page.getByRole('heading', { name: 'Removed since your stop' })).toBeVisible()
    await expect(owner.page.getByText('Contacts: Carl Reader')).toBeVisible()
    await expect(owner.page.getByText('Person you named: Tom Ellis')).toBeVisible()
    await owner.page.getByRole('button', { name: 'Bring everything back' }).click()
    await expect(owner.page.getByText('2 were brought back.')).toBeVisible()
    await owner.page.goto('/contacts')
    await expect(owner.page.getByText('Carl Reader')).toBeVisible()
    await executor.page.reload()
    await expect(executor.page.getByText('Margaret Ellis stopped it')).toBeVisible()
    await owner.page.goto('/settings')
    await expect(owner.page.getByLabel('Full name')).toBeVisible()
    await expect(owner.page.getByRole('heading', { name: 'Removed since your stop' })).toHaveCount(0)
  })
})
