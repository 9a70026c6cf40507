import type { Row } from '../bridges/bridge.ts'
import { type Html, html, page } from '../html.ts'

const nav = html`<strong>Heartwood dashboard</strong>
  <a href="/">Certificate reviews</a> <a href="/decided">Decided</a> <a href="/tables">Tables</a> <a href="/sql">SQL</a>`

/** @returns a page of the dashboard */
export function dashboardPage(title: string, body: Html, status = 200): Response {
  return page(title, nav, html`<h1>${title}</h1>${body}`, status)
}

/** @returns a page that explains an error */
export function errorPage(message: string, status: number): Response {
  const back = html`<p><a href="/">Back to the certificate reviews</a></p>`
  return dashboardPage('That did not work', html`<p class="card problem">${message}</p>${back}`, status)
}

/** @returns the page that lists all tables and views, schema by schema */
export function tablesPage(tables: Row[]): Response {
  const schemas = [...new Set(tables.map(({ schema }) => String(schema)))]
  return dashboardPage(
    'Tables',
    html`${schemas.map(
      (schema) =>
        html`<h2>${schema}</h2><ul class="list card" style="padding: 0">${tables
          .filter((table) => table.schema === schema)
          .map(({ name, is_view }) => {
            const query = new URLSearchParams({ schema, name: String(name) })
            return html`<li><a href="/table?${query.toString()}">${String(name)}
            ${is_view === true && html`<span class="quiet">view</span>`}</a></li>`
          })}</ul>`,
    )}`,
  )
}

/** @returns one page of a table's rows */
export function tablePage(
  schema: string,
  name: string,
  rows: Row[],
  number: number,
  hasMore: boolean,
): Response {
  const link = (to: number) => `/table?${new URLSearchParams({ schema, name, page: String(to) }).toString()}`
  const empty = number === 1 ? 'No rows.' : 'No more rows.'
  return dashboardPage(
    `${schema}.${name}`,
    html`${rows.length ? rowsTable(rows) : html`<p class="card">${empty}</p>`}
      <p class="actions">
        ${number > 1 && html`<a class="button" href="${link(number - 1)}">Previous</a>`}
        ${(number > 1 || hasMore) && html`<span class="quiet">Page ${number}</span>`}
        ${hasMore && html`<a class="button" href="${link(number + 1)}">Next</a>`}
      </p>`,
  )
}

/** @returns rows as a table */
export function rowsTable(rows: Row[]): Html {
  const columns = Object.keys(rows[0] ?? {})
  return html`<div class="scroll card" tabindex="0" role="region" aria-label="Rows"><table>
    <thead><tr>${columns.map((column) => html`<th scope="col">${column}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${columns.map((column) => html`<td>${cell(row[column])}</td>`)}</tr>`)}</tbody>
  </table></div>`
}

function cell(value: unknown): Html {
  if (value === null || value === undefined) return html`<span class="quiet">null</span>`
  return html`<span>${typeof value === 'object' ? JSON.stringify(value) : String(value)}</span>`
}
