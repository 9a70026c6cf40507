import type { FileUpload } from '@/data/files/uploads'
import { CodedError, errorCode, hasSessionEnded } from '@/lib/errors'
import { fileNameOf } from '@/lib/files/stored-names'
import { errorSentence } from '@/words/refusals'
import { type Arriving, type ArrivingRow, type Look, type StaysOut, withoutFile } from './look'

/** How many rows without files are sent in one request. */
const AT_ONCE = 100

/** Whether nothing else would get in either: the connection or the session is gone, or the plan takes no additions. */
const isForAll = (error: unknown) =>
  hasSessionEnded(error) ||
  /^(network|missing_code|file_unreadable|plan_closed|42501|HW005)$/.test(errorCode(error))
/** The list of the part is full. */
const FULL = 'HW040'

/** How far it is. */
export interface Progress {
  /** Rows that are in, or failed. */
  rows: number
  /** Of the files that are in, or failed. */
  bytes: number
  /** What is being sent. */
  title: string
  name: string
  /** False while the connection is lost. */
  connected: boolean
}

/** What became of it. */
export interface Outcome {
  /** How many rows came in. */
  added: number
  failed: readonly StaysOut[]
  /** Why it ended before all was sent; null: it did not. */
  problem: unknown
}

interface Options {
  signal: AbortSignal
  onProgress: (progress: Progress) => void
}

/**
 * Brings in what was found, part by part, in the ways in which its owner would add it. What fails is named, and the rest goes
 * on. It can be broken off at any time and begun again: each row has the same id in every try.
 */
export async function bringIn({ parts }: Look, { signal, onProgress }: Options): Promise<Outcome> {
  let added = 0
  const failed: StaysOut[] = []
  let progress: Progress = { rows: 0, bytes: 0, title: '', name: '', connected: true }
  const update = (change: Partial<Progress>) => {
    progress = { ...progress, ...change }
    onProgress(progress)
  }

  const bringInPart = async ({ title, rows, addTogether }: Arriving) => {
    let full: unknown = null
    const fail = ({ name }: ArrivingRow, why: string) => failed.push({ title, name, why })
    const one = async (row: ArrivingRow) => {
      signal.throwIfAborted()
      const before = progress.bytes
      update({ title, name: row.name })
      try {
        if (full) throw full
        await send(row, {
          signal,
          onBytes: (sent, connected) => update({ bytes: before + sent, connected }),
          onWithout: (problem) => fail(row, withoutFile(row, problem)),
        })
        added += 1
      } catch (error) {
        signal.throwIfAborted()
        if (isForAll(error)) throw error
        if (errorCode(error) === FULL) full = error
        fail(row, error instanceof FileProblem ? error.message : errorSentence(error))
      }
      update({ rows: progress.rows + 1, bytes: before + (row.zipped?.size ?? 0), connected: true })
    }
    const several = async (some: readonly ArrivingRow[]) => {
      signal.throwIfAborted()
      update({ title, name: '' })
      try {
        await addTogether?.(some)
        added += some.length
        update({ rows: progress.rows + some.length })
      } catch (error) {
        if (isForAll(error)) throw error
        // One of them is refused: which one shows when each is sent by itself.
        for (const row of some) await one(row)
      }
    }
    const goesAlone = ({ zipped }: ArrivingRow) => !addTogether || zipped !== null
    const together = rows.filter((row) => !goesAlone(row))
    for (let at = 0; at < together.length; at += AT_ONCE) await several(together.slice(at, at + AT_ONCE))
    for (const row of rows.filter(goesAlone)) await one(row)
  }

  try {
    for (const part of parts) await bringInPart(part)
    return { added, failed, problem: null }
  } catch (problem) {
    return { added, failed, problem: signal.aborted ? new CodedError('upload_cancelled') : problem }
  }
}

/** What is wrong with a file of the zip, in a sentence. */
class FileProblem extends Error {}

interface SendOptions {
  signal: AbortSignal
  onBytes: (sent: number, connected: boolean) => void
  /** Called when the row comes in without its file. */
  onWithout: (problem: string) => void
}

/** Adds a row, with its file. @throws FileProblem; what the database or Storage answers */
async function send(row: ArrivingRow, { signal, onBytes, onWithout }: SendOptions): Promise<void> {
  const { file, problem } = await fileFor(row, signal)
  if (problem !== undefined) {
    if (row.file?.isNeeded) throw new FileProblem(problem)
    onWithout(problem)
  }
  signal.throwIfAborted()
  let stop = () => {}
  const onUpload = (upload: FileUpload | null) => {
    signal.removeEventListener('abort', stop)
    if (!upload) return
    stop = upload.cancel
    signal.addEventListener('abort', stop)
    upload.subscribe(() => {
      const { sent, connected } = upload.progress()
      onBytes(sent, connected)
    })
  }
  await row.add({ file, onUpload })
}

async function fileFor(
  { file, zipped }: ArrivingRow,
  signal: AbortSignal,
): Promise<{ file: File | null; problem?: string | undefined }> {
  if (!file || !zipped) return { file: null }
  const blob = await zipped.read(signal).catch((error: unknown) => {
    if (errorCode(error) === 'export_damaged') return null
    throw error
  })
  if (blob === null) return { file: null, problem: 'Its file is damaged in the zip.' }
  const { file: checked, problem } = await file.check(new File([blob], fileNameOf(file.stored)))
  return { file: checked ?? null, problem }
}
