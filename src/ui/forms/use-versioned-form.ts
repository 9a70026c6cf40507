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
  /** The row as it was read last; null when there is none yet. */
  loaded: Row | null
  /** What a row looks like in the form. */
  toValues: (row: Row | null) => Form
  /** What was typed before the page was loaded again, and the row that it was typed over. */
  draft?: { values: Form; over: Row | null } | null
  /**
   * Saves over the row that the form was filled with, and over no other.
   * @param over null adds a row
   * @param newId the id for a row that is added: the same one in each try, so that a retry makes no second row
   * @returns the row as it was saved
   */
  save: (input: Input, over: Row | null, newId: string) => Promise<Row>
  /** Reads the row as it is now. Rejects when it is gone, or cannot be read. */
  reread: () => Promise<Row | null>
  /** Told which row took the place of what was typed, for what stands outside of the form's fields. */
  onOther?: (row: Row | null) => void
  onSaved?: (row: Row) => void
}

/**
 * A form that is saved over the version that it was filled with, once at a time. What is typed stays whatever happens,
 * also what is typed while it saves. What was saved elsewhere meanwhile is only overwritten knowingly; it is shown by
 * itself where nothing was typed.
 * @returns what useSubmitForm gives, and `loadOther` and `saveMine` for SaveProblem
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
    /** Whether the draft is in the form, and still differs from what is saved. */
    isRestored: isRestored && isDirty,
    /** The row that the form would be saved over now. */
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

/** What was saved, and in place of it whatever was typed into a field since it was sent. */
function withTyped<Form extends FieldValues>(saved: Form, sent: Form, typed: Form): Form {
  const changed = Object.entries(typed).filter(([name, value]) => value !== Reflect.get(sent, name))
  return { ...saved, ...Object.fromEntries(changed) }
}

function isNewer(row: Versioned | null, than: Versioned | null): boolean {
  const theirs = parseTimestamp(row?.updated_at)
  const ours = parseTimestamp(than?.updated_at)
  return theirs !== null && (ours === null || theirs > ours)
}
