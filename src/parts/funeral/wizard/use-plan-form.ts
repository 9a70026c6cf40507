import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { type FuneralPlan, funeralPlanQuery } from '@/data/funeral-plan'
import { holds } from '@/data/rows/versioned-update'
import { type FuneralPlanForm, funeralPlanSchema, useSaveFuneralPlan } from '@/data/save-funeral-plan'
import { errorCode } from '@/lib/errors'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { keepPlanDraft, readPlanDraft } from './plan-draft'
import { firstProblem, toValues } from './wizard-steps'

/** A version of the plan, and what the form was filled with from it. */
interface LoadedPlan {
  updated_at: string
  values: FuneralPlanForm
}

const toLoaded = (plan: FuneralPlan | null): LoadedPlan | null =>
  plan && { updated_at: plan.updated_at, values: toValues(plan) }
const blank = toValues(null)
const toForm = (plan: LoadedPlan | null): FuneralPlanForm => plan?.values ?? blank

interface Options {
  userId: string
  /** The plan as it is in the cache. It may change while the person types. */
  plan: FuneralPlan | null
  /** Called with the first invalid field: shows its step and moves the focus to it. */
  onInvalid: (problem: { field: keyof FuneralPlanForm; step: number }) => void
}

interface SaveOptions {
  complete: boolean
  onSaved?: () => void
}

const savedWords = { title: 'Saved', description: 'Your funeral plan has been saved.' }
const completedWords = {
  title: 'Funeral Plan Completed!',
  description: 'Your funeral plan has been saved successfully.',
}

/** The wizard's form and its draft, which restores unsaved input after a reload in this tab. */
export function usePlanForm({ userId, plan, onInvalid }: Options) {
  const cache = useQueryClient()
  const { mutateAsync: save } = useSaveFuneralPlan(userId)
  const [draft] = useState(() => readPlanDraft(userId))
  /** The options of the last save; "Keep mine and save" saves with the same ones. */
  const wanted = useRef<SaveOptions>({ complete: false })
  const reread = async () => toLoaded(await cache.fetchQuery({ ...funeralPlanQuery(userId), staleTime: 0 }))
  const loaded = useMemo(() => toLoaded(plan), [plan])
  const editing = useVersionedForm({
    schema: funeralPlanSchema,
    loaded,
    toValues: toForm,
    draft: draft && {
      values: draft.values,
      over: draft.version === null ? null : { updated_at: draft.version, values: draft.saved },
    },
    save: async (values, over) => {
      const { complete } = wanted.current
      const saveOver = async (version: LoadedPlan | null) => {
        const saved = await save({
          values,
          isNew: version === null,
          loaded: { updated_at: version?.updated_at ?? null },
          complete,
          success: complete ? completedWords : savedWords,
        })
        return { updated_at: saved.updated_at, values: toValues(saved) }
      }
      try {
        return await saveOver(over)
      } catch (problem) {
        if (errorCode(problem) !== 'changed_elsewhere') throw problem
        // The music is in the same row: a newer version with the same texts takes nothing away from anyone.
        const newer = await reread()
        if (newer === null || !holds(newer.values, toForm(over))) throw problem
        return saveOver(newer)
      }
    },
    reread,
    onInvalid: (errors) => {
      const first = firstProblem(errors)
      if (first) onInvalid(first)
    },
    onSaved: () => wanted.current.onSaved?.(),
  })
  const { values, over, isDirty, submitAfter } = editing

  useEffect(() => {
    const plan = over.current
    keepPlanDraft(userId, isDirty ? { version: plan?.updated_at ?? null, saved: toForm(plan), values } : null)
  }, [values, isDirty, over, userId])

  return {
    ...editing,
    // Set once the save has begun: a press during another one must not change what that one saves.
    save: (options: SaveOptions) =>
      submitAfter(async () => {
        wanted.current = options
      }),
    /** Deletes the draft; for leaving without saving. */
    discard: () => keepPlanDraft(userId, null),
  }
}
