// How tests/support/people.ts makes people on Postgres and PostgREST alone: rows in auth.users, and tokens made here.
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { mintJwt } from './api.ts'

const pool = new pg.Pool({ connectionString: process.env.AUTH_DATABASE_URL, max: 2, allowExitOnIdle: true })

/** Adds a person as Auth does: first the user, then the confirmed address. @returns their id, a session, and its token */
export async function addUser(user: {
  email: string
  confirm: boolean
}): Promise<{ id: string; sessionId: string; jwt: string }> {
  const { email, confirm } = user
  const { rows } = await pool.query<{ id: string }>(
    `insert into auth.users (id, aud, role, email, raw_app_meta_data, created_at, updated_at)
     values (coalesce((select id from auth.users where email = $2), $1), 'authenticated', 'authenticated', $2, '{}', now(), now())
     on conflict (id) do update set updated_at = now() returning id`,
    [randomUUID(), email],
  )
  const id = rows[0]?.id ?? ''
  if (confirm) {
    await pool.query(
      'update auth.users set email_confirmed_at = coalesce(email_confirmed_at, now()) where id = $1',
      [id],
    )
  }
  const sessionId = randomUUID()
  await pool.query('insert into auth.sessions (id, user_id, created_at) values ($1, $2, now())', [
    sessionId,
    id,
  ])
  const role = 'authenticated'
  const claims = { aud: role, role, sub: id, email, is_anonymous: false, session_id: sessionId }
  return { id, sessionId, jwt: mintJwt(claims, process.env.JWT_SECRET ?? '') }
}
