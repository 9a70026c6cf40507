import { createHash, randomInt, randomUUID } from 'node:crypto'
import { isRecord, json, readJson } from '../http-server.ts'
import { secretKey } from '../settings.ts'
import { type Bridge, below, type Row, type StackContext } from './bridge.ts'
import { createUnconfirmedUser } from './sign-in-code.ts'

type Sql = StackContext['sql']

const userJson = `
  select to_jsonb(u) - '{encrypted_password,confirmation_token,recovery_token,email_change_token_new,
      email_change_token_current,phone_change_token,reauthentication_token,raw_app_meta_data,raw_user_meta_data}'::text[]
    || jsonb_build_object(
      'app_metadata', u.raw_app_meta_data, 'user_metadata', u.raw_user_meta_data,
      'identities', coalesce((select jsonb_agg(to_jsonb(i)) from auth.identities i where i.user_id = u.id), '[]')
    ) as user
  from auth.users u`

/**
 * Gap: lite has no admin API (/auth/v1/admin/…).
 * Bridge: the part of it that functions and tests use, in SQL, for the secret key only.
 */
export function authAdmin({ sql }: StackContext): Bridge {
  return async (request, next) => {
    const path = below(request, '/auth/v1/admin')
    if (path === null) return next(request)
    if (!hasSecretKey(request)) return refuse(403, 'not_admin', 'User not allowed')
    const body = (await readJson(request)) ?? {}
    const id = /^users\/([0-9a-f-]{36})$/i.exec(path)?.[1]
    const route = `${request.method} ${id ? 'users/id' : path}`
    if (route === 'POST users') return createUser(sql, body)
    if (route === 'GET users') return listUsers(sql, new URL(request.url).searchParams)
    if (route === 'POST generate_link') return generateLink(sql, body, new URL(request.url))
    if (!id) return refuse(404, 'not_found', 'Not found')
    if (!(await findUser(sql, id))) return refuse(404, 'user_not_found', 'User not found')
    if (route === 'PUT users/id') return updateUser(sql, id, body)
    if (route === 'DELETE users/id') {
      await sql('delete from auth.users where id = $1', [id])
      return json({})
    }
    return json(await findUser(sql, id))
  }
}

function hasSecretKey(request: Request): boolean {
  const bearer = request.headers.get('authorization')?.replace(/^Bearer /i, '')
  return request.headers.get('apikey') === secretKey && (bearer === undefined || bearer === secretKey)
}

function refuse(status: number, code: string, msg: string): Response {
  return json({ code: status, error_code: code, msg }, status, { 'x-sb-error-code': code })
}

async function findUser(sql: Sql, id: string): Promise<unknown> {
  return (await sql(`${userJson} where u.id = $1`, [id]))[0]?.user
}

function emailOf(body: Row): string {
  return typeof body.email === 'string' ? body.email.trim().toLowerCase() : ''
}

async function emailTaken(sql: Sql, email: string, exceptId: string): Promise<Response | null> {
  const [taken] = await sql('select 1 from auth.users where email = $1 and id <> $2', [email, exceptId])
  return taken
    ? refuse(422, 'email_exists', 'A user with this email address has already been registered')
    : null
}

async function createUser(sql: Sql, body: Row): Promise<Response> {
  const email = emailOf(body)
  if (!email) return refuse(400, 'validation_failed', 'Cannot create a user without either an email or phone')
  const refused = await emailTaken(sql, email, randomUUID())
  if (refused) return refused
  return updateUser(sql, await createUnconfirmedUser(sql, email), { ...body, email: undefined })
}

async function updateUser(sql: Sql, id: string, body: Row): Promise<Response> {
  const email = emailOf(body)
  const refused = email ? await emailTaken(sql, email, id) : null
  if (refused) return refused
  // A code or link that was sent to the address before opens nothing any more, as Auth asks by address and code.
  await sql(
    `update auth.users set
       recovery_token = case when $2 <> email then null else recovery_token end,
       confirmation_token = case when $2 <> email then null else confirmation_token end,
       email = coalesce($2, email),
       email_confirmed_at = case when $3 then coalesce(email_confirmed_at, now()) else email_confirmed_at end,
       raw_user_meta_data = raw_user_meta_data || $4::jsonb,
       raw_app_meta_data = raw_app_meta_data || $5::jsonb,
       updated_at = now()
     where id = $1`,
    [
      id,
      email || null,
      body.email_confirm === true,
      JSON.stringify({
        ...(isRecord(body.user_metadata) ? body.user_metadata : {}),
        ...(email ? { email } : {}),
      }),
      JSON.stringify(isRecord(body.app_metadata) ? body.app_metadata : {}),
    ],
  )
  if (email) {
    await sql(
      `update auth.identities set identity_data = identity_data || jsonb_build_object('email', $2::text), updated_at = now()
        where user_id = $1 and provider = 'email'`,
      [id, email],
    )
  }
  return json(await findUser(sql, id))
}

async function listUsers(sql: Sql, params: URLSearchParams): Promise<Response> {
  const perPage = Math.min(1000, Number(params.get('per_page') || 50))
  const page = Math.max(1, Number(params.get('page') || 1))
  const rows = await sql(`${userJson} order by u.created_at desc, u.id limit $1 offset $2`, [
    perPage,
    (page - 1) * perPage,
  ])
  const [counted] = await sql('select count(*)::int as total from auth.users')
  return json({ users: rows.map(({ user }) => user), aud: 'authenticated' }, 200, {
    'x-total-count': String(counted?.total ?? 0),
  })
}

/** Creates a sign-in code without mailing it. lite verifies it, so it is stored as lite stores codes. */
async function generateLink(sql: Sql, body: Row, url: URL): Promise<Response> {
  const email = emailOf(body)
  const type = String(body.type)
  if (!email || !['magiclink', 'signup', 'recovery', 'invite'].includes(type)) {
    return refuse(
      400,
      'validation_failed',
      'Only links for an email of type magiclink, signup, recovery or invite are made here',
    )
  }
  const [known] = await sql('select id from auth.users where email = $1', [email])
  const id = known ? String(known.id) : await createUnconfirmedUser(sql, email)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hashed = createHash('sha256')
    .update(email + code)
    .digest('hex')
  await sql('update auth.users set recovery_token = $2, recovery_sent_at = now() where id = $1', [id, hashed])
  const user = await findUser(sql, id)
  const redirectTo = String(body.redirect_to ?? '')
  return json({
    ...(isRecord(user) ? user : {}),
    action_link: `${url.origin}/auth/v1/verify?token=${hashed}&type=magiclink&redirect_to=${encodeURIComponent(redirectTo)}`,
    email_otp: code,
    hashed_token: hashed,
    verification_type: 'magiclink',
    redirect_to: redirectTo,
  })
}
