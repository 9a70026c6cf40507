import type { Page } from 'playwright/test'
import { type Actor, expect, peopleWithSql, test } from './fixtures.ts'
import { keepSession, loseConnection } from './household.ts'

// The days after a death: an executor and a beneficiary share one list, with and without a connection.

/** Opens a released memorial for one of its readers. */
async function openAs({ page }: Actor, someone: Parameters<typeof keepSession>[1], path: string) {
  await keepSession(page, someone)
  await page.goto(path)
  await expect(page.getByRole('tab', { name: 'What to do now', selected: true })).toBeVisible()
}

const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })

/** Opens a time of the list, or a step of one that is open. */
const unfold = (page: Page, name: string | RegExp) =>
  page.locator('summary').filter({ hasText: name }).first().click()

/** At which ends the row of tabs says that there are more, and whether that covers some of the open tab. */
async function endsWithMore(page: Page): Promise<string[]> {
  const open = await page.getByRole('tab', { selected: true }).boundingBox()
  return Promise.all(
    (await page.locator('[data-more]').all()).map(async (end) => {
      const side = await end.getAttribute('data-more')
      const box = await end.boundingBox()
      const isBeside = box && open && (box.x + box.width <= open.x || open.x + open.width <= box.x)
      return isBeside ? `${side}` : `${side}, over the open tab`
    }),
  )
}

const certificates = 'Ask for certified copies of the death certificate'

test('a family shares the list of what to do: each sees what the other did, also what was checked off offline', async ({
  enter,
}) => {
  const { household, signInAgain, succeed } = await peopleWithSql()
  const { owner, executor, beneficiary } = await household(
    'released',
    ['executor', 'beneficiary'],
    ({ owner }) => [
      succeed(
        owner.client
          .from('funeral_plan')
          .update({ funeral_home: 'Alder & Sons, 555-0134', disposition: 'burial' })
          .eq('user_id', owner.id)
          .select(),
      ),
    ],
  )
  const path = `/memorial/${owner.id}`
  const [edith, ben] = [await enter('Edith'), await enter('Ben')]
  await openAs(edith, await signInAgain(executor), path)
  await openAs(ben, await signInAgain(beneficiary), path)

  await test.step('on a phone the first step is seen without scrolling, and the keyboard goes on from the tabs to what is in view', async () => {
    const { page } = edith
    const size = page.viewportSize() ?? { width: 1280, height: 720 }
    await page.setViewportSize({ width: 390, height: 844 })
    const height = () => page.evaluate(() => document.documentElement.scrollHeight / window.innerHeight)
    expect(await height(), 'screens').toBeLessThanOrEqual(4)
    await expect(page.getByRole('listitem').first()).toBeInViewport({ ratio: 1 })
    await page.getByRole('tab', { selected: true }).focus()
    for (const _ of Array(12)) {
      await page.keyboard.press('Tab')
      await expect(page.locator(':focus')).toBeInViewport({ ratio: 0.9 })
    }
    await page.getByRole('tab', { selected: true }).focus()
    await page.setViewportSize({ width: 320, height: 700 })
    await expect.poll(() => endsWithMore(page)).toEqual(['right'])
    await page.keyboard.press('ArrowRight')
    await expect.poll(() => endsWithMore(page)).toEqual(['left', 'right'])
    await page.keyboard.press('End')
    await expect(page.getByRole('tab', { name: 'Death Certificate', selected: true })).toBeInViewport({
      ratio: 1,
    })
    await expect.poll(() => endsWithMore(page)).toEqual(['left'])
    await page.keyboard.press('Home')
    await page.setViewportSize(size)
  })

  await test.step('the funeral home is one press away in its step, and a beneficiary sees nothing of insurance', async () => {
    await unfold(edith.page, 'Call the funeral home')
    await expect(
      edith.page.getByRole('link', { name: /^Call 555-0134: Call the funeral home/ }),
    ).toHaveAttribute('href', 'tel:5550134')
    for (const { page } of [edith, ben])
      for (const time of ['In the first days', 'In the first weeks']) await unfold(page, time)
    await expect(box(edith.page, 'Claim the life insurance from Harbour Mutual')).toBeVisible()
    await expect(box(ben.page, certificates)).toBeVisible()
    await expect(ben.page.getByText('Harbour Mutual')).toHaveCount(0)
  })

  await test.step('what one checks off, the other sees within seconds, and may take back', async () => {
    await box(edith.page, certificates).check()
    await expect(ben.page.getByText(/^Done by Edith Executor, /)).toBeVisible()
    await box(ben.page, certificates).uncheck()
    await expect(edith.page.getByText(/^Done by you, /)).toHaveCount(0)
  })

  await test.step('what is checked off without a connection is kept through a reload, and sent once', async () => {
    await loseConnection(edith.page)
    await unfold(edith.page, 'In the first weeks')
    await unfold(edith.page, 'Claim the life insurance')
    await edith.page.getByRole('link', { name: /^Write the letter to Harbour Mutual/ }).click()
    await expect(edith.page.getByText('Death of Olive Owner: life insurance policy')).toBeVisible()
    await edith.page.getByRole('link', { name: 'What to do' }).click()
    await unfold(edith.page, /^Tell the people on/)
    await edith.page.getByRole('button', { name: `Told: Cousin Carl` }).click()
    await expect(edith.page.getByText(/^Told by you, /)).toBeVisible()
    await expect(edith.page.getByText('1 change not sent yet.')).toBeVisible()
    await edith.page.context().setOffline(false)
    await unfold(ben.page, /^Tell the people on/)
    await expect(ben.page.getByText(/^Told by Edith Executor, /)).toBeVisible()
    const marks = await succeed(
      executor.client
        .from('step_marks')
        .select('mark')
        .eq('step_key', `contacts:${await carl()}`),
    )
    expect(marks).toEqual([{ mark: 'done' }])
  })

  async function carl() {
    const [row] = await succeed(executor.client.from('contacts').select('id').eq('user_id', owner.id))
    return row?.id
  }

  await test.step('a letter comes from the plan', async () => {
    await edith.page.goto(path)
    await unfold(edith.page, 'In the first weeks')
    await unfold(edith.page, 'Claim the life insurance')
    await edith.page.getByRole('link', { name: /^Write the letter to Harbour Mutual/ }).click()
    await expect(edith.page.getByRole('heading', { name: 'A letter to Harbour Mutual' })).toBeVisible()
    await expect(edith.page.getByText('Death of Olive Owner: life insurance policy')).toBeVisible()
    await expect(edith.page.getByText(/^Policy number: _+$/)).toBeVisible()
  })

  await test.step('signing out leaves nothing of the plan on the device', async () => {
    await edith.page.getByRole('button', { name: 'Sign out' }).first().click()
    await expect(edith.page).toHaveURL('/')
    const kept = await edith.page.evaluate(() => JSON.stringify({ ...localStorage }))
    expect(kept).not.toMatch(/Alder|Harbour|Carl/)
  })
})
