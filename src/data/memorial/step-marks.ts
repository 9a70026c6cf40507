import type { QueryData } from '@supabase/supabase-js'
import { type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useEffectEvent, useMemo } from 'react'
import { supabase } from '@/data/client'
import { useUser } from '@/data/session/session'
import type { Enums } from '@/lib/database.types'
import { errorCode } from '@/lib/errors'
import { stepLimits } from './step-limits'
import { changeUnsentMarks, type UnsentMark, unsentMarks, useUnsentMarks } from './unsent-marks'

/** How often an open list asks for new marks, in milliseconds; only while it is in front. */
const ASK_EVERY = 5000
/** Marks per request. */
const PAGE = 1000

const selectMarks = () =>
  supabase
    .from('step_marks')
    .select('id, seq, step_key, mark, undoes, title, note, actor_id, actor_name, made_at')

/** A mark as the database sends it. */
export type SentMark = QueryData<ReturnType<typeof selectMarks>>[number]

/** What someone pressed or wrote on the list of steps. `made_at` is an ISO timestamp. */
export interface StepMark extends Omit<SentMark, 'seq'> {
  /** This device has not sent it yet. */
  isUnsent?: true
}

/** What a step is called whose title is not known any more. */
const GONE = 'A step no longer on the list'

const stepMarkKeys = {
  all: ['step-marks'] as const,
  ofOwner: (ownerId: string) => [...stepMarkKeys.all, ownerId] as const,
}

/**
 * Reads the marks on an owner's list of steps that the signed-in person may read, in the order of the database.
 * @param known those read before; only what came after them is asked for
 */
export async function readStepMarks(
  ownerId: string,
  signal: AbortSignal,
  known: readonly SentMark[] = none,
): Promise<SentMark[]> {
  const marks = [...known]
  for (let isWhole = false; !isWhole; ) {
    const last = marks.at(-1)?.seq ?? 0
    const { data } = await selectMarks()
      .eq('owner_id', ownerId)
      .gt('seq', last)
      .order('seq')
      .limit(PAGE)
      .abortSignal(signal)
      .throwOnError()
    // An answer may come from a cache between here and the database: a mark that is known counts once.
    const added = data.filter(({ seq }) => seq > last)
    marks.push(...added)
    isWhole = added.length < PAGE
  }
  return marks
}

/**
 * The marks on an owner's list of steps, all that the signed-in person may read, in the order of the database. Asked
 * again every few seconds, each time only for what came after the last known one: the database numbers them so that
 * nothing comes before it later.
 * @param openParts whose steps the reader may see; when these are others, all of it is read again
 */
function stepMarksQuery(ownerId: string, openParts: readonly string[]) {
  const queryKey = [...stepMarkKeys.ofOwner(ownerId), openParts]
  return queryOptions({
    queryKey,
    queryFn: ({ client, signal }) =>
      readStepMarks(ownerId, signal, client.getQueryData<SentMark[]>(queryKey)),
    refetchInterval: ASK_EVERY,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
    // The next request comes in a few seconds anyway.
    retry: false,
    gcTime: 0,
  })
}

/** What a person presses or writes. */
export interface NewMark {
  step_key: string
  mark: Enums<'step_mark'>
  /** The step as the person reads it. */
  title: string
  undoes?: string
  note?: string
}

/**
 * The marks of a list, those of this device that are not sent yet among them, and how to add one. A mark is kept on this
 * device first and shown at once. It is sent as soon as there is a connection, again and again until it is read back;
 * its id makes sure that it counts once.
 * @param titles what the steps of the list are called, by their keys; null while it is not known
 * @param copied the marks that are shown until the first answer comes
 */
export function useStepMarks(
  ownerId: string,
  openParts: readonly string[],
  titles: ReadonlyMap<string, string> | null,
  copied: readonly SentMark[] = none,
) {
  const { id: userId } = useUser()
  const cache = useQueryClient()
  const query = useQuery(stepMarksQuery(ownerId, openParts))
  const all = useUnsentMarks(userId)
  const unsent = useMemo(() => all.filter(({ owner_id }) => owner_id === ownerId), [all, ownerId])

  const marks = useMemo((): StepMark[] => {
    const sent = query.data ?? copied
    const known = new Set(sent.map(({ id }) => id))
    const waiting = unsent.filter(({ id, refused }) => !known.has(id) && refused === undefined)
    return [
      ...sent,
      ...waiting.map((mark) => ({
        ...mark,
        title: mark.title ?? '',
        actor_id: userId,
        actor_name: '',
        isUnsent: true as const,
      })),
    ]
  }, [query.data, copied, unsent, userId])

  const isWaiting = unsent.some(({ refused }) => refused === undefined)
  const send = useEffectEvent(() => {
    const titleOf = (key: string) =>
      titles &&
      (titles.get(key) ??
        marks.find(({ step_key, mark }) => step_key === key && mark === 'added')?.title ??
        GONE)
    void sendMarks(userId, ownerId, titleOf, cache)
  })
  const hasTitles = titles !== null
  // Each answer shows that there is a connection, and each lost one ends in the next try.
  // biome-ignore lint/correctness/useExhaustiveDependencies: dataUpdatedAt is the time of the last answer
  useEffect(() => {
    if (isWaiting) send()
  }, [isWaiting, unsent, query.dataUpdatedAt, hasTitles, userId, ownerId])
  useEffect(() => {
    const onOnline = () => send()
    window.addEventListener('online', onOnline)
    return () => window.removeEventListener('online', onOnline)
  }, [])

  const add = useCallback(
    (given: readonly NewMark[]) => {
      const made_at = new Date().toISOString()
      const added = given.map(
        ({ step_key, mark, title, undoes = null, note = null }): UnsentMark => ({
          id: crypto.randomUUID(),
          owner_id: ownerId,
          step_key,
          mark,
          undoes,
          title,
          note,
          made_at,
        }),
      )
      changeUnsentMarks(userId, (list) => [...list, ...added])
    },
    [ownerId, userId],
  )

  return {
    query,
    marks,
    add,
    /** How many marks wait for a connection. */
    waiting: marks.filter(({ isUnsent }) => isUnsent).length,
    /** The marks that the database refused. */
    refused: unsent.filter(({ refused }) => refused !== undefined),
    /** Gives up the refused ones. */
    forgetRefused: () =>
      changeUnsentMarks(userId, (list) =>
        list.filter(({ owner_id, refused }) => owner_id !== ownerId || refused === undefined),
      ),
  }
}

/** Answers after which another try could not succeed: not allowed, not valid, the list is full. */
const final = /^(42501|2[23]\d{3}|HW040)$/

const clipped = (title: string) => Array.from(title).slice(0, stepLimits.title).join('')

const none: readonly SentMark[] = []
const sending = new Set<string>()

/** Sends what waits, oldest first, and forgets what was read back. Stops at the first answer that does not come. */
async function sendMarks(
  userId: string,
  ownerId: string,
  titleOf: (stepKey: string) => string | null,
  cache: QueryClient,
): Promise<void> {
  const run = `${userId} ${ownerId}`
  if (sending.has(run)) return
  sending.add(run)
  try {
    const sent = new Set<string>()
    for (const mark of unsentMarks(userId)) {
      const { refused, ...row } = mark
      if (row.owner_id !== ownerId || refused !== undefined) continue
      const title = row.title ?? titleOf(row.step_key)
      // The list is still loading.
      if (title === null) break
      const { error } = await supabase
        .from('step_marks')
        .upsert({ ...row, title: clipped(title) }, { onConflict: 'id', ignoreDuplicates: true })
      const code = error ? errorCode(error) : null
      if (code === null) sent.add(mark.id)
      else if (final.test(code)) refuse(userId, mark.id, code)
      else break
    }
    if (sent.size === 0) return
    await cache.refetchQueries({ queryKey: stepMarkKeys.ofOwner(ownerId) }, { throwOnError: true })
    changeUnsentMarks(userId, (list) => list.filter(({ id }) => !sent.has(id)))
  } catch {
    // The next answer of the list starts the next try.
  } finally {
    sending.delete(run)
  }
}

function refuse(userId: string, id: string, code: string) {
  changeUnsentMarks(userId, (list) =>
    list.map((mark) => (mark.id === id ? { ...mark, refused: code } : mark)),
  )
}
