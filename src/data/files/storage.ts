import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { readEnv } from '@/lib/env'
import { CodedError } from '@/lib/errors'
import { fetchWithLimit } from '@/lib/fetch-with-limit'
import { LINK_SECONDS } from '@/lib/files/storage'
import type { StoredFile } from './downloads'

/** Sends a request as the signed-in person, as the Supabase client does; without a session as anyone. */
async function fetchAsPerson(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { supabasePublishableKey } = readEnv()
  const { data } = await supabase.auth.getSession()
  const headers = new Headers(init?.headers)
  headers.set('apikey', supabasePublishableKey)
  headers.set('Authorization', `Bearer ${data.session?.access_token ?? supabasePublishableKey}`)
  return fetchWithLimit(input, { ...init, headers })
}

function storageUrl(): string {
  return `${readEnv().supabaseUrl.replace(/\/$/, '')}/storage/v1`
}

async function openStorage() {
  const { StorageClient } = await import('@supabase/storage-js')
  return new StorageClient(storageUrl(), {}, fetchAsPerson)
}

/**
 * Makes a link to a stored file. One plain request, because a page that shows a picture would otherwise load the client
 * for all that can be done with files.
 * @throws `storage_404` and the like: the status that Storage names; TypeError when there was no answer
 */
export async function signedLink(bucket: string, path: string, seconds: number): Promise<string> {
  const encoded = path.split('/').map(encodeURIComponent).join('/')
  const response = await fetchAsPerson(`${storageUrl()}/object/sign/${bucket}/${encoded}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ expiresIn: seconds }),
  })
  const { signedURL, statusCode, code }: { signedURL?: string; statusCode?: string; code?: string } =
    await response.json().catch(() => ({}))
  // Storage answers 400 to most refusals, and names the status in the body.
  if (!response.ok || !signedURL) throw new CodedError(`storage_${statusCode ?? code ?? response.status}`)
  return new URL(`${storageUrl()}${signedURL}`).href
}

/** A stored file to open or to save. */
export interface LinkedFile extends Pick<StoredFile, 'bucket' | 'path'> {
  /** The name under which the browser saves the file instead of showing it. */
  saveAs?: string | undefined
}

/**
 * A link that opens a file for five minutes. It is made when it is needed and never stored. The file is served with one
 * of the bucket's types, and no browser runs any of these as a page or a script, whatever the file contains.
 * @throws what signedLink throws: `storage_404` when the caller may not read the file or it does not exist
 */
export async function fileLink({ bucket, path, saveAs }: LinkedFile): Promise<string> {
  const link = await signedLink(bucket, path, LINK_SECONDS)
  return saveAs === undefined ? link : `${link}&download=${encodeURIComponent(saveAs)}`
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

/** How many bytes the signed-in person's videos and documents take up, and how many they may. */
export const fileRoomQuery = queryOptions({
  queryKey: ['file-room'],
  queryFn: async ({ signal }) =>
    (await supabase.rpc('my_file_room').abortSignal(signal).single().throwOnError()).data,
})
