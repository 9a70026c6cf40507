import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { parseTimestamp } from '@/lib/dates'
import { type FieldsOptions, type FormValues, useForm } from './use-form'

interface Versioned {
  /** Changes with every save. */
  updated_at: string
}

interface Options<Row extends Versioned, Form extends FormValues, Input extends object>
  extends Pick<FieldsOptions<Form, Input>, 'schema' | 'onInvalid'> {
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
 * @returns what useForm returns, and `loadOther` and `saveMine` for SaveProblem
 */
export function useVersionedForm<Row extends Versioned, Form extends FormValues, Input extends object>({
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
  const [isRestored, setRestored] = useState(draft !== null)

  const form = useForm<Form, Input>({
    ...options,
    values: toValues(loaded),
    draft: draft?.values ?? null,
    send: async (input) => {
      const sent = form.getValues()
      const row = await save(input, over.current, newId)
      const saved = toValues(row)
      over.current = row
      form.reset(saved, { ...saved, ...changes(sent, form.getValues()) })
      setRestored(false)
      onSaved?.(row)
    },
  })
  const { busy, isDirty } = form

  const show = useEffectEvent((row: Row | null) => {
    over.current = row
    form.reset(toValues(row))
  })
  useEffect(() => {
    if (!isDirty && !isRestored && !busy && isNewer(loaded, over.current)) show(loaded)
  }, [loaded, isDirty, isRestored, busy])

  return {
    ...form,
    /** Whether the form holds the draft, and the draft still differs from what is saved. */
    isRestored: isRestored && isDirty,
    /** The row that the form would overwrite now. */
    over,
    saveMine: () =>
      form.submitAfter(async () => {
        over.current = await reread()
      }),
    loadOther: async () => {
      const other = await reread()
      over.current = other
      form.reset(toValues(other))
      setRestored(false)
      onOther?.(other)
      form.forgetProblem()
    },
  }
}

/** The values that were typed since some others were sent. */
function changes<Form extends FormValues>(sent: Form, typed: Form) {
  return Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== sent[name]))
}

function isNewer(row: Versioned | null, than: Versioned | null): boolean {
  const theirs = parseTimestamp(row?.updated_at)
  const ours = parseTimestamp(than?.updated_at)
  return theirs !== null && (ours === null || theirs > ours)
}

/**
 * Makes the function that converts a row to a form's values.
 * @param blank the values of an empty form; a column that is null, or missing in the row, becomes its value here
 */
export function formValues<Form extends object>(blank: Form) {
  return (row: { readonly [Field in keyof Form]?: Form[Field] | null } | null): Form => {
    const known = Object.entries(row ?? {}).filter(([name, value]) => name in blank && value !== null)
    return { ...blank, ...Object.fromEntries(known) }
  }
}
