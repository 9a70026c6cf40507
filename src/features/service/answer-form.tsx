import { useState } from 'react'
import * as z from 'zod/mini'
import { type GuestChange, type GuestPage, MESSAGE_LIMIT } from '@/data/service/guest-link'
import { numberChoice } from '@/lib/validation'
import { FailureNotice } from '@/ui/base/failure'
import { Notice, takeFocus } from '@/ui/base/notice'
import { ChoiceField, SelectField, TextArea } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'

const answers = [
  { value: 'yes', label: "Yes, I'll come" },
  { value: 'no', label: "No, I can't come" },
]

const numbers = Array.from({ length: 20 }, (_, index) => ({
  value: String(index + 1),
  label: index === 0 ? 'Only me' : `${index + 1} people, me included`,
}))

/** Checks the form, and turns it into what is sent. */
const answerSchema = z.object({
  answer: z.string().check(z.regex(/^(yes|no)$/, 'Please choose yes or no.')),
  people: numberChoice,
  message: z
    .string()
    .check(z.trim(), z.maxLength(MESSAGE_LIMIT, `Please keep this to ${MESSAGE_LIMIT} characters.`)),
})

interface Props {
  page: GuestPage
  /** Rejects when it is not known whether the answer was saved. */
  change: (wanted: GuestChange) => Promise<void>
}

/** The guest's answer, which they can change until the service. */
export function AnswerForm({ page, change }: Props) {
  const [isSent, setSent] = useState(false)
  const { values, field, busy, problem, submit } = useForm({
    schema: answerSchema,
    values: { answer: page.answer ?? '', people: String(page.people ?? 1), message: page.message ?? '' },
    send: async ({ answer, people, message }) => {
      setSent(false)
      await change({ answer: answer === 'yes' ? { answer, people, message } : { answer: 'no', message } })
      setSent(true)
    },
  })
  return (
    <FormFrame
      busy={busy}
      submit={submit}
      submitLabel={page.answer ? 'Change my answer' : 'Send my answer'}
      busyLabel="Sending..."
      problem={<FailureNotice title="Your answer wasn't saved" problem={problem} />}
    >
      <ChoiceField label="Your answer" options={answers} {...field('answer')} />
      {values.answer === 'yes' ? (
        <SelectField label="How many of you will come?" options={numbers} {...field('people')} />
      ) : null}
      <TextArea
        label="A message to the family"
        optional
        hint="Only the people arranging the service can read it."
        limit={MESSAGE_LIMIT}
        {...field('message')}
      />
      {isSent ? (
        <Notice
          ref={takeFocus}
          tabIndex={-1}
          tone="good"
          role="status"
          title="Thank you. The family can see your answer"
        >
          You can change it here until the service. Keep the email to come back.
        </Notice>
      ) : null}
    </FormFrame>
  )
}
