import type { QueryClient } from '@tanstack/react-query'
import { fileRoomQuery } from '@/data/files/storage'
import { membershipQuery } from '@/data/membership/membership'
import { liveDesignations } from '@/data/people/designation-state'
import { designationsQuery } from '@/data/people/designations'
import { formatSize } from '@/lib/text'
import { type PlanPart, planParts } from '@/parts'
import type { Found, IncomingRow } from '@/parts/kit/incoming'
import type { PartData } from '@/parts/kit/part'
import { type OpenedExport, openExport, type ZippedFile } from './read-export'

/** A row that would come in, and its file in the zip; null where it has none, or comes in without it. */
export interface ArrivingRow extends IncomingRow {
  zipped: ZippedFile | null
}

/** What would come into a part. */
export interface Arriving extends Pick<Found<PartData>, 'addTogether'> {
  /** The part's title. */
  title: string
  rows: readonly ArrivingRow[]
  /** How many came in before, in a try that broke off. */
  there: number
}

/** Something that stays out, and why. */
export interface StaysOut {
  /** The title of its part. */
  title: string
  /** '' where it has none. */
  name: string
  why: string
}

/** What was found in an export, compared with the plan that it would come into. */
export interface Look extends Pick<OpenedExport, 'email' | 'exportedAt'> {
  parts: readonly Arriving[]
  staysOut: readonly StaysOut[]
  /** How many people the old plan named. */
  people: number
  /** The titles of the parts in which the plan has something else. */
  others: readonly string[]
  /** Whether the plan takes additions: there is a membership, or a trial that has not ended. */
  isOpen: boolean
  /** Of the files that would come in, in bytes. */
  size: number
  /** What is left of the room for files, in bytes. */
  room: number
}

/** The plan that an export is to come into. */
export interface To {
  ownerId: string
  isOffered: (choice: PlanPart['choice']) => boolean
  cache: QueryClient
}

/** Opens an export, and finds out what of it could come in. Nothing is written. @throws what openExport throws, and reading */
export async function lookAt(
  file: File,
  { ownerId, isOffered, cache }: To,
  signal: AbortSignal,
): Promise<Look> {
  const opened = await openExport(file, signal)
  const now = { staleTime: 0 }
  const [people, room, membership] = await Promise.all([
    cache.fetchQuery({ ...designationsQuery(ownerId), ...now }),
    cache.fetchQuery({ ...fileRoomQuery, ...now }),
    cache.fetchQuery({ ...membershipQuery(ownerId), ...now }),
  ])
  const to = { ownerId, people: liveDesignations(people) }
  const compared = await Promise.all(
    planParts.map(async (part) => {
      const found = await (await part.incoming.get())(opened.rows, to)
      if (!isOffered(part.choice)) return { ...nothingOf(part, found), hasOthers: false }
      const { there, hasOthers } = found.compare(await cache.fetchQuery({ ...part.query(ownerId), ...now }))
      return { ...withFiles(part, found, there, opened), hasOthers }
    }),
  )
  signal.throwIfAborted()
  const parts = compared.map(({ arriving }) => arriving)
  return {
    email: opened.email,
    exportedAt: opened.exportedAt,
    parts,
    staysOut: compared.flatMap(({ staysOut }) => staysOut),
    people: opened.rows('designations').length,
    others: compared.flatMap(({ hasOthers, arriving }) => (hasOthers ? [arriving.title] : [])),
    isOpen: membership.premium,
    size: sum(parts.flatMap(({ rows }) => rows.map(({ zipped }) => zipped?.size ?? 0))),
    room: room.room_bytes - room.used_bytes,
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)

/** A part that this installation does not offer. */
function nothingOf({ title }: PlanPart, { rows, staysOut }: Found<PartData>) {
  const out = [
    ...staysOut,
    ...rows.map(({ name }) => ({ name, why: 'This part of a plan isn’t offered here.' })),
  ]
  return { arriving: { title, rows: [], there: 0 }, staysOut: out.map((one) => ({ ...one, title })) }
}

/** Puts the rows that are still to come together with their files. */
function withFiles(
  { title }: PlanPart,
  { rows, staysOut, addTogether }: Found<PartData>,
  there: ReadonlySet<string>,
  opened: OpenedExport,
) {
  const arriving: ArrivingRow[] = []
  const out = staysOut.map((one) => ({ ...one, title }))
  const missing = rows.filter(({ id }) => !there.has(id))
  for (const row of missing) {
    const { zipped, problem } = fileOf(row, opened)
    if (problem !== undefined) out.push({ title, name: row.name, why: withoutFile(row, problem) })
    if (problem === undefined || !row.file?.isNeeded) arriving.push({ ...row, zipped })
  }
  return {
    arriving: {
      title,
      rows: arriving,
      there: rows.length - missing.length,
      ...(addTogether ? { addTogether } : {}),
    },
    staysOut: out,
  }
}

function fileOf(
  { file }: IncomingRow,
  { fileOf: find }: OpenedExport,
): { zipped: ZippedFile | null; problem?: string | undefined } {
  if (!file) return { zipped: null }
  const found = find(file.stored)
  if (found.zipped === null || found.zipped.size <= file.limit) return found
  const sizes = `${formatSize(found.zipped.size)}, and at most ${formatSize(file.limit)} can be kept`
  return { zipped: null, problem: `Its file is ${sizes}.` }
}

/** Why something stays out whose file can't be read, or that the file alone does. */
export function withoutFile({ file }: Pick<IncomingRow, 'file'>, problem: string): string {
  return file?.isNeeded ? problem : `${problem} It comes in without the file.`
}
