import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, useRef, useState } from 'react'
import { type FieldErrors, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { errorSentence } from '@/lib/errors'

export interface SubmitFormOptions<Form extends FieldValues, Input> {
  /** What the form asks, and what is sent of it. */
  schema: z.ZodType<Input, Form>
  /** What stands in the form at first. Later values are not looked at. */
  values: Form
  /** Sends what was entered. Rejects when that failed. */
  send: (input: Input) => Promise<unknown>
  /** Told what is wrong with what was entered; nothing is sent then. */
  onInvalid?: ((errors: FieldErrors<Form>) => void) | undefined
  /** False when `onInvalid` itself takes the focus to the first problem. */
  focusesProblem?: boolean
  /**
   * The only field of a short form. A failure then stands beside it instead of in `problem`, and what was said about it
   * goes as soon as it is changed.
   */
  only?: FieldPath<Form>
  /** What to say beside the only field after a failure; the error's own sentence when left out. */
  wordsOf?: ((error: unknown) => string) | undefined
}

/**
 * A form that is checked by its schema and sent once at a time. What was entered stays when that fails. The focus goes
 * to the first field with a problem.
 * @returns the form; `field`, which gives a field its name, its handlers and its error; `busy`, `problem` and `submit`
 * for its buttons
 */
export function useSubmitForm<Form extends FieldValues, Input>({
  schema,
  values,
  send,
  onInvalid,
  focusesProblem = true,
  only,
  wordsOf = errorSentence,
}: SubmitFormOptions<Form, Input>) {
  const [initial] = useState(values)
  const form = useForm<Form, unknown, Input>({
    resolver: zodResolver(schema),
    values: initial,
    shouldFocusError: focusesProblem,
    reValidateMode: only ? 'onSubmit' : 'onChange',
  })
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const inFlight = useRef(false)

  const run = async (before?: () => Promise<void>) => {
    if (inFlight.current) return
    inFlight.current = true
    setBusy(true)
    setProblem(null)
    try {
      await before?.()
      await form.handleSubmit(send, onInvalid)()
    } catch (error) {
      if (only) form.setError(only, { message: wordsOf(error) }, { shouldFocus: true })
      else setProblem(error)
    } finally {
      inFlight.current = false
      setBusy(false)
    }
  }

  return {
    form,
    field: (
      name: FieldPath<Form>,
      options?: { onChange?: (event: ChangeEvent<HTMLInputElement>) => void },
    ) => ({
      ...form.register(name, {
        onChange: (event: ChangeEvent<HTMLInputElement>) => {
          if (only) form.clearErrors(name)
          options?.onChange?.(event)
        },
      }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    busy,
    problem,
    /** Takes back what was said of the last try. */
    forgetProblem: () => setProblem(null),
    submit: () => void run(),
    /** Sends after something that may fail just as well. */
    submitAfter: (before: () => Promise<void>) => void run(before),
  }
}
