import { countMails, expect, mailTo, peopleWithSql, runHousekeeping, test } from './fixtures.ts'
import { keepSession, recordVideo, signInAs } from './household.ts'

// A message for a later day reaches its reader on that day, and no one else hears of it.

const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

test('a message for a day after the release is told to its reader by email, on the invitations and on the memorial, until it was opened', async ({
  enter,
}) => {
  test.slow()
  const [mother, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const {
    decide,
    designate,
    designateAccepted,
    passWaitingTime,
    person,
    signInAgain,
    submitCertificate,
    succeed,
  } = await peopleWithSql()
  const margaret = await signInAs('Margaret Ellis', mother, '/videos')
  const [anna, tom, dora] = await Promise.all([
    person('Anna Ellis', { email: daughter.email }),
    person('Tom Ellis', { email: son.email }),
    person('Dora Hill'),
  ])
  await designateAccepted(margaret, anna, 'executor')
  const forTom = await designateAccepted(margaret, tom, 'beneficiary')
  const forDora = await designate(margaret, dora.email, 'beneficiary', 'Dora Hill')
  await keepSession(daughter.page, await signInAgain(anna))
  await keepSession(son.page, await signInAgain(tom))
  const memorial = `/memorial/${margaret.id}`
  const came = /^Margaret Ellis left you a message for \w+ \d+, \d+$/
  const waits = /^Margaret Ellis left you a message for a later day\./

  await test.step('Margaret records for Tom and for Dora, who declines, and is told that this one reaches no one', async () => {
    await recordVideo(mother.page)
    const { client, id: user_id } = margaret
    await succeed(
      client
        .from('video_messages')
        .update({ title: 'For Tom at 40', for_beneficiary: forTom, deliver_on: dayFromNow(-1) })
        .eq('user_id', user_id)
        .select()
        .single(),
    )
    const row = (title: string, for_beneficiary: number, days: number) => ({
      user_id,
      title,
      storage_path: `${user_id}/${title.replaceAll(' ', '-')}.webm`,
      for_beneficiary,
      deliver_on: dayFromNow(days),
    })
    await succeed(
      client.from('video_messages').insert([row('For Tom at 50', forTom, 400), row('For Dora', forDora, 3)]),
    )
    await succeed(dora.client.rpc('decline_designation_invite', { designation_id: forDora }))
    await mother.page.reload()
    const doras = mother.page.getByRole('listitem').filter({ hasText: 'For Dora' })
    await expect(doras.getByText('No one: it’s only for Dora Hill (Beneficiary), who declined')).toBeVisible()
    await expect(doras.getByText('This video reaches no one')).toBeVisible()
    await expect(mother.page.getByText('This video reaches no one')).toHaveCount(1)
  })

  await submitCertificate(margaret, margaret)
  await decide(margaret, 'approved')
  // The day of Tom's message was after that.
  await passWaitingTime(margaret, 30)

  await test.step('Tom gets one email, and finds the message on his invitations', async () => {
    await runHousekeeping()
    await runHousekeeping()
    const mail = await mailTo(son.email, /^Margaret Ellis left you a message for \w+ \d+, \d+$/)
    expect(mail.Text + mail.HTML).not.toContain('Tom at')
    expect(await countMails(son.email, /left you a message/)).toBe(1)
    expect(await countMails(daughter.email, /left you a message/)).toBe(0)
    expect(await countMails(dora.email, /left you a message/)).toBe(0)
    await son.page.goto('/invites')
    await expect(son.page.getByText(came)).toBeVisible()
    await son.page.getByRole('link', { name: 'Go to Margaret Ellis’s messages' }).click()
    await expect(son.page).toHaveURL(`${memorial}?tab=messages`)
  })

  await test.step('the memorial says the same, and that another one waits, without its title', async () => {
    const { page } = son
    await expect(page.getByText(came)).toBeVisible()
    await expect(page.getByText(waits)).toBeVisible()
    await page.getByRole('button', { name: 'Play For Tom at 40' }).click()
    await expect(page.locator('video[aria-label="For Tom at 40"]')).toBeFocused()
    await expect(page.getByText('For Tom at 50')).toHaveCount(0)
    await expect(page.getByText('For Dora')).toHaveCount(0)
  })

  await test.step('once he has opened it, only the later one is spoken of', async () => {
    const { page } = son
    await page.getByRole('link', { name: 'Invitations' }).first().click()
    await expect(page.getByRole('link', { name: 'View memorial' })).toBeVisible()
    await expect(page.getByText(came)).toHaveCount(0)
    await page.goto(memorial)
    await expect(page.getByText(waits)).toBeVisible()
    await expect(page.getByText(came)).toHaveCount(0)
  })

  await test.step('his sister, the executor, learns nothing of his, but for whom there is one that reaches no one', async () => {
    const { page } = daughter
    await page.goto(`${memorial}?tab=messages`)
    await expect(page.getByText(/messages that reach no one, .*: Dora Hill\.$/)).toBeVisible()
    await expect(page.getByText(/left you a message|For Tom|For Dora/)).toHaveCount(0)
  })
})
