// Files of lines, compressed or not, written and read piece by piece, so that none has to fit into memory.
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { pipeline as pour } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

/** What was written: how many lines, and the checksum of what `zcat` prints. */
export interface Written {
  rows: number
  sha256: string
}

/** How much is written at once, in characters. A piece for each line would take several times as long. */
const pieceSize = 65_536

/**
 * Writes a compressed file of lines.
 * @throws Error when the disk is full or refuses
 */
export async function writeLines(path: string, lines: AsyncIterable<string>): Promise<Written> {
  const hash = createHash('sha256')
  let rows = 0
  const pieces = async function* () {
    let piece = ''
    for await (const line of lines) {
      rows += 1
      piece += `${line}\n`
      if (piece.length < pieceSize) continue
      hash.update(piece)
      yield piece
      piece = ''
    }
    hash.update(piece)
    yield piece
  }
  await pour(Readable.from(pieces()), createGzip(), createWriteStream(path, { mode: 0o600, flush: true }))
  return { rows, sha256: hash.digest('hex') }
}

/**
 * The lines of a file; one that is named .gz is decompressed. Only a line feed ends a line: people's texts hold every
 * other separator that Unicode knows.
 * @throws Error when the file cannot be read, or when what is compressed is damaged
 */
export async function* linesIn(path: string): AsyncGenerator<string> {
  const text = path.endsWith('.gz') ? createGunzip() : new PassThrough()
  // An error of the file reaches the code that reads the lines.
  pipeline(createReadStream(path), text, () => {})
  text.setEncoding('utf8')
  let rest = ''
  for await (const piece of text) {
    const lines = `${rest}${piece}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  if (rest !== '') yield rest
}

/** Thrown at the end of lines that are not those that were written. */
export class DamagedLines extends Error {
  override readonly name = 'DamagedLines'
}

/**
 * The lines of a compressed file, compared with what was written once the last was read.
 * @throws DamagedLines when the file is missing, unreadable or holds other lines, after those that could be read
 */
export async function* linesAsWritten(path: string, written: Written): AsyncGenerator<string> {
  const hash = createHash('sha256')
  try {
    for await (const line of linesIn(path)) {
      hash.update(line).update('\n')
      yield line
    }
  } catch (error) {
    throw new DamagedLines(`${path} cannot be read (${error instanceof Error ? error.message : error})`)
  }
  if (hash.digest('hex') !== written.sha256) throw new DamagedLines(`${path} is damaged`)
}
