import type { Session } from '@supabase/supabase-js'
import { signToken } from '../../supabase/local/bridges/token-hook.ts'

const lifetime = 3600

/**
 * Writes the rows that signing in with a code leaves on the embedded stack, and signs the token. Signing in takes three
 * requests of a dozen statements each, and most tests only need the person; the tests of signing in enter a code.
 * @param sql runs SQL as the role postgres
 * @param confirmed whether the address is confirmed, as it is after every real sign-in
 * @returns the session of a new account, or another session of the account that has the address
 */
export async function mintSession(
  sql: (
    text: string,
    params: unknown[],
  ) => Promise<{ user: Session['user']; session_id: string; token: string }[]>,
  email: string,
  confirmed: boolean,
): Promise<Session> {
  const [row] = await sql(
    `with someone as (
       select coalesce((select u.id from auth.users u where u.email = lower($1)), gen_random_uuid()) as id
     ), account as (
       insert into auth.users (id, email, email_confirmed_at, recovery_sent_at, last_sign_in_at, raw_app_meta_data, raw_user_meta_data)
       select id, lower($1), case when $2::boolean then now() end, now(), now(),
              '{"provider": "email", "providers": ["email"]}',
              jsonb_build_object('sub', id, 'email', lower($1), 'email_verified', false, 'phone_verified', false)
         from someone
       on conflict (id) do update
         set email_confirmed_at = coalesce(users.email_confirmed_at, excluded.email_confirmed_at),
             recovery_sent_at = excluded.recovery_sent_at, last_sign_in_at = excluded.last_sign_in_at
       returning *
     ), identity as (
       insert into auth.identities (id, provider, provider_id, user_id, identity_data)
       select gen_random_uuid(), 'email', id::text, id, raw_user_meta_data from account
       on conflict (provider, provider_id) do nothing
     ), session as (
       insert into auth.sessions (id, user_id, aal) select gen_random_uuid(), id, 'aal1' from account returning id, user_id
     ), refresh as (
       insert into auth.refresh_tokens (id, token, user_id, session_id)
       select gen_random_uuid(), gen_random_uuid(), user_id, id from session returning token
     ), admitted as (
       insert into private.admitted_sessions (session_id, user_id) select id, user_id from session
     )
     select s.id as session_id, r.token, jsonb_build_object(
              'id', a.id, 'aud', a.aud, 'role', a.role, 'email', a.email, 'created_at', a.created_at,
              'email_confirmed_at', a.email_confirmed_at, 'app_metadata', a.raw_app_meta_data,
              'user_metadata', a.raw_user_meta_data, 'is_anonymous', false) as user
       from account a, session s, refresh r`,
    [email, confirmed],
  )
  if (!row) throw new Error(`no session for ${email}`)
  const { user, session_id, token } = row
  const iat = Math.floor(Date.now() / 1000)
  const exp = iat + lifetime
  const { id: sub, aud, role } = user
  return {
    access_token: signToken({ sub, aud, role, email: user.email, session_id, iat, exp }),
    refresh_token: token,
    token_type: 'bearer',
    expires_in: lifetime,
    expires_at: exp,
    user,
  }
}
