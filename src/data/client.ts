import { createClient } from '@supabase/supabase-js'
import type { Database } from '@/lib/database.types'
import { readEnv } from '@/lib/env'
import { fetchWithLimit } from '@/lib/fetch-with-limit'
import { retryDeadlocks } from '@/lib/retry-deadlocks'
import { sessionChanged } from './session/session'

const { supabaseUrl, supabasePublishableKey } = readEnv()

/** The app's only Supabase client, used by data/ alone. It stores the session in the browser and refreshes it. */
export const supabase = createClient<Database>(supabaseUrl, supabasePublishableKey, {
  // Sign-in is by code, so a URL never contains a token.
  auth: { persistSession: true, autoRefreshToken: true, detectSessionInUrl: false },
  // The query cache tries reads again itself; two layers of tries keep a person waiting for minutes.
  db: { retry: false },
  global: { fetch: retryDeadlocks(fetchWithLimit) },
})
export type Client = typeof supabase

supabase.auth.onAuthStateChange(sessionChanged)
