/** Reads one variable of the build; they are put in by Vite and are readable by everybody. */
function read(name: 'VITE_SUPABASE_URL' | 'VITE_SUPABASE_PUBLISHABLE_KEY'): string {
  const value: unknown = import.meta.env[name]
  if (typeof value === 'string' && value !== '') return value
  throw new Error(`${name} is missing: put it into .env.local (see .env.example) and start again.`)
}

/**
 * Where Supabase is, and the key that the browser may know.
 * @throws Error naming the variable, when one is missing.
 */
export function readEnv(): { supabaseUrl: string; supabasePublishableKey: string } {
  return {
    supabaseUrl: read('VITE_SUPABASE_URL'),
    supabasePublishableKey: read('VITE_SUPABASE_PUBLISHABLE_KEY'),
  }
}
