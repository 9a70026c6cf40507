import type { Page } from 'playwright/test'
import type { TablesInsert } from '../src/lib/database.types.ts'

type Listed = 'contacts' | 'insurance_policies' | 'financial_accounts' | 'estate_documents' | 'video_messages'

/** The id of the signed-in user, read from the page's session. */
export async function signedInUserId(page: Page): Promise<string> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { user: { id: string } }).user.id
  })
}

/** Inserts any number of rows into a table with the secret key, bypassing the screens. */
export async function seedRows<Table extends Listed>(
  table: Table,
  rows: TablesInsert<Table>[],
): Promise<void> {
  // Imported late: it reads the environment, which the global setup fills after the tests have been listed.
  const { service } = await import('../tests/support/people.ts')
  for (let from = 0; from < rows.length; from += 1000) {
    const { error } = await service.from(table).insert(rows.slice(from, from + 1000) as never)
    if (error) throw new Error(`seeding ${table}: ${error.message}`)
  }
}
