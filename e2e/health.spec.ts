import { getDocumentProxy } from 'unpdf'
import { chooseTiming, family, openFirstHours } from './first-hours.ts'
import { expect, runHousekeeping, test } from './fixtures.ts'
import { open, pdf, storedFiles } from './papers.ts'

// What an emergency room asks: written by the owner, read at the hospital on a phone, printed for the fridge, and gone when
// the owner takes the consent back.

test('an owner agrees, writes down what a hospital asks, and her daughter reads it at the bedside; then she takes it back', async ({
  enter,
}) => {
  test.slow()
  const [owner, daughter, son] = [await enter('Margaret'), await enter('Anna'), await enter('Tom')]
  const { margaret, to, memorial } = await family({ owner, daughter, son }, { tom: ['contacts'] })
  const { page } = owner
  const notes = page.getByRole('dialog', { name: 'What they should know' })

  await test.step('nothing can be written before Margaret has agreed', async () => {
    await page.goto('/dashboard')
    await page.getByRole('main').getByRole('link', { name: 'Health & Care', exact: true }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Health & Care' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Write it down' })).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Begin' })).toBeDisabled()
    await page.getByRole('checkbox', { name: /^I agree that Heartwood keeps/ }).check()
    await page.getByRole('button', { name: 'Begin' }).click()
    await page.getByRole('button', { name: 'Write it down' }).click()
  })

  await test.step('she writes the notes, and where her proxy lies, with a copy', async () => {
    await notes.getByLabel(/^Blood thinner/).fill('Apixaban 5 mg, twice a day')
    await notes.getByLabel(/^Allergies/).fill('Penicillin')
    await notes
      .getByLabel(/^Medicines/)
      .fill('Metoprolol 50 mg, morning\nAtorvastatin 20 mg, evening\nVitamin D')
    await notes.getByLabel(/^Implants and devices/).fill('Pacemaker, card in my wallet')
    await notes.getByLabel(/^Conditions/).fill('Atrial fibrillation')
    await notes.getByLabel(/^Who decides \(/).fill('Anna Ellis')
    await notes.getByLabel(/^Phone of the person who decides \(/).fill('(555) 010-2030')
    await notes.getByLabel(/^Who decides instead/).fill('Ruth Bennett')
    await notes.getByLabel(/^Phone of the person who decides instead/).fill('(555) 010-4050')
    await notes.getByLabel(/^Organ donation/).selectOption('Yes')
    await notes.getByLabel(/^Your doctor \(/).fill('Dr. Patel')
    await notes.getByLabel(/^Your doctor’s phone/).fill('(555) 010-6070')
    await notes.getByLabel(/^How to talk with you/).fill('English; hearing aids in the blue box')
    await notes.getByLabel(/^What the people caring/).fill('I get very cold.')
    await notes.getByRole('button', { name: 'Save' }).click()
    await expect(notes).toHaveCount(0)
    await expect(page.getByText('Decides for you: Anna Ellis')).toBeVisible()
    await page.getByRole('button', { name: 'Add Health care proxy' }).click()
    const paper = page.getByRole('dialog', { name: 'Health care proxy' })
    await expect(paper.getByRole('button', { name: 'Save' })).toBeDisabled()
    await page.setViewportSize({ width: 320, height: 800 })
    const title = await paper.getByRole('heading', { name: 'Health care proxy' }).boundingBox()
    const close = await paper.getByRole('button', { name: 'Close' }).boundingBox()
    const field = await paper.getByLabel(/^Where is the signed original/).boundingBox()
    expect(title?.width, 'as wide as the dialog').toBe(field?.width)
    expect(close?.y).toBeLessThan(title?.y ?? 0)
    await page.setViewportSize({ width: 1280, height: 900 })
    await paper.getByLabel(/^Where is the signed original/).fill('Blue folder, top drawer of the desk')
    await paper.locator('input[type=file]').setInputFiles(pdf('proxy.pdf'))
    await paper.getByRole('button', { name: 'Save' }).click()
    await expect(paper).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Open copy: Health care proxy' })).toBeVisible()
    await page.getByRole('button', { name: 'It’s all still right' }).click()
    await expect(page.getByText('Saved').first()).toBeVisible()
  })

  await test.step('the sheet for the fridge has only what she checks, on one page', async () => {
    await page.getByRole('link', { name: 'Make a sheet for the fridge' }).click()
    const sheet = page.getByRole('region', { name: 'The sheet' })
    await expect(page.getByRole('button', { name: 'Print' })).toBeDisabled()
    await page.getByRole('checkbox', { name: 'Allergies' }).check()
    await expect(sheet).toContainText('Penicillin')
    await expect(sheet).not.toContainText('Apixaban')
    for (const box of await page.getByRole('checkbox').all()) await box.check()
    await expect(sheet).toContainText('Blue folder')
    await expect(page.getByRole('button', { name: 'Print' })).toBeEnabled()
    const paper = await getDocumentProxy(new Uint8Array(await page.pdf({ format: 'Letter' })))
    expect(paper.numPages).toBe(1)
  })

  await test.step('no one reads it until she has chosen them', async () => {
    await page.goto(`/beneficiaries/${to.anna}/preview`)
    await expect(page.getByRole('list', { name: 'Never' }).getByText('Health & Care')).toBeVisible()
    await chooseTiming(page, 'Health & Care', /^In the first hours/)
    await expect(
      page.getByRole('list', { name: 'In the first hours' }).getByText('Health & Care'),
    ).toBeVisible()
  })

  await test.step('at the hospital Anna reads it on one screen of her phone, and opens the proxy', async () => {
    const phone = daughter.page
    await phone.setViewportSize({ width: 390, height: 844 })
    await openFirstHours(phone, margaret.id, /can’t speak for themselves/)
    await expect(phone.getByRole('tab').first()).toHaveText('Health & Care')
    await expect(
      phone.getByText(/^Hospital staff act on signed papers\. Margaret Ellis’s are here:/),
    ).toBeVisible()
    await phone.screenshot({ path: 'test-results/health-at-the-bedside.png', fullPage: true })
    const first = await phone.getByText('Hospital staff act on signed papers.').boundingBox()
    const last = await phone.getByText('What to know:').boundingBox()
    expect((last?.y ?? 9999) + (last?.height ?? 0) - (first?.y ?? 0)).toBeLessThan(844)
    const heightOf = async (term: string) =>
      (await phone.getByText(term, { exact: true }).locator('..').boundingBox())?.height
    // A number to call makes its line no higher.
    expect(await heightOf('Doctor:')).toBe(await heightOf('Allergies:'))
    await expect(phone.getByRole('link', { name: '(555) 010-2030' })).toHaveAttribute(
      'href',
      'tel:5550102030',
    )
    const link = phone.context().waitForEvent('request', (request) => /\?token=/.test(request.url()))
    await phone.getByRole('button', { name: 'Open copy: Health care proxy' }).click()
    expect((await open((await link).url())).type).toBe('application/pdf')
    await phone.screenshot({ path: 'test-results/health-at-the-bedside.png', fullPage: true })
  })

  await test.step('Tom, who may read the contacts alone, finds nothing about health', async () => {
    await son.page.goto(memorial)
    await expect(son.page.getByRole('tab')).toHaveText(['Contacts', 'Death Certificate'])
    await expect(son.page.getByText(/health/i)).toHaveCount(0)
  })

  await test.step('after her death the first thing to do is to tell the doctors what she decided', async () => {
    const phone = daughter.page
    await openFirstHours(phone, margaret.id, /has died/)
    await expect(phone.getByRole('tabpanel').getByRole('listitem').first()).toContainText(
      'Tell the doctors what Margaret Ellis decided',
    )
  })

  await test.step('back home she closes it and takes her consent back: notes, papers and files are gone at once', async () => {
    await page.goto('/health-and-care')
    await expect(
      page.getByText(/^Anna Ellis, in the first hours and whenever your plan is open\./),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Take it back and delete everything' }).click()
    const question = page.getByRole('alertdialog')
    await question.getByRole('button', { name: 'Delete everything' }).click()
    await expect(
      question.getByText(/^Your first hours are open or asked for\. Close them first/),
    ).toBeVisible()
    await question.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Close it now' }).click()
    await page.getByRole('button', { name: 'Yes, leave my choices' }).click()
    await page.getByRole('button', { name: 'Take it back and delete everything' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete everything' }).click()
    await expect(page.getByRole('heading', { name: 'Before you begin' })).toBeVisible()
    await daughter.page.reload()
    await expect(daughter.page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(daughter.page.getByRole('tab', { name: 'Health & Care' })).toHaveCount(0)
    await expect(daughter.page.getByText('Penicillin')).toHaveCount(0)
    await runHousekeeping()
    expect(await storedFiles(margaret.id, 'health')).toEqual([])
  })
})
