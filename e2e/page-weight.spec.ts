import { expect, test } from './fixtures.ts'
import { problemsWith, weighRoutes } from './page-weight.ts'

// Bytes alone: how long they take depends on the machine, so no test asks that.

test('no page brings more script than is wanted of it', async ({ browser }) => {
  test.slow()
  expect(problemsWith(await weighRoutes(browser))).toEqual([])
})
