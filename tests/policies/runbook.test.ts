// The queries of docs/operating.md, which an operator copies on a bad day.
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { asAdministrator, hasSql, needsSql } from '../support/people.ts'

const runbook = readFileSync(new URL('../../docs/operating.md', import.meta.url), 'utf8')
/** Those in blocks of their own. The ones within sentences have gaps, or ask Supabase's own extensions. */
const queries = [...runbook.matchAll(/```sql\n\s*(select[^;]*);\n/g)].map(([, query]) => query ?? '')

describe.skipIf(!hasSql)(`docs/operating.md${needsSql}`, () => {
  it('the runbook shows queries that run', async () => {
    expect(queries.length).toBeGreaterThan(1)
    for (const query of queries) expect(await asAdministrator(query)).toBeInstanceOf(Array)
  })
})
