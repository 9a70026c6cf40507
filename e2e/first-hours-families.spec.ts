import type { Page } from 'playwright/test'
import { chooseTiming, family, openFirstHours } from './first-hours.ts'
import { countMails, expect, mailTo, moveClock, peopleWithSql, runHousekeeping, test } from './fixtures.ts'
import { endTrial, needsStripe } from './stripe.ts'

// The first hours in families where something is different: a death, a child who snoops, a partner with the phone, a long
// illness, nothing chosen, no membership, no mail. The stroke is in first-hours.spec.ts.

test.beforeEach(() => test.slow())

const tabs = (page: Page) => page.getByRole('tab')
const day = 24
const closed = (page: Page) => expect(page.getByText('Hidden until released')).toBeVisible()

test('after a death on a Friday the family calls the funeral home the same day, and has the whole plan on Thursday', async ({
  enter,
}) => {
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { margaret, memorial } = await family(
    { owner, daughter, son },
    { anna: ['contacts', 'home', 'funeral'], tom: ['funeral'] },
  )
  const { decide, passHours, succeed } = await peopleWithSql()
  await succeed(
    margaret.client.from('profiles').update({ release_wait_days: 1 }).eq('user_id', margaret.id).select(),
  )
  const { page } = daughter

  await test.step('on Friday Anna says that Margaret has died, and reads what to do and what she wished', async () => {
    await openFirstHours(page, margaret.id, /has died/)
    await expect(tabs(page)).toHaveText([
      'What to do now',
      'Contacts',
      'Home & Pets',
      'Funeral',
      'Music',
      'Death Certificate',
    ])
    await page.locator('summary').filter({ hasText: 'Call the funeral home' }).click()
    await expect(page.getByRole('link', { name: /^Call 555-0134: Call the funeral home/ })).toHaveAttribute(
      'href',
      'tel:5550134',
    )
    await page.getByRole('checkbox', { name: /^Call the funeral home/ }).check()
    await page.getByRole('tab', { name: 'Funeral' }).click()
    await expect(page.getByText('The boathouse')).toBeVisible()
    await expect(page.getByText('Burial')).toBeVisible()
  })

  await test.step('Tom sees who did it, and nothing that was not chosen for him', async () => {
    await son.page.goto(memorial)
    await expect(son.page.getByText(/^Done by Anna Ellis, /)).toBeVisible()
    await expect(tabs(son.page)).toHaveText(['What to do now', 'Funeral', 'Music', 'Death Certificate'])
  })

  await test.step('on Tuesday she sends the certificate, and goes on reading', async () => {
    await passHours(margaret, 4 * day)
    await page.getByRole('tab', { name: 'Death Certificate' }).click()
    await page.getByRole('button', { name: /has died$/ }).click()
    await page
      .getByLabel('Death certificate', { exact: true })
      .and(page.locator('input'))
      .setInputFiles({
        name: 'certificate.pdf',
        mimeType: 'application/pdf',
        buffer: Buffer.from('%PDF-1.4'),
      })
    await page.getByRole('button', { name: 'Submit certificate' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Submit certificate' }).click()
    await expect(page.getByText('Under review', { exact: true })).toBeVisible()
    await expect(page.getByRole('tab', { name: 'Funeral' })).toBeVisible()
  })

  await test.step('it stays open from the approval to the release, even past its own fourteen days', async () => {
    await decide(margaret, 'approved')
    await moveClock(
      // Its own time was over a moment after the approval.
      `update private.openings o set ends_at = p.death_reviewed_at + interval '1 millisecond'
         from public.profiles p where p.user_id = o.owner_id and o.owner_id = $1`,
      [margaret.id],
    )
    for (const reader of [page, son.page]) {
      await reader.goto(`${memorial}?tab=funeral`)
      await expect(
        reader.getByRole('heading', { level: 1, name: 'Margaret Ellis’s first hours' }),
      ).toBeVisible()
      await expect(reader.getByText('The boathouse')).toBeVisible()
      await expect(tabs(reader).filter({ hasText: 'Accounts' })).toHaveCount(0)
    }
  })

  await test.step('on Thursday it is released: each has the whole of what their role may read', async () => {
    await moveClock(
      `update public.profiles set release_at = now() - interval '1 minute' where user_id = $1`,
      [margaret.id],
    )
    for (const reader of [page, son.page]) {
      await reader.goto(memorial)
      await expect(reader.getByRole('heading', { level: 1, name: 'Margaret Ellis’s Memorial' })).toBeVisible()
      await expect(tabs(reader).filter({ hasText: 'Contacts' })).toBeVisible()
    }
    await expect(page.getByText(/^Done by you, /)).toBeVisible()
    await expect(tabs(page).filter({ hasText: 'Accounts' })).toBeVisible()
    await expect(tabs(son.page).filter({ hasText: 'Accounts' })).toHaveCount(0)
    await expect(page.getByText(/first hours of/)).toHaveCount(0)
  })
})

test('a child who opens the first hours of a mother who is well is found out at once, taken off, and removed', async ({
  enter,
}) => {
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { margaret, memorial, to } = await family(
    { owner, daughter, son },
    { anna: ['contacts', 'home'], tom: ['contacts'] },
  )
  const { passHours } = await peopleWithSql()
  const { page } = owner

  await test.step('Tom opens them and reads; Margaret is told at once, on the screen and by email', async () => {
    await openFirstHours(son.page, margaret.id, /can’t speak for themselves/)
    await expect(son.page.getByText('Ruth Bennett')).toBeVisible()
    await page.goto('/dashboard')
    await expect(page.getByRole('alert')).toContainText('Tom Ellis opened your first hours')
    await runHousekeeping()
    await mailTo(owner.email, /^Tom Ellis opened the first hours of your plan$/)
  })

  await test.step('she closes it and says that it was not right: Tom reads nothing and is off the list', async () => {
    await page.getByRole('button', { name: 'Close it now' }).click()
    await page.getByRole('button', { name: 'No, take Tom Ellis off' }).click()
    await expect(page.getByText('Was it right to open it?')).toHaveCount(0)
    await page.goto('/who-can-see-my-plan')
    await expect(page.getByText(/^Only one person can open your first hours\./)).toBeVisible()
    await son.page.goto(`${memorial}/first-hours`)
    await expect(son.page.getByText(/You don’t have permission/)).toBeVisible()
    await son.page.goto(memorial)
    await closed(son.page)
    await expect(son.page.getByText('Ruth Bennett')).toHaveCount(0)
  })

  await test.step('put on the list again by mistake, he has to wait, while Anna can open it', async () => {
    await page.goto(`/beneficiaries/${to.tom}/preview`)
    await chooseTiming(page, 'Contacts', /^In the first hours/)
    await page.goto('/who-can-see-my-plan')
    await expect(
      page.getByText(/^What Tom Ellis opened was closed, so Tom Ellis can’t open it again until/),
    ).toBeVisible()
    await son.page.goto(`${memorial}/first-hours`)
    await expect(son.page.getByText('You can’t open it now')).toBeVisible()
    await expect(son.page.getByRole('radio')).toHaveCount(0)
    await passHours(margaret, 1)
    await openFirstHours(daughter.page, margaret.id, /can’t speak for themselves/)
    await expect(daughter.page.getByText('Ruth Bennett')).toBeVisible()
  })

  await test.step('Margaret removes Tom, who then sees no plan of hers', async () => {
    await page.goto('/beneficiaries')
    await page.getByRole('button', { name: 'Remove from list: Tom Ellis' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from list' }).click()
    await expect(page.getByRole('heading', { name: 'Tom Ellis' })).toHaveCount(0)
    await son.page.goto(memorial)
    await expect(son.page.getByText(/You don’t have permission/)).toBeVisible()
    await daughter.page.reload()
    await expect(daughter.page.getByText('Ruth Bennett')).toBeVisible()
  })
})

test('a partner who closes them on the owner’s phone does not stop another member from opening them again at once', async ({
  enter,
}) => {
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { margaret } = await family(
    { owner, daughter, son },
    { anna: ['contacts'], tom: ['contacts', 'home'] },
  )
  const { passHours } = await peopleWithSql()
  await openFirstHours(daughter.page, margaret.id, /can’t speak for themselves/)
  await expect(daughter.page.getByText('Ruth Bennett')).toBeVisible()

  await test.step('someone with Margaret’s phone closes it, and Anna reads nothing', async () => {
    await owner.page.goto('/dashboard')
    await owner.page.getByRole('button', { name: 'Close it now' }).click()
    await expect(owner.page.getByText('It’s closed. Was it right to open it?')).toBeVisible()
    await daughter.page.reload()
    await closed(daughter.page)
    await daughter.page.getByRole('link', { name: /^If something has happened/ }).click()
    await expect(
      daughter.page.getByText(/Anyone else Margaret Ellis chose for this can open it now/),
    ).toBeVisible()
  })

  await test.step('Tom opens it again at once: within a minute both read, and Margaret’s phone shows it again', async () => {
    await openFirstHours(son.page, margaret.id, /can’t speak for themselves/)
    await expect(son.page.getByText(/^You (asked to open|opened) the first hours/)).toBeVisible()
    await passHours(margaret, 1)
    await son.page.reload()
    await expect(tabs(son.page)).toHaveText(['Contacts', 'Home & Pets', 'Death Certificate'])
    await daughter.page.goto(`/memorial/${margaret.id}`)
    await expect(daughter.page.getByText('Ruth Bennett')).toBeVisible()
    await owner.page.reload()
    await expect(owner.page.getByRole('alert')).toContainText('Tom Ellis opened your first hours')
  })
})

test('during two months unconscious the first hours are kept open four times, everyone is told, and no money opens', async ({
  enter,
}) => {
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { margaret, anna, memorial } = await family(
    { owner, daughter, son },
    { anna: ['contacts', 'home', 'funeral'], tom: ['contacts'] },
  )
  const { passHours, succeed } = await peopleWithSql()
  const longer = { name: 'Keep it open 14 days more' }
  await openFirstHours(daughter.page, margaret.id, /can’t speak for themselves/)
  await expect(daughter.page.getByText('Ruth Bennett')).toBeVisible()
  await expect(daughter.page.getByRole('button', longer)).toHaveCount(0)

  for (const [times, who] of [daughter, son, daughter, son].entries()) {
    await test.step(`in its last four days it is kept open for the ${times + 1}. time, by another one each time`, async () => {
      await passHours(margaret, (times === 0 ? 9 : 13) * day)
      await who.page.goto(memorial)
      await expect(who.page.getByText('Ruth Bennett')).toBeVisible()
      await expect(who.page.getByRole('button', longer)).toHaveCount(0)
      await passHours(margaret, 1 * day)
      await who.page.reload()
      await who.page.getByRole('button', longer).click()
      await expect(who.page.getByRole('button', longer)).toHaveCount(0)
      await runHousekeeping()
      for (const { email } of [owner, daughter, son])
        await expect.poll(() => countMails(email, /stay open longer$/)).toBe(times + 1)
    })
  }

  await test.step('two months later both still read what was chosen, and nothing about money or the funeral', async () => {
    for (const { page } of [daughter, son]) {
      await page.goto(memorial)
      await expect(page.getByText('Ruth Bennett')).toBeVisible()
    }
    await expect(tabs(daughter.page)).toHaveText(['Contacts', 'Home & Pets', 'Death Certificate'])
    await expect(tabs(son.page)).toHaveText(['Contacts', 'Death Certificate'])
    for (const table of ['financial_accounts', 'insurance_policies', 'funeral_plan'] as const)
      expect(await succeed(anna.client.from(table).select())).toEqual([])
  })
})

test('where an owner chose nothing, nothing opens, and both sides read what does', async ({ enter }) => {
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { memorial } = await family({ owner, daughter, son }, {})

  await test.step('a designee finds nothing to press, and reads what opens a plan', async () => {
    await daughter.page.goto(memorial)
    await closed(daughter.page)
    await expect(daughter.page.getByRole('heading', { name: 'Death certificate' })).toBeVisible()
    await expect(daughter.page.getByRole('tab')).toHaveCount(0)
    await expect(daughter.page.getByText(/opens after their death has been verified/)).toBeVisible()
    await expect(daughter.page.getByRole('link', { name: /^If something has happened/ })).toHaveCount(0)
    await daughter.page.goto(`${memorial}/first-hours`)
    await expect(daughter.page.getByText(/A plan opens once a death certificate is verified/)).toBeVisible()
    await expect(daughter.page.getByRole('radio')).toHaveCount(0)
  })

  await test.step('the owner reads that no one can open them, and how to choose', async () => {
    await owner.page.goto('/who-can-see-my-plan')
    await expect(owner.page.getByText('No one can open them yet.')).toBeVisible()
    await expect(owner.page.getByText(/To choose someone who has accepted your invitation/)).toBeVisible()
  })
})

test('after a membership has ended the first hours open and close as before, and choices can only be narrowed', async ({
  enter,
}) => {
  needsStripe()
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { margaret, to } = await family({ owner, daughter, son }, { anna: ['contacts', 'home'] })
  await endTrial(owner.email)
  const { page } = owner

  await test.step('Anna opens them and reads, and Margaret closes them', async () => {
    await openFirstHours(daughter.page, margaret.id, /can’t speak for themselves/)
    await expect(daughter.page.getByText('Ruth Bennett')).toBeVisible()
    await page.goto('/contacts')
    await page.getByRole('button', { name: 'Close it now' }).click()
    await page.getByRole('button', { name: 'Yes, leave my choices' }).click()
    await expect(page.getByText('Was it right to open it?')).toHaveCount(0)
    await daughter.page.reload()
    await closed(daughter.page)
  })

  await test.step('she takes a part away, and reads that giving one takes a membership', async () => {
    await page.goto(`/beneficiaries/${to.anna}/preview`)
    await chooseTiming(page, 'Home & Pets', /^After your death/)
    await page.getByRole('button', { name: 'Change Home & Pets' }).click()
    const dialog = page.getByRole('dialog')
    await expect(
      dialog.getByText('To let Anna Ellis read more than now, you need a membership.'),
    ).toBeVisible()
    await expect(dialog.getByRole('radio', { name: /^In the first hours/ })).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Close', exact: true }).click()
    await expect(page.getByRole('list', { name: 'In the first hours' }).getByRole('listitem')).toHaveText([
      /^Contacts/,
    ])
  })
})

test('while no email leaves for a day, the first hours open at their time all the same, and the mails come later', async ({
  enter,
}) => {
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { margaret, memorial } = await family({ owner, daughter, son }, { anna: ['contacts'], tom: ['home'] })
  const { passHours, succeed } = await peopleWithSql()
  await succeed(margaret.client.rpc('set_opening_notice', { hours: 24 }))
  const addresses = [owner, daughter, son].map(({ email }) => email)
  // Each next mail to the three waits for one that failed, as in an outage of the provider.
  await moveClock(
    `insert into private.mail_outbox (kind, to_email, rank, attempts, next_attempt_at, last_error)
     select 'outage', email, 0, 1, now() + interval '1 day', 'the provider is down' from unnest($1::text[]) email`,
    [addresses],
  )
  const subject = /(opened|(wants|asked) to open) the first hours of/
  const sent = () => Promise.all(addresses.map((email) => countMails(email, subject)))

  await test.step('Anna asks to open them; no mail leaves, and Margaret’s screens say when they open', async () => {
    await openFirstHours(daughter.page, margaret.id, /can’t speak for themselves/)
    await expect(daughter.page.getByText(/^They open on .*, unless Margaret Ellis says no\.$/)).toBeVisible()
    await runHousekeeping()
    expect(await sent()).toEqual([0, 0, 0])
    await owner.page.goto('/dashboard')
    await expect(owner.page.getByRole('alert')).toContainText('Anna Ellis wants to open your first hours')
    await expect(owner.page.getByRole('button', { name: 'Say no' })).toBeVisible()
  })

  await test.step('a day later they are open, although no one got a mail', async () => {
    await passHours(margaret, day)
    await daughter.page.reload()
    await expect(daughter.page.getByText('Ruth Bennett')).toBeVisible()
    await son.page.goto(memorial)
    await expect(son.page.getByText('Biscuit')).toBeVisible()
    await owner.page.reload()
    await expect(owner.page.getByRole('alert')).toContainText('Anna Ellis opened your first hours')
    await runHousekeeping()
    expect(await sent()).toEqual([0, 0, 0])
  })

  await test.step('once mail leaves again, all three are told of both', async () => {
    await moveClock(`delete from private.mail_outbox where kind = 'outage' and to_email = any ($1)`, [
      addresses,
    ])
    await runHousekeeping()
    for (const email of addresses) {
      await mailTo(email, /(wants|asked) to open the first hours of/)
      await mailTo(email, /opened the first hours of/)
    }
    expect(await sent()).toEqual([2, 2, 2])
  })
})
