import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import {
  type FuneralPlan,
  type FuneralPlanForm,
  type FuneralPlanInput,
  funeralPlanQuery,
  funeralPlanSchema,
  useSaveFuneralPlan,
} from '@/data/funeral-plan'
import { parseTimestamp } from '@/lib/dates'
import { clearPlanDraft, readPlanDraft, writePlanDraft } from './plan-draft'
import { firstProblem, mergeTyped, type StepNumber, toForm } from './plan-form'

interface Options {
  userId: string
  /** The plan as the cache has it now. It may change while somebody types. */
  plan: FuneralPlan | null
  /** Called when a field has a problem: shows its step and takes the focus there. */
  onInvalid: (problem: { field: keyof FuneralPlanForm; step: StepNumber }) => void
}

export interface SaveOptions {
  complete?: boolean
  onSaved: () => void
}

/**
 * The wizard's form: what is typed, the saved version it began from, and how it is saved. What is typed is never
 * replaced by anything that arrives later, and never replaces what somebody saved in between.
 */
export function usePlanForm({ userId, plan, onInvalid }: Options) {
  const cache = useQueryClient()
  const mutation = useSaveFuneralPlan(userId)
  const [draft] = useState(() => readPlanDraft(userId))
  const [restored, setRestored] = useState(draft !== null)
  const [problem, setProblem] = useState<unknown>(null)
  const [saving, setSaving] = useState(false)
  const version = useRef(plan?.updated_at ?? null)
  const inFlight = useRef(false)
  const lastSave = useRef<SaveOptions>(null)
  const form = useForm<FuneralPlanForm, unknown, FuneralPlanInput>({
    resolver: zodResolver(funeralPlanSchema),
    defaultValues: toForm(plan),
    shouldFocusError: false,
  })
  const { isDirty } = form.formState

  // What was typed before a reload comes back, over the version that it was typed over.
  useEffect(() => {
    if (!draft) return
    form.reset(draft.values, { keepDefaultValues: true })
    version.current = draft.version
  }, [draft, form])

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty: typed }) => {
          if (typed) writePlanDraft(userId, { version: version.current, values })
          else clearPlanDraft(userId)
        },
      }),
    [form, userId],
  )

  // A newer version is taken over only where nothing was typed.
  useEffect(() => {
    if (isDirty || restored || inFlight.current || !isNewer(plan, version.current)) return
    version.current = plan?.updated_at ?? null
    form.reset(toForm(plan))
  }, [plan, isDirty, restored, form])

  const save = async (options: SaveOptions) => {
    if (inFlight.current) return
    inFlight.current = true
    lastSave.current = options
    setSaving(true)
    setProblem(null)
    try {
      await form.handleSubmit(async (input) => {
        const sent = form.getValues()
        const saved = await mutation.mutateAsync({
          input,
          loadedVersion: version.current,
          complete: options.complete ?? false,
        })
        version.current = saved.updated_at
        const typed = form.getValues()
        form.reset(toForm(saved))
        form.reset(mergeTyped(toForm(saved), sent, typed), { keepDefaultValues: true })
        clearPlanDraft(userId)
        setRestored(false)
        options.onSaved()
      }, showFirstProblem)()
    } catch (error) {
      setProblem(error)
    } finally {
      inFlight.current = false
      setSaving(false)
    }
  }

  const showFirstProblem = (errors: Parameters<typeof firstProblem>[0]) => {
    const first = firstProblem(errors)
    if (first) onInvalid(first)
  }

  const fetchSaved = () => cache.fetchQuery({ ...funeralPlanQuery(userId), staleTime: 0 })

  /** Drops what was typed and shows what is saved. Rejects when that cannot be loaded; nothing is dropped then. */
  const loadSaved = async () => {
    const saved = await fetchSaved()
    version.current = saved?.updated_at ?? null
    form.reset(toForm(saved))
    clearPlanDraft(userId)
    setProblem(null)
    setRestored(false)
  }

  /** Saves what was typed over the version that somebody saved in between. */
  const saveOverOther = async () => {
    if (inFlight.current || !lastSave.current) return
    inFlight.current = true
    setSaving(true)
    try {
      version.current = (await fetchSaved())?.updated_at ?? null
    } catch (error) {
      setProblem(error)
      return
    } finally {
      inFlight.current = false
      setSaving(false)
    }
    await save(lastSave.current)
  }

  /** For leaving without saving. */
  const discard = () => clearPlanDraft(userId)

  return {
    form,
    isDirty,
    saving,
    problem,
    restored: restored && isDirty,
    save,
    loadSaved,
    saveOverOther,
    discard,
  }
}

function isNewer(plan: FuneralPlan | null, version: string | null): boolean {
  const theirs = parseTimestamp(plan?.updated_at)
  const ours = parseTimestamp(version)
  return theirs !== null && (ours === null || theirs > ours)
}
