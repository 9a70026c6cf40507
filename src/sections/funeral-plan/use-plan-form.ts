import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import {
  type FuneralPlan,
  type FuneralPlanForm,
  funeralPlanQuery,
  funeralPlanSchema,
  useSaveFuneralPlan,
} from '@/data/funeral-plan'
import { useVersionedForm } from '@/ui/forms/use-versioned-form'
import { clearPlanDraft, readPlanDraft, writePlanDraft } from './plan-draft'
import { firstProblem, type StepNumber, toValues } from './plan-form'

/** The version and values of the plan that the form was filled with. */
interface Filled {
  updated_at: string
  values: FuneralPlanForm
}

const filledWith = (plan: FuneralPlan | null): Filled | null =>
  plan && { updated_at: plan.updated_at, values: toValues(plan) }

interface Options {
  userId: string
  /** The plan as it is in the cache. It may change while the person types. */
  plan: FuneralPlan | null
  /** Called with the first invalid field: shows its step and moves the focus to it. */
  onInvalid: (problem: { field: keyof FuneralPlanForm; step: StepNumber }) => void
}

interface SaveOptions {
  complete: boolean
  onSaved?: () => void
}

/** The wizard's form and its draft, which restores unsaved input after a reload in this tab. */
export function usePlanForm({ userId, plan, onInvalid }: Options) {
  const cache = useQueryClient()
  const save = useSaveFuneralPlan(userId, {
    title: 'Saved',
    description: 'Your funeral plan has been saved.',
  })
  const complete = useSaveFuneralPlan(userId, {
    title: 'Funeral Plan Completed!',
    description: 'Your funeral plan has been saved successfully.',
  })
  const [draft] = useState(() => readPlanDraft(userId))
  /** The options of the last save; "Keep mine and save" saves with the same ones. */
  const wanted = useRef<SaveOptions>({ complete: false })
  const editing = useVersionedForm({
    schema: funeralPlanSchema,
    loaded: filledWith(plan),
    toValues: (filled) => filled?.values ?? toValues(null),
    draft: draft && {
      values: draft.values,
      over: draft.version === null ? null : { updated_at: draft.version, values: draft.values },
    },
    save: async (input, over) => {
      const { mutateAsync } = wanted.current.complete ? complete : save
      const saved = await mutateAsync({
        input,
        loadedVersion: over?.updated_at ?? null,
        complete: wanted.current.complete,
      })
      return { updated_at: saved.updated_at, values: toValues(saved) }
    },
    reread: async () => filledWith(await cache.fetchQuery({ ...funeralPlanQuery(userId), staleTime: 0 })),
    onInvalid: (errors) => {
      const first = firstProblem(errors)
      if (first) onInvalid(first)
    },
    focusesProblem: false,
    onSaved: () => wanted.current.onSaved?.(),
  })
  const { form, over, busy, submit } = editing

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true, isDirty: true },
        callback: ({ values, isDirty }) => {
          if (isDirty) writePlanDraft(userId, { version: over.current?.updated_at ?? null, values })
          else clearPlanDraft(userId)
        },
      }),
    [form, over, userId],
  )

  return {
    ...editing,
    save: (options: SaveOptions) => {
      if (busy) return
      wanted.current = options
      submit()
    },
    /** Deletes the draft; for leaving without saving. */
    discard: () => clearPlanDraft(userId),
  }
}
