// Files for the tests of documents and policies, and helpers that read Storage.
import { env, expect } from './fixtures.ts'

/** A file as passed to a file input. */
export interface Paper {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A PDF of the given size in bytes. */
export function pdf(name: string, size = 400): Paper {
  const head =
    '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(head.padEnd(size, ' ')) }
}

/** A file whose content does not match its declared type, PDF. */
export function disguised(name: string, content: string): Paper {
  return { name, mimeType: 'application/pdf', buffer: Buffer.from(content) }
}

/** The names of an owner's files in one folder of the documents bucket, without the timestamp prefix. */
export async function storedFiles(
  ownerId: string,
  area: 'estate' | 'insurance' | 'health',
): Promise<string[]> {
  const { service } = await import('../tests/support/people.ts')
  const { data, error } = await service.storage.from('documents').list(`${ownerId}/${area}`)
  if (error) throw new Error(error.message)
  return data.map(({ name }) => name.replace(/^\d+-/, '')).sort()
}

/** The upload URL for a path in Storage. */
export function storageUrl(path: string): string {
  return `${env('SUPABASE_URL')}/storage/v1/object/${path}`
}

/** Fetches the file behind a link that the page requested. */
export async function open(link: string): Promise<{ type: string | null; text: string }> {
  const response = await fetch(link)
  expect(response.status).toBe(200)
  return { type: response.headers.get('content-type'), text: await response.text() }
}
