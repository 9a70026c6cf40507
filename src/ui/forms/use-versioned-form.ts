import { useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

interface Options<Row, Form extends FieldValues, Input> {
  form: UseFormReturn<Form, unknown, Input>
  /** The row as it was loaded; null when a new one is written. */
  row: Row | null
  /** What a row looks like in the form. */
  toForm: (row: Row) => Form
  /** Saves; for a row that was loaded, over that version alone. */
  save: (input: Input, loadedVersion: string | null) => Promise<unknown>
  /** Reads the row as it is now. Rejects when it is gone. */
  reread: () => Promise<Row>
  /** Told which row took the place of what was typed, for what stands outside of the form's fields. */
  onOther?: (row: Row) => void
  onSaved: () => void
}

/**
 * Saves a form over the version that it was filled with, once at a time. What is typed stays whatever happens, and
 * what was saved elsewhere is only overwritten knowingly. `problem`, `loadOther` and `saveMine` are for SaveProblem.
 */
export function useRowSave<Row extends { updated_at: string }, Form extends FieldValues, Input>({
  form,
  row,
  toForm,
  save,
  reread,
  onOther,
  onSaved,
}: Options<Row, Form, Input>) {
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const version = useRef(row?.updated_at ?? null)
  const inFlight = useRef(false)

  const run = async (before?: () => Promise<void>) => {
    if (inFlight.current) return
    inFlight.current = true
    setSaving(true)
    setProblem(null)
    try {
      await before?.()
      await form.handleSubmit(async (input) => {
        await save(input, version.current)
        onSaved()
      })()
    } catch (error) {
      setProblem(error)
    } finally {
      inFlight.current = false
      setSaving(false)
    }
  }

  return {
    saving,
    problem,
    submit: () => void run(),
    saveMine: () =>
      void run(async () => {
        version.current = (await reread()).updated_at
      }),
    loadOther: async () => {
      const current = await reread()
      version.current = current.updated_at
      form.reset(toForm(current))
      onOther?.(current)
      setProblem(null)
    },
  }
}
