// What people write besides the Data API: Auth keeps their account, and Storage their files.
import { randomUUID } from 'node:crypto'
import { Pool } from 'pg'
import { typeFor } from '../support/people.ts'
import type { Attempt } from './recipes.ts'
import type { Write } from './writes.ts'

const auth = new Pool({ connectionString: process.env.AUTH_DATABASE_URL, max: 8, allowExitOnIdle: true })
// With the role of Storage's own service no policy applies, as at the end of an upload; the triggers do.
const storage = new Pool({ connectionString: process.env.DATABASE_URL, max: 8, allowExitOnIdle: true })

const write = (of: string, pool: Pool, text: string, params: (attempt: Attempt) => unknown[]): Write => ({
  of,
  name: of,
  role: 'authenticated',
  takes: [],
  send: (attempt) =>
    pool.query(text, params(attempt)).then(
      ({ rowCount }) => ({ error: null, count: rowCount }),
      ({ code, message }: { code?: string; message: string }) => ({ error: { code, message }, count: null }),
    ),
})

const upload = (
  bucket: 'memories' | 'death-certificates' | 'documents',
  folder: (attempt: Attempt) => string,
) =>
  write(
    `upload to ${bucket}`,
    storage,
    'insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata) values ($1, $2, $3::uuid, $3::text, $4, $5)',
    (attempt) => [
      bucket,
      `${folder(attempt)}/${randomUUID()}`,
      attempt.by.id,
      randomUUID(),
      JSON.stringify({ mimetype: typeFor(bucket), size: 32, contentLength: 32 }),
    ],
  )

/** These are written out by hand: the tables are Supabase's, and their own servers write them. */
export const writesOfAuthAndStorage: Write[] = [
  write(
    'sign in',
    auth,
    'update auth.users set last_sign_in_at = now(), recovery_sent_at = now() where id = $1',
    ({ by }) => [by.id],
  ),
  // By one of those whom the owner named, and who has no part in the story besides.
  write('change an address', auth, 'update auth.users set email = $2 where id = $1', ({ crowd, n }) => [
    crowd[n % crowd.length],
    `moved.${randomUUID()}@example.com`,
  ]),
  write('delete an account', auth, 'delete from auth.users where id = $1', ({ crowd, n }) => [
    crowd[n % crowd.length],
  ]),
  upload('memories', ({ plan, by }) => `${plan.id}/${by.id}`),
  upload('death-certificates', ({ plan }) => plan.id),
  upload('documents', ({ by }) => `${by.id}/estate`),
]
