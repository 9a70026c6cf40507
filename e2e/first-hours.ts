import type { Page } from 'playwright/test'
import type { Person } from '../tests/support/people.ts'
import { type Actor, expect, peopleWithSql } from './fixtures.ts'
import { keepSession } from './household.ts'

/** Chooses on "What … will see" when the person may read a part. */
export async function chooseTiming(page: Page, part: string, when: RegExp): Promise<void> {
  await page.getByRole('button', { name: `Change ${part}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: when }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toHaveCount(0)
}

/** Opens the first hours of an owner's plan as a person of the circle does, and waits for the memorial that follows. */
export async function openFirstHours(page: Page, ownerId: string, reason: RegExp): Promise<void> {
  await page.goto(`/memorial/${ownerId}/first-hours`)
  await page.getByRole('radio', { name: reason }).check()
  await page.getByRole('button', { name: 'Open the first hours' }).click()
  await expect(page).toHaveURL(`/memorial/${ownerId}`)
}

/** A part of a plan as set_part_timing names it. */
type Choice = 'health' | 'contacts' | 'home' | 'funeral'

interface Family {
  margaret: Person
  anna: Person
  tom: Person
  /** The designation of each of the two. */
  to: { anna: number; tom: number }
  /** Where designees read. */
  memorial: string
}

/**
 * An owner with a contact, a pet, funeral wishes and an account at a bank, and two people who have accepted: Anna is her executor, Tom
 * a beneficiary. Each of the three browsers has a session, and shows no page yet.
 * @param early what the owner chose for each of the two in the first hours
 */
export async function family(
  browsers: { owner: Actor; daughter: Actor; son: Actor },
  early: { anna?: readonly Choice[]; tom?: readonly Choice[] },
): Promise<Family> {
  const { designateAccepted, person, signInAgain, succeed } = await peopleWithSql()
  const [margaret, anna, tom] = await Promise.all([
    person('Margaret Ellis', { email: browsers.owner.email }),
    person('Anna Ellis', { email: browsers.daughter.email }),
    person('Tom Ellis', { email: browsers.son.email }),
  ])
  const { client, id: user_id } = margaret
  const to = {
    anna: await designateAccepted(margaret, anna, 'executor'),
    tom: await designateAccepted(margaret, tom, 'beneficiary'),
  }
  await Promise.all([
    succeed(client.from('contacts').insert({ user_id, name: 'Ruth Bennett', phone: '555 0100' })),
    succeed(client.from('home_items').insert({ user_id, kind: 'pet', name: 'Biscuit' })),
    succeed(
      client.from('funeral_plan').insert({
        user_id,
        venue: 'The boathouse',
        funeral_home: 'Alder & Sons, 555-0134',
        disposition: 'burial',
      }),
    ),
    succeed(
      client
        .from('financial_accounts')
        .insert({ user_id, account_name: 'Savings', institution: 'Harbor Bank' }),
    ),
  ])
  for (const name of ['anna', 'tom'] as const)
    for (const choice of early[name] ?? [])
      await succeed(
        client.rpc('set_part_timing', { designation_id: to[name], choice, timing: 'first_hours' }),
      )
  await keepSession(browsers.owner.page, await signInAgain(margaret))
  await keepSession(browsers.daughter.page, await signInAgain(anna))
  await keepSession(browsers.son.page, await signInAgain(tom))
  return { margaret, anna, tom, to, memorial: `/memorial/${user_id}` }
}
