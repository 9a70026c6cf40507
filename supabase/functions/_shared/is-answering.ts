import { type Env, mainKey } from './env.ts'

/**
 * @param patienceMilliseconds how long a service may take
 * @returns a function that says whether a service of the project answers at a path, without an error and in time. Never throws
 */
export function createIsAnswering(
  env: Pick<Env, 'SUPABASE_URL' | 'SUPABASE_PUBLISHABLE_KEYS'>,
  patienceMilliseconds = 3000,
): (path: string) => Promise<boolean> {
  return async (path) => {
    try {
      const response = await fetch(new URL(path, env.SUPABASE_URL), {
        // Hosted Supabase lets no one without a key through to Auth.
        headers: { apikey: mainKey(env.SUPABASE_PUBLISHABLE_KEYS) },
        signal: AbortSignal.timeout(patienceMilliseconds),
      })
      await response.body?.cancel()
      return response.ok
    } catch {
      return false
    }
  }
}
