/**
 * `npm run bench -- --http`: how many requests a second the Data API answers for people whom policies apply to, compared
 * with the service role, whom none apply to.
 */
import { Agent, request } from 'node:http'
import type pg from 'pg'
import { mintJwt } from './api.ts'
import { type PostgresServer, startPostgrest } from './server.ts'

const connections = 16
const rounds = 40
/** What ends a turn: whichever comes first. */
const turn = { milliseconds: 200, requests: 2000 }
/** The first requests on a connection of PostgREST make plans. */
const warmUp = { milliseconds: 1500, requests: 2000 }

interface Read {
  token: string
  method: 'GET' | 'POST'
  path: string
  single?: boolean
}

interface Comparison {
  what: string
  /** The least share of the other's requests a second. */
  bar: number
  read: Read
  other: Read
}

/**
 * Measures in short turns, so that what else the machine does meets both sides of a comparison.
 * @param client connected as supabase_admin to a database with the owners of bench.sql
 * @returns a section of docs/benchmarks.md, and the names of what misses its bar
 * @throws when a request is not answered with 200
 */
export async function benchHttp(
  server: PostgresServer,
  client: pg.Client,
): Promise<{ section: string; over: string[] }> {
  const { rows: people } = await client.query<{ owner: string; released: string; trustee: string }>(
    'select bench.person(750) as owner, bench.person(500) as released, bench.person(499) as trustee',
  )
  const [{ owner, released, trustee } = { owner: '', released: '', trustee: '' }] = people
  await client.query(overviewOf(owner))
  const secret = 'the secret of a benchmark, which no other server knows'
  const rest = await startPostgrest(server.url('authenticator'), secret)
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: 10_000 })
  try {
    // PostgREST takes longer to read a longer token, so all of them are as long as those that Auth issues.
    const token = (sub: string, role: 'authenticated' | 'service_role') =>
      mintJwt({ ...claimsOf(sub), role }, secret)
    const list = (ownerId: string, reader: string): Read => ({
      token: reader,
      method: 'GET',
      path: `/contacts?select=*&user_id=eq.${ownerId}&order=created_at.desc,id.asc&offset=0&limit=1000`,
    })
    const overview = (name: string, reader: string): Read => ({
      token: reader,
      method: 'POST',
      path: `/rpc/${name}`,
      single: true,
    })
    const service = token(owner, 'service_role')
    const comparisons: Comparison[] = [
      {
        what: 'contacts: their owner',
        bar: 0.9,
        read: list(owner, token(owner, 'authenticated')),
        other: list(owner, service),
      },
      {
        what: 'contacts: of a released plan, its trustee',
        bar: 0.85,
        read: list(released, token(trustee, 'authenticated')),
        other: list(released, service),
      },
      {
        what: 'plan_overview: the owner, against the same query',
        bar: 0.8,
        read: overview('plan_overview', token(owner, 'authenticated')),
        other: overview('bench_overview', service),
      },
      {
        what: 'plan_overview: the owner, against the list of contacts',
        bar: 0.8,
        read: overview('plan_overview', token(owner, 'authenticated')),
        other: list(owner, service),
      },
    ]
    const rate = (read: Read, until: typeof turn) => requestsPerSecond(rest.url, agent, read, until)
    for (const { read, other } of comparisons) {
      await rate(read, warmUp)
      await rate(other, warmUp)
    }
    const rates = comparisons.map((): { read: number; other: number }[] => [])
    for (let round = 0; round < rounds; round += 1) {
      for (const [index, { read, other }] of comparisons.entries()) {
        // In turn the one and the other is first.
        const first = await rate(round % 2 === 0 ? read : other, turn)
        const second = await rate(round % 2 === 0 ? other : read, turn)
        rates[index]?.push(round % 2 === 0 ? { read: first, other: second } : { read: second, other: first })
      }
    }
    const results = comparisons.map(({ what, bar }, index) => {
      const measured = rates[index] ?? []
      const shares = quartiles(measured.map(({ read, other }) => read / other))
      return {
        what,
        bar,
        isOver: shares.median < bar,
        cells: [
          quartiles(measured.map(({ other }) => other)).median.toFixed(0),
          quartiles(measured.map(({ read }) => read)).median.toFixed(0),
          shares.median.toFixed(2),
          `${shares.lower.toFixed(2)}–${shares.upper.toFixed(2)}`,
        ],
      }
    })
    return {
      section: `${introduction}

| requests/s | service role | person | share | middle half of the rounds | bar | |
| --- | --: | --: | --: | --: | --: | --- |
${results.map(({ what, cells, bar, isOver }) => `| ${[what, ...cells, `≥ ${bar}`, isOver ? 'over' : ''].join(' | ')} |`).join('\n')}
`,
      over: results.filter(({ isOver }) => isOver).map(({ what, cells }) => `${what}: ${cells[2]}`),
    }
  } finally {
    agent.destroy()
    await rest.stop()
  }
}

const introduction = `Requests a second through PostgREST, with ${connections} connections that each send their next request once the last is
answered; the client runs on the same machine. A person's requests are compared with the service role's for the same
rows, whom no policy applies to, in ${rounds} rounds of ${turn.milliseconds} ms each: the share is the median of the rounds. Everyone's token has the
same claims but for the role. The service role may not call \`plan_overview\`, so the same query was added for it; and as
a measure that does not change with that query, the overview is also compared with the list of contacts.`

/** What plan_overview asks, for the service role: without a policy, a check, or a function that is called. */
const overviewOf = (ownerId: string) => `
  grant select on all tables in schema public to service_role;
  grant execute on all functions in schema private to service_role;
  create function public.bench_overview()
    returns table (full_name text, counts jsonb, plan_reviewed_at timestamptz, review_due_at timestamptz)
    language sql stable
  begin atomic
    select p.full_name, t.counts, p.plan_reviewed_at, private.review_due_at(p, t.started_at)
      from private.plan_totals('${ownerId}') t left join public.profiles p on p.user_id = '${ownerId}';
  end;
  grant execute on function public.bench_overview() to service_role`

/** The claims of a session as Auth writes them. */
const claimsOf = (sub: string) => ({
  iss: 'http://127.0.0.1/auth/v1',
  aud: 'authenticated',
  sub,
  email: 'person@example.com',
  phone: '',
  app_metadata: { provider: 'email', providers: ['email'] },
  user_metadata: { email: 'person@example.com', email_verified: true, phone_verified: false, sub },
  aal: 'aal1',
  amr: [{ method: 'otp', timestamp: Math.floor(Date.now() / 1000) }],
  session_id: sub,
  is_anonymous: false,
})

async function requestsPerSecond(url: string, agent: Agent, read: Read, until: typeof turn): Promise<number> {
  const began = performance.now()
  const elapsed = () => performance.now() - began
  let sent = 0
  const connection = async () => {
    while (elapsed() < until.milliseconds && sent < until.requests) {
      sent += 1
      await answer(url, agent, read)
    }
  }
  await Promise.all(Array.from({ length: connections }, connection))
  return (sent / elapsed()) * 1000
}

function answer(url: string, agent: Agent, { token, method, path, single }: Read): Promise<void> {
  const body = method === 'POST' ? '{}' : ''
  const headers = {
    authorization: `Bearer ${token}`,
    accept: single ? 'application/vnd.pgrst.object+json' : 'application/json',
    ...(body && { 'content-type': 'application/json', 'content-length': body.length }),
  }
  return new Promise((resolve, reject) => {
    const sent = request(`${url}${path}`, { agent, method, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part) => {
        text += part
      })
      response.on('end', () => {
        // An empty list would be no read to compare.
        if (response.statusCode === 200 && text.length > 2) resolve()
        else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

function quartiles(values: number[]): { lower: number; median: number; upper: number } {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))] ?? Number.NaN
  return { lower: at(0.25), median: at(0.5), upper: at(0.75) }
}
