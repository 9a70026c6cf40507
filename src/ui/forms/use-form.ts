import { type ChangeEvent, startTransition, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type * as z from 'zod/mini'
import { afterPresses } from '@/browser/after-presses'
import { forgetWords, keepWordsOf, wordsKept } from '@/browser/kept-words'
import { errorSentence } from '@/words/refusals'

/** The texts and choices of a form, by the names of its fields. */
export type FormValues = Record<string, string>
/** What is wrong, by the names of the fields. */
type Problems = Readonly<Record<string, string | undefined>>

export interface FieldsOptions<Form extends FormValues, Input extends object> {
  /** The first values. Later ones are ignored. */
  values: Form
  /** What was typed before the page was reloaded, which the form shows in place of the values. */
  draft?: Form | null
  /**
   * Checks the values, and turns them into what is sent. On a page that is to show before its checks have come, a
   * function loads them: asked for when a field takes the focus, and again when the form is sent.
   */
  schema: z.ZodMiniType<Input, Form> | (() => Promise<z.ZodMiniType<Input, Form>>)
  /** Called with the problems when what was entered is invalid. */
  onInvalid?: ((problems: Problems) => void) | undefined
}

/** What is wrong with checked values. The first problem of a field is the one to show. */
function problemsIn({ error }: { error?: { issues: z.core.$ZodIssue[] } | undefined }): Problems {
  return Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path[0], message]).reverse())
}

/**
 * The fields of a form and what is typed in them. A problem stands beside its field, and disappears as soon as the field
 * changes and is right. Where a function loads the checks, it disappears with any change.
 * @returns `field`, the props of a field; `values`, and `getValues` for what goes on after a render; `set` and `reset`,
 * which change them; `isChanged` and `isDirty`, compared with the first values or those of the last `reset`; `check`,
 * which gives what is to be sent, or null when something is invalid; `refuse`, which shows a problem; `problems`, those
 * shown; and `focus`, which moves the focus to a field, in a group of radio buttons to the chosen one
 */
export function useFields<Form extends FormValues, Input extends object>({
  values: first,
  draft = null,
  schema,
  onInvalid,
}: FieldsOptions<Form, Input>) {
  const form = useRef<HTMLFormElement>(null)
  const [name] = useState(() => Object.keys(first).join())
  const [state, setState] = useState(() => ({
    saved: first,
    values: draft ?? { ...first, ...wordsKept(name) },
  }))
  const latest = useRef(state)
  const [problems, setProblems] = useState<Problems>({})
  const wasRefused = useRef(false)
  useEffect(() => {
    forgetWords(name)
    return keepWordsOf(name, () => {
      const { saved, values } = latest.current
      const typed = Object.entries(values).filter(([field, value]) => value !== saved[field])
      return typed.length > 0 ? Object.fromEntries(typed) : null
    })
  }, [name])

  const become = (next: typeof state) => {
    latest.current = next
    setState(next)
  }
  const set = (changes: object) => {
    const values = { ...latest.current.values, ...changes }
    become({ ...latest.current, values })
    // After a refused try, a field says at once whether it is right now.
    const found =
      wasRefused.current && typeof schema !== 'function' ? problemsIn(schema.safeParse(values)) : {}
    setProblems((before) => ({
      ...Object.fromEntries(Object.entries(before).filter(([name]) => !(name in changes))),
      ...Object.fromEntries(Object.entries(found).filter(([name]) => name in changes)),
    }))
  }
  const show = (found: Problems) => {
    // Drawn first, so that the field that takes the focus is read out with its problem.
    flushSync(() => setProblems(found))
    form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }
  const load = async () => (typeof schema === 'function' ? schema() : schema)

  const isChanged = (name: keyof Form) => state.values[name] !== state.saved[name]

  return {
    ...state,
    problems,
    isChanged,
    isDirty: Object.keys(state.values).some(isChanged),
    field: <Name extends keyof Form & string>(name: Name) => ({
      name,
      value: state.values[name],
      error: problems[name],
      ref: (control: HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | null) => {
        if (control) form.current = control.form
      },
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) =>
        set({ [name]: target.value }),
      onFocus: () => void load().catch(() => {}),
    }),
    getValues: () => latest.current.values,
    set,
    reset: (saved: Form, values = saved) => {
      become({ saved, values })
      wasRefused.current = false
      setProblems({})
    },
    check: async (): Promise<Input | null> => {
      // The same object where there are none, for which nothing is drawn.
      setProblems((before) => (Object.keys(before).length > 0 ? {} : before))
      const checked = (await load()).safeParse(latest.current.values)
      wasRefused.current = !checked.success
      if (checked.success) return checked.data
      const found = problemsIn(checked)
      show(found)
      onInvalid?.(found)
      return null
    },
    refuse: (name: keyof Form & string, message: string) => show({ [name]: message }),
    focus: (name: keyof Form & string) => {
      const controls = [...(form.current?.querySelectorAll<HTMLElement>(`[name="${name}"]`) ?? [])]
      const target = controls.find((control) => control.matches(':checked')) ?? controls[0]
      target?.focus()
    },
  }
}

export type Fields<Form extends FormValues, Input extends object> = ReturnType<typeof useFields<Form, Input>>

export interface FormOptions<Form extends FormValues, Input extends object>
  extends FieldsOptions<Form, Input> {
  /** Sends what was entered. Rejects on failure. */
  send: (input: Input) => Promise<unknown>
  /** The field beside which a failure is told, in a form of one field. */
  failsAt?: keyof Form & string
}

/**
 * A form that is checked and then sent, once at a time. What was entered stays when that fails. The focus moves to the
 * first field with a problem.
 * @returns what useFields returns; `busy`, `problem` (why the last try failed) and `submit` for its buttons
 */
export function useForm<Form extends FormValues, Input extends object>({
  send,
  failsAt,
  ...options
}: FormOptions<Form, Input>) {
  const fields = useFields<Form, Input>(options)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  // Set at once, while `busy` comes with a later render: two presses may both come before it.
  const isRunning = useRef(false)

  const run = async (before?: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    // Gone before the next one comes, so that the same words are read out again.
    setProblem(null)
    // The whole form is drawn again for it, so the press is answered first, and before what was entered is checked.
    startTransition(() => setBusy(true))
    try {
      await afterPresses()
      const input = await fields.check()
      if (input) {
        await before?.()
        await send(input)
      }
    } catch (error) {
      if (failsAt) fields.refuse(failsAt, errorSentence(error))
      else setProblem(error)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return {
    ...fields,
    busy,
    problem,
    /** Removes the message about the last try. */
    forgetProblem: () => setProblem(null),
    submit: () => void run(),
    /** Runs `before` and then sends; a failure of either one is shown the same way. */
    submitAfter: (before: () => Promise<void>) => void run(before),
  }
}
