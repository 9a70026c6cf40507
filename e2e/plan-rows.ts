import type { Page } from 'playwright/test'
import type { TablesInsert } from '../src/lib/database.types.ts'

type Listed = 'contacts' | 'insurance_policies' | 'financial_accounts' | 'estate_documents' | 'video_messages'

/** Who is signed in on a page, by the session that the browser keeps. */
export async function signedInUserId(page: Page): Promise<string> {
  return page.evaluate(() => {
    const key = Object.keys(localStorage).find((name) => /^sb-.*-auth-token$/.test(name)) ?? ''
    return (JSON.parse(localStorage.getItem(key) ?? '{}') as { user: { id: string } }).user.id
  })
}

/** Puts rows into a table past the screens, as many as it takes. */
export async function seedRows<Table extends Listed>(
  table: Table,
  rows: TablesInsert<Table>[],
): Promise<void> {
  // Imported late: it reads the environment, which the global setup fills after the stories have been listed.
  const { service } = await import('../tests/people.ts')
  for (let from = 0; from < rows.length; from += 1000) {
    const { error } = await service.from(table).insert(rows.slice(from, from + 1000) as never)
    if (error) throw new Error(`seeding ${table}: ${error.message}`)
  }
}
