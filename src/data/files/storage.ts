import { supabase } from '@/data/client'
import { readEnv } from '@/lib/env'
import { fetchWithLimit } from '@/lib/fetch-with-limit'

/** Sends a request as the signed-in person, as the Supabase client does; without a session as anyone. */
async function fetchAsPerson(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { supabasePublishableKey } = readEnv()
  const { data } = await supabase.auth.getSession()
  const headers = new Headers(init?.headers)
  headers.set('apikey', supabasePublishableKey)
  headers.set('Authorization', `Bearer ${data.session?.access_token ?? supabasePublishableKey}`)
  return fetchWithLimit(input, { ...init, headers })
}

async function openStorage() {
  const { StorageClient } = await import('@supabase/storage-js')
  const { supabaseUrl } = readEnv()
  return new StorageClient(`${supabaseUrl.replace(/\/$/, '')}/storage/v1`, {}, fetchAsPerson)
}

let opened: ReturnType<typeof openStorage> | null = null

/**
 * The files of a bucket. The client for them loads with the first file, because most visits touch none.
 * @throws TypeError when its code did not come; the next call asks for it again
 */
export async function filesOf(bucket: string) {
  opened ??= openStorage()
  try {
    return (await opened).from(bucket)
  } catch (error) {
    opened = null
    throw error
  }
}
