import { expect, test } from './fixtures.ts'
import { bars } from './page-weight.bars.ts'
import { problemsWith, weighRoutes } from './page-weight.ts'

// Bytes alone: how long they take depends on the machine, so no test asks that.

test('no page brings more script than its bar, and no bar is higher than it must be', async ({ browser }) => {
  test.slow()
  expect(problemsWith(await weighRoutes(browser), bars)).toEqual([])
})
