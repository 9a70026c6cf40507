/** Reads a build variable. Vite puts these into the bundle, where everyone can read them. */
function read(name: 'VITE_SUPABASE_URL' | 'VITE_SUPABASE_PUBLISHABLE_KEY'): string {
  const value: unknown = import.meta.env[name]
  if (typeof value === 'string' && value !== '') return value
  throw new Error(`${name} is missing: put it into .env.local (see .env.example) and start again.`)
}

/**
 * The Supabase URL, and the key that browsers are allowed to know.
 * @throws Error naming the variable, when one is missing.
 */
export function readEnv(): { supabaseUrl: string; supabasePublishableKey: string } {
  return {
    supabaseUrl: read('VITE_SUPABASE_URL'),
    supabasePublishableKey: read('VITE_SUPABASE_PUBLISHABLE_KEY'),
  }
}
