import { type ChangeEvent, useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'

interface LightFormOptions<Form extends Record<string, string>, Input> {
  /** The form's first texts, in the order of the fields. */
  initial: Form
  /** The schema that checks the texts and turns them into what is sent. Asked for when a field takes the focus. */
  schema: () => Promise<z.ZodMiniType<Input, Form>>
  /** Sends what was entered. Rejects on failure. */
  send: (input: Input) => Promise<unknown>
}

/**
 * A form of texts and choices for pages before sign-in, which do not bring the form library (use-submit-form.ts) and
 * whose checks may come after the page. It is sent once at a time. What was entered stays when sending fails. The focus
 * moves to the first field with a problem, and a field's problem disappears as soon as the field changes.
 * @returns `box`, the ref of an element around the form; `values`, its present texts; `field`, which gives a field
 * its name, text, handlers and error; `busy`, `problem` and `submit` for its buttons
 */
export function useLightForm<Form extends Record<string, string>, Input>({
  initial,
  schema,
  send,
}: LightFormOptions<Form, Input>) {
  const box = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState(initial)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const [tries, setTries] = useState(0)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  // Set at once, while `busy` comes with the next render: two presses may both come before it.
  const isRunning = useRef(false)

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each refused try, and only then.
  useEffect(() => {
    box.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [tries])

  const run = async () => {
    if (isRunning.current) return
    isRunning.current = true
    setBusy(true)
    setProblem(null)
    setErrors({})
    try {
      const { success, data, error } = (await schema()).safeParse(values)
      if (success) await send(data)
      else {
        // The first problem of a field is the one to show.
        setErrors(Object.fromEntries(error.issues.map(({ path, message }) => [path[0], message]).reverse()))
        setTries((count) => count + 1)
      }
    } catch (error) {
      setProblem(error)
    } finally {
      isRunning.current = false
      setBusy(false)
    }
  }

  return {
    box,
    values,
    field: (name: keyof Form & string) => ({
      name,
      value: values[name],
      error: errors[name],
      onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
        setValues((before) => ({ ...before, [name]: target.value }))
        setErrors(({ [name]: _gone, ...others }) => others)
      },
      // A schema that does not come is asked for again when the form is sent.
      onFocus: () => void schema().catch(() => {}),
    }),
    busy,
    problem,
    submit: () => void run(),
  }
}
