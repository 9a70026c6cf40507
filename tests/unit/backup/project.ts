// A small project in memory: what a backup reads of Storage and of the database.
import { StorageApiError } from '@supabase/supabase-js'
import type { Database } from '../../../deploy/backup/database.ts'
import type { Storage } from '../../../deploy/backup/files.ts'

interface Stored {
  bytes: string | null
  /** As the database lists it. */
  size: number
  isListed: boolean
}

/** A project with files; each call to Storage is counted. */
export class Project {
  readonly files = new Map<string, Stored>()
  /** What the backups told the database: damaged and missing files. */
  readonly notes: unknown[][] = []
  downloads = 0
  /** Storage is away. */
  isSilent = false
  /** The database's connection breaks when it is asked about this file. */
  breaksAt = ''

  store(name: string, bytes = `the bytes of ${name}`) {
    this.files.set(name, { bytes, size: Buffer.byteLength(bytes), isListed: true })
  }

  change(name: string, changes: Partial<Stored>) {
    const file = this.files.get(name)
    if (!file) throw new Error(name)
    Object.assign(file, changes)
  }

  readonly database: Database = {
    query: async <T>(text: string, params: unknown[] = []) => {
      if (text.includes('schema_migrations')) return [{ version: '1' }] as T[]
      if (text.includes('note_backup')) this.notes.push(params)
      if (params[1] === this.breaksAt) throw new Error('Connection terminated')
      if (text.includes('from storage.objects') && this.files.get(String(params[1]))?.isListed)
        return [{}] as T[]
      return []
    },
    pieces: (text) => this.list(text),
    snapshot: (work) => work(),
    withoutTriggers: (work) => work(),
  }

  private async *list(text: string) {
    if (!text.includes('storage.objects')) return
    const names = [...this.files.keys()].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    yield names.map((name) =>
      JSON.stringify({
        bucket: 'documents',
        name,
        version: 'v1',
        owner: null,
        created: '2026-11-22T00:00:00+00:00',
        type: 'text/plain',
        size: this.files.get(name)?.size ?? 0,
      }),
    )
  }

  private readonly download = async (name: string) => {
    this.downloads += 1
    if (this.isSilent) throw new Error('fetch failed')
    const bytes = this.files.get(name)?.bytes ?? null
    return bytes === null
      ? { data: null, error: new StorageApiError('Object not found', 400, '404') }
      : { data: new Blob([bytes]).stream(), error: null }
  }

  readonly storage: Storage = {
    from: (() => ({ download: (name: string) => ({ asStream: () => this.download(name) }) })) as never,
  }
}
