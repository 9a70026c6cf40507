import { checkHost } from '../deploy/hosts/check.ts'
import { env, expect, test } from './fixtures.ts'

test('the built app is answered as a host should answer it', async () => {
  const answers = await checkHost(env('APP_URL'))
  expect(answers.filter(({ problems }) => problems.length)).toEqual([])
})

test.fail(
  'a page with a script that tries to make a script, and catches the error, fails its test',
  async ({ enter }) => {
    const { page } = await enter('Margaret')
    await page.goto('/auth')
    await page.evaluate(
      () =>
        new Promise<void>((done) => {
          addEventListener('securitypolicyviolation', () => done())
          // Later, as a script of the page: what a test evaluates may do everything.
          setTimeout(() => {
            try {
              new Function('')
            } catch {}
          })
        }),
    )
  },
)

test.fail('a page that loads something from elsewhere fails its test', async ({ enter }) => {
  const { page } = await enter('Margaret')
  await page.goto('/')
  await page.evaluate(() => fetch('https://elsewhere.example/').catch(() => null))
})
