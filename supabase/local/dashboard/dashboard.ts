import { type Row, type StackContext, urlPath } from '../bridges/bridge.ts'
import { type Handler, isFromOwnPage } from '../http-server.ts'
import { secretKey } from '../settings.ts'
import { messageOf } from '../stack-error.ts'
import { errorPage, tablePage, tablesPage } from './pages.ts'
import { confirmPage, type Decision, decidedPage, decisions, doneWords, reviewsPage } from './reviews.ts'
import { sqlPage } from './sql.ts'

const pageSize = 50

/**
 * The administrator's pages: a stand-in for the dashboard of hosted Supabase. They work as the role postgres and are open
 * to everyone on this machine, like the dashboard of `supabase start`.
 * @returns the handler of the dashboard's port
 */
export function createDashboard(context: StackContext): Handler {
  return async (request) => {
    if (!isFromOwnPage(request)) return errorPage('This page only answers to itself.', 403)
    try {
      return await route(context, request)
    } catch (error) {
      return errorPage(messageOf(error), 400)
    }
  }
}

async function route(context: StackContext, request: Request): Promise<Response> {
  const { sql } = context
  const { pathname, searchParams } = new URL(request.url)
  const form = request.method === 'POST' ? await request.formData() : new FormData()
  const field = (name: string) => String(form.get(name) ?? '').trim()
  const at = `${request.method} ${pathname}`

  if (at === 'GET /') return reviewsPage(await readReviews(sql))
  if (at === 'GET /tables') return tablesPage(await readTables(sql))
  if (at === 'GET /table') return showTable(sql, searchParams)
  if (at === 'GET /sql') return sqlPage('', null)
  if (at === 'POST /sql') return runSql(context, field('text'))
  if (at === 'GET /file') return openFile(context, searchParams)
  if (at === 'GET /review') {
    const owner = searchParams.get('owner') ?? ''
    const review = (await readReviews(sql)).find(({ owner_id }) => owner_id === owner)
    if (!review) return errorPage('This certificate is no longer waiting for a decision.', 404)
    return confirmPage(review, decisionIn(searchParams.get('decision')))
  }
  if (at === 'POST /review') return decide(sql, field)
  if (at === 'POST /claim') {
    await sql('select admin.claim_certificate($1::uuid, $2)', [field('owner'), field('reviewer')])
    return reviewsPage(
      await readReviews(sql),
      `${field('reviewer')} is working on this certificate for the next hour.`,
    )
  }
  if (at === 'GET /decided') return decidedPage(await readDecided(sql))
  if (at === 'POST /take-back') {
    if (!field('note'))
      return decidedPage(await readDecided(sql), '', 'Write a note: why is the decision taken back?')
    await sql('select admin.take_back_decision($1::uuid, $2, $3)', [
      field('owner'),
      field('note'),
      field('reviewer'),
    ])
    return reviewsPage(await readReviews(sql), 'The decision was taken back. The certificate waits again.')
  }
  return errorPage('There is no such page.', 404)
}

function readReviews(sql: StackContext['sql']): Promise<Row[]> {
  return sql('select * from admin.certificate_reviews order by waiting_since')
}

function readDecided(sql: StackContext['sql']): Promise<Row[]> {
  return sql('select * from admin.decided_certificates limit 100')
}

const decisionIn = (text: string | null): Decision => decisions.find((one) => one === text) ?? 'approved'

async function decide(sql: StackContext['sql'], field: (name: string) => string): Promise<Response> {
  const [owner, chosen] = [field('owner'), decisionIn(field('decision'))]
  const typed = { note: field('note'), message: field('message'), reviewer: field('reviewer') }
  const review = (await readReviews(sql)).find(({ owner_id }) => owner_id === owner)
  if (!review) return errorPage('This certificate is no longer waiting for a decision.', 404)
  if (chosen === 'rejected' && !typed.note) {
    return confirmPage(review, chosen, 'Write a note: it says later why the certificate was rejected.', typed)
  }
  try {
    const [answer] = await sql(
      'select admin.review_death_certificate($1::uuid, $2, $3, $4, $5, $6) as outcome',
      [owner, chosen, typed.note, field('path'), typed.message, typed.reviewer],
    )
    const outcome = answer?.outcome === chosen ? doneWords(chosen) : answer?.outcome
    const done = `The certificate of ${review.owner_name || review.owner_email} ${outcome}.`
    return reviewsPage(await readReviews(sql), done)
  } catch (error) {
    return confirmPage(review, chosen, messageOf(error), typed)
  }
}

function readTables(sql: StackContext['sql']): Promise<Row[]> {
  return sql(
    `select n.nspname as schema, c.relname as name, c.relkind in ('v', 'm') as is_view
       from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^(pg_|information_schema)'
      order by n.nspname in ('admin', 'public') desc, n.nspname, c.relname`,
  )
}

async function showTable(sql: StackContext['sql'], params: URLSearchParams): Promise<Response> {
  const [schema, name] = [params.get('schema') ?? '', params.get('name') ?? '']
  const known = (await readTables(sql)).some((table) => table.schema === schema && table.name === name)
  if (!known) return errorPage('There is no such table.', 404)
  const page = Math.max(1, Math.trunc(Number(params.get('page') ?? 1)) || 1)
  const quoted = [schema, name].map((part) => `"${part.replaceAll('"', '""')}"`).join('.')
  const rows = await sql(`select * from ${quoted} limit $1 offset $2`, [pageSize + 1, (page - 1) * pageSize])
  return tablePage(schema, name, rows.slice(0, pageSize), page, rows.length > pageSize)
}

async function runSql({ connection, queue }: StackContext, text: string): Promise<Response> {
  return queue.run(async () => {
    try {
      return sqlPage(text, { results: await connection.driver.exec(text) })
    } catch (error) {
      return sqlPage(text, { error: messageOf(error) })
    } finally {
      // Ends a transaction that the statements left open, as closing a connection would, and resets lite's cached schema.
      await connection.driver.exec('rollback; reset role')
      await connection.clearSchemaCache()
    }
  })
}

/** Shows a file of the storage without running any script in it, because certificates come from strangers. */
async function openFile({ lite }: StackContext, params: URLSearchParams): Promise<Response> {
  const [bucket, path] = [params.get('bucket') ?? '', params.get('path') ?? '']
  const file = await lite(
    new Request(`http://localhost/storage/v1/object/${urlPath(`${bucket}/${path}`)}`, {
      headers: { apikey: secretKey },
    }),
  )
  if (!file.ok) return errorPage('This file is not in the storage.', 404)
  const type = file.headers.get('content-type') ?? ''
  const isShown = /^(application\/pdf|image\/(png|jpeg|webp|heic))$/.test(type)
  return new Response(file.body, {
    headers: {
      'content-type': isShown ? type : 'application/octet-stream',
      'content-disposition': `${isShown ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(path.split('/').at(-1) ?? 'file')}`,
      'x-content-type-options': 'nosniff',
      'content-security-policy':
        type === 'application/pdf' ? "default-src 'self'; object-src 'self'" : 'sandbox',
    },
  })
}
