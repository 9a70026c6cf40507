import { createClient } from '@supabase/supabase-js'
import type { Database } from '@/lib/database.types'
import { readEnv } from '@/lib/env'
import { fetchWithLimit } from '@/lib/fetch-with-limit'

const { supabaseUrl, supabasePublishableKey } = readEnv()

/** The one client of the app, for data/ alone. Signed-in state is kept in the browser and refreshed by itself. */
export const supabase = createClient<Database>(supabaseUrl, supabasePublishableKey, {
  // Sign-in is by code: no token ever comes in a URL.
  auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
  global: { fetch: fetchWithLimit },
})
