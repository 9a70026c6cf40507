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
import { keepPlanDraft, readPlanDraft } from './plan-draft'
import { firstProblem, toValues } from './wizard-steps'

/** A plan as far as it was loaded: of the plan that a draft is based on, only the version is known. */
type LoadedPlan = Pick<FuneralPlan, 'updated_at'> & Partial<FuneralPlan>

interface Options {
  userId: string
  /** The plan as it is in the cache. It may change while the person types. */
  plan: LoadedPlan | null
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
  const editing = useVersionedForm({
    schema: funeralPlanSchema,
    loaded: plan,
    toValues,
    draft: draft && {
      values: draft.values,
      over: draft.version === null ? null : { updated_at: draft.version },
    },
    save: (values, over) => {
      const { complete } = wanted.current
      return save({
        values,
        isNew: over === null,
        loaded: { updated_at: over?.updated_at ?? null },
        complete,
        success: complete ? completedWords : savedWords,
      })
    },
    reread: () => cache.fetchQuery({ ...funeralPlanQuery(userId), staleTime: 0 }),
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
        callback: ({ values, isDirty }) =>
          keepPlanDraft(userId, isDirty ? { version: over.current?.updated_at ?? null, values } : null),
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
    discard: () => keepPlanDraft(userId, null),
  }
}
