import type { Results } from '@electric-sql/pglite'
import type { Row } from '../bridges/bridge.ts'
import { type Html, html } from '../html.ts'
import { dashboardPage, rowsTable } from './pages.ts'

/** @returns the page with the SQL box and the results of the last statements */
export function sqlPage(
  text: string,
  outcome: { results: Results<Row>[] } | { error: string } | null,
): Response {
  return dashboardPage(
    'SQL',
    html`<form method="post" action="/sql">
        <label for="text">Statements, run as the role postgres</label>
        <textarea class="code" id="text" name="text" rows="6" spellcheck="false" required>${text}</textarea>
        <p class="actions"><button class="main">Run</button></p>
      </form>
      ${outcome && 'error' in outcome && html`<p class="card problem" role="alert">${outcome.error}</p>`}
      ${outcome && 'results' in outcome && outcome.results.map(resultOf)}`,
    outcome && 'error' in outcome ? 400 : 200,
  )
}

function resultOf({ rows, fields, affectedRows = 0 }: Results<Row>): Html {
  if (rows.length > 0) return rowsTable(rows)
  return html`<p class="card done" role="status">${fields.length > 0 ? 'No rows.' : `Done. Rows changed: ${affectedRows}.`}</p>`
}
