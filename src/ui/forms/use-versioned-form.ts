import { useEffect, useRef, useState } from 'react'
import type { FieldValues } from 'react-hook-form'
import { parseTimestamp } from '@/lib/dates'
import { type SubmitFormOptions, useSubmitForm } from './use-submit-form'

interface Versioned {
  /** Changes with every save. */
  updated_at: string
}

interface Options<Row extends Versioned, Form extends FieldValues, Input>
  extends Pick<SubmitFormOptions<Form, Input>, 'schema' | 'onInvalid' | 'focusesProblem'> {
  /** The row as last read; null when there is none yet. */
  loaded: Row | null
  /** Converts a row to the form's values. */
  toValues: (row: Row | null) => Form
  /** What was typed before the page was reloaded, and the row that it was based on. */
  draft?: { values: Form; over: Row | null } | null
  /**
   * Saves over the row that the form was filled with, and over no other version.
   * @param over null adds a row
   * @param newId the id for an added row: the same in each try, so that a retry does not add a second row
   * @returns the row as it was saved
   */
  save: (input: Input, over: Row | null, newId: string) => Promise<Row>
  /** Reads the row again. Rejects when it is gone, or cannot be read. */
  reread: () => Promise<Row | null>
  /** Called with the row that replaced what was typed, for state that is kept outside of the form's fields. */
  onOther?: (row: Row | null) => void
  onSaved?: (row: Row) => void
}

/**
 * A form that is saved over the version that it was filled with, one save at a time. What is typed is always kept, even
 * while saving. A version that was saved elsewhere meanwhile is only overwritten when the person chooses that; if
 * nothing was typed, the form shows it at once.
 * @returns what useSubmitForm returns, and `loadOther` and `saveMine` for SaveProblem
 */
export function useVersionedForm<Row extends Versioned, Form extends FieldValues, Input>({
  loaded,
  toValues,
  draft = null,
  save,
  reread,
  onOther,
  onSaved,
  ...options
}: Options<Row, Form, Input>) {
  const over = useRef(draft ? draft.over : loaded)
  const [newId] = useState(() => crypto.randomUUID())
  const [begun] = useState(draft)
  const [isRestored, setRestored] = useState(draft !== null)

  const sending = useSubmitForm<Form, Input>({
    ...options,
    values: toValues(loaded),
    send: async (input) => {
      const sent = form.getValues()
      const saved = await save(input, over.current, newId)
      const typed = form.getValues()
      over.current = saved
      form.reset(toValues(saved))
      form.reset(withTyped(toValues(saved), sent, typed), { keepDefaultValues: true })
      setRestored(false)
      onSaved?.(saved)
    },
  })
  const { form, busy } = sending
  const { isDirty } = form.formState

  useEffect(() => {
    if (begun) form.reset(begun.values, { keepDefaultValues: true })
  }, [begun, form])

  useEffect(() => {
    if (isDirty || isRestored || busy || !isNewer(loaded, over.current)) return
    over.current = loaded
    form.reset(toValues(loaded))
  }, [loaded, isDirty, isRestored, busy, form, toValues])

  return {
    ...sending,
    isDirty,
    /** Whether the form holds the draft, and the draft still differs from what is saved. */
    isRestored: isRestored && isDirty,
    /** The row that the form would overwrite now. */
    over,
    saveMine: () =>
      sending.submitAfter(async () => {
        over.current = await reread()
      }),
    loadOther: async () => {
      const other = await reread()
      over.current = other
      form.reset(toValues(other))
      setRestored(false)
      onOther?.(other)
      sending.forgetProblem()
    },
  }
}

/** What was saved, with the values that were typed since it was sent. */
function withTyped<Form extends FieldValues>(saved: Form, sent: Form, typed: Form): Form {
  const changed = Object.entries(typed).filter(([name, value]) => value !== Reflect.get(sent, name))
  return { ...saved, ...Object.fromEntries(changed) }
}

function isNewer(row: Versioned | null, than: Versioned | null): boolean {
  const theirs = parseTimestamp(row?.updated_at)
  const ours = parseTimestamp(than?.updated_at)
  return theirs !== null && (ours === null || theirs > ours)
}
