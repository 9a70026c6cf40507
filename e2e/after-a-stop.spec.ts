import { expect, peopleWithSql, test } from './fixtures.ts'
import { signInAs } from './household.ts'

// A certificate that is rejected, one that the owner stops, and what was removed after the stop.

test('the family reads why a certificate was rejected, that another photo is needed, and can object; after her stop the owner brings back what was removed', async ({
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
      await expect(page.getByText('The last certificate wasn’t accepted')).toBeVisible()
      await expect(page.getByText('“Page two cannot be read.”')).toBeVisible()
    }
    await expect(executor.page.getByRole('button', { name: 'Submit certificate' })).toBeVisible()
  })

  await test.step('where another photo is needed, the family reads what it has to show, and the form is there at once', async () => {
    await submitCertificate(tom, margaret)
    await asAdministrator(
      `select admin.review_death_certificate($1, 'needs_another', message => 'The left half is cut off.')`,
      [margaret.id],
    )
    await executor.page.reload()
    await expect(executor.page.getByText('We need another photo of the death certificate')).toBeVisible()
    await expect(executor.page.getByText('“The left half is cut off.”')).toBeVisible()
    await expect(executor.page.getByRole('button', { name: 'Submit certificate' })).toBeVisible()
  })

  await test.step('while one is checked, a person named says that something is wrong', async () => {
    await submitCertificate(tom, margaret)
    await executor.page.reload()
    await executor.page.getByRole('button', { name: 'Is something wrong?' }).click()
    await executor.page.getByLabel('What’s wrong?').fill('I sent the wrong file.')
    await executor.page.getByRole('button', { name: 'Tell us' }).click()
    await expect(executor.page.getByText(/^You told us that something is wrong/)).toBeVisible()
    await expect(executor.page.getByText(/won’t open before .*, even if the certificate/)).toBeVisible()
  })

  await test.step('after a stop it reads as a stop, the person who submitted it is told to wait, and the owner can remove them', async () => {
    await succeed(margaret.client.rpc('stop_release'))
    await owner.page.goto('/profile')
    await expect(owner.page.getByRole('link', { name: 'Remove Tom Ellis' })).toBeVisible()
    await executor.page.reload()
    await expect(executor.page.getByText('Margaret Ellis stopped it')).toBeVisible()
    await expect(executor.page.getByText('The last certificate wasn’t accepted')).toHaveCount(0)
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
