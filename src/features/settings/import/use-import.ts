import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useOffered } from '@/data/offered-parts'
import { useUser } from '@/data/session/session'
import { bringIn, type Outcome, type Progress } from './bring-in'
import { type Look, lookAt } from './look'

/** How far an import is. */
export type Importing =
  | { name: 'choosing'; problem: unknown }
  | { name: 'looking' }
  | { name: 'found'; look: Look }
  | { name: 'sending'; look: Look; progress: Progress }
  | { name: 'done'; outcome: Outcome }

/** How often the screen shows new progress, in milliseconds, so that it stays readable. */
const EVERY = 250
const beginning: Progress = { rows: 0, bytes: 0, title: '', name: '', connected: true }

/** Brings an export into the plan of the signed-in person: opens it, shows what was found, then sends it. */
export function useImport() {
  const { id: ownerId } = useUser()
  const cache = useQueryClient()
  const { isOffered } = useOffered()
  const [importing, setImporting] = useState<Importing>({ name: 'choosing', problem: null })
  const running = useRef<AbortController>(null)
  const chosen = useRef<File>(null)
  useEffect(() => () => running.current?.abort(), [])

  const look = async (file: File, signal: AbortSignal): Promise<Look | null> => {
    chosen.current = file
    setImporting({ name: 'looking' })
    try {
      return await lookAt(file, { ownerId, isOffered, cache }, signal)
    } catch (problem) {
      if (!signal.aborted) setImporting({ name: 'choosing', problem })
      return null
    }
  }
  const begin = () => {
    running.current?.abort()
    running.current = new AbortController()
    return running.current.signal
  }
  const send = async (found: Look, signal: AbortSignal) => {
    let told = 0
    const onProgress = (progress: Progress) => {
      if (signal.aborted || (progress.connected && Date.now() - told < EVERY)) return
      told = Date.now()
      setImporting({ name: 'sending', look: found, progress })
    }
    onProgress(beginning)
    const outcome = await bringIn(found, { signal, onProgress })
    // Every list may have new rows, also after it broke off.
    void cache.invalidateQueries()
    setImporting({ name: 'done', outcome })
  }

  return {
    importing,
    choose: async (file: File) => {
      const found = await look(file, begin())
      if (found) setImporting({ name: 'found', look: found })
    },
    send: (found: Look) => send(found, begin()),
    /** Goes on after it broke off: looks again at what is there, and sends the rest. */
    goOn: async () => {
      if (!chosen.current) return
      const signal = begin()
      const found = await look(chosen.current, signal)
      if (found) await send(found, signal)
    },
    /** Ends it. What came in stays. */
    stop: () => running.current?.abort(),
  }
}
