import { zodResolver } from '@hookform/resolvers/zod'
import { type ChangeEvent, useRef, useState } from 'react'
import { type FieldErrors, type FieldPath, type FieldValues, useForm } from 'react-hook-form'
import type * as z from 'zod/mini'

export interface SubmitFormOptions<Form extends FieldValues, Input> {
  /** Checks the form's values, and turns them into what is sent. */
  schema: z.ZodMiniType<Input, Form>
  /** The form's first values. Later values are ignored. */
  values: Form
  /** Sends what was entered. Rejects on failure. */
  send: (input: Input) => Promise<unknown>
  /** Called with the errors when what was entered is invalid; nothing is sent then. */
  onInvalid?: ((errors: FieldErrors<Form>) => void) | undefined
  /** False when `onInvalid` itself moves the focus to the first problem. */
  focusesProblem?: boolean
}

/**
 * A form that its schema checks and that is sent once at a time. What was entered stays when sending fails. The focus
 * moves to the first field with a problem.
 * @returns the form; `field`, which gives a field its name, its handlers and its error; `busy`, `problem` and `submit`
 * for its buttons
 */
export function useSubmitForm<Form extends FieldValues, Input>({
  schema,
  values,
  send,
  onInvalid,
  focusesProblem = true,
}: SubmitFormOptions<Form, Input>) {
  const [initial] = useState(values)
  const form = useForm<Form, unknown, Input>({
    resolver: zodResolver(schema),
    values: initial,
    shouldFocusError: focusesProblem,
  })
  const { isSubmitting: busy } = form.formState
  const [problem, setProblem] = useState<unknown>(null)

  // Set at once, while `busy` comes with the next render: two presses may both come before it.
  const isRunning = useRef(false)

  const run = async (before?: () => Promise<void>) => {
    if (isRunning.current) return
    isRunning.current = true
    setProblem(null)
    const sendAfter = async (input: Input) => {
      await before?.()
      await send(input)
    }
    try {
      await form.handleSubmit(sendAfter, onInvalid)()
    } catch (error) {
      setProblem(error)
    } finally {
      isRunning.current = false
    }
  }

  return {
    form,
    field: (
      name: FieldPath<Form>,
      options?: { onChange?: (event: ChangeEvent<HTMLInputElement>) => void },
    ) => ({
      ...form.register(name, { ...options }),
      error: form.getFieldState(name, form.formState).error?.message,
    }),
    busy,
    problem,
    /** Removes the message about the last try. */
    forgetProblem: () => setProblem(null),
    submit: () => void run(),
    /** Runs `before` and then sends; a failure of either one is shown the same way. */
    submitAfter: (before: () => Promise<void>) => void run(before),
  }
}
