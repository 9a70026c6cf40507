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

/** A plan as the form was filled with it. */
interface Filled {
  updated_at: string
  values: FuneralPlanForm
}

const filledWith = (plan: FuneralPlan | null): Filled | null =>
  plan && { updated_at: plan.updated_at, values: toValues(plan) }

interface Options {
  userId: string
  /** The plan as the cache has it now. It may change while somebody types. */
  plan: FuneralPlan | null
  /** Called when a field has a problem: shows its step and takes the focus there. */
  onInvalid: (problem: { field: keyof FuneralPlanForm; step: StepNumber }) => void
}

interface SaveOptions {
  complete: boolean
  onSaved?: () => void
}

/** The wizard's form, and its draft: what is typed comes back when the page is loaded again in this tab. */
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
  /** What the last button asked for; "Keep mine and save" asks for the same. */
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
    /** For leaving without saving. */
    discard: () => clearPlanDraft(userId),
  }
}
