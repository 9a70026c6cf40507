import { useState } from 'react'
import * as z from 'zod/mini'
import { type GuestChange, type GuestPage, MESSAGE_LIMIT } from '@/data/service/guest-link'
import { numberChoice } from '@/lib/validation'
import { FailureNotice } from '@/ui/base/failure'
import { DoneNotice, Notice } from '@/ui/base/notice'
import { ChoiceField, SelectField, TextArea } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'
import { numbersOfPeople } from './service-words'

const answers = [
  { value: 'yes', label: 'Yes, I’ll come' },
  { value: 'no', label: 'No, I can’t come' },
]

const numbers = numbersOfPeople('Only me', 'people, me included')

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
  const { values, field, isDirty, busy, problem, submit, reset, getValues } = useForm({
    schema: answerSchema,
    values: { answer: page.answer ?? '', people: String(page.people ?? 1), message: page.message ?? '' },
    send: async ({ answer, people, message }) => {
      setSent(false)
      const sent = getValues()
      await change({ answer: answer === 'yes' ? { answer, people, message } : { answer: 'no', message } })
      // What was typed meanwhile is not sent yet.
      reset(sent, getValues())
      setSent(true)
    },
  })
  // The thanks are for what was sent, and would not come back without taking the focus.
  if (isSent && isDirty) setSent(false)
  const isConfirming = page.answered_earlier && !isDirty
  const isSettled = page.answer !== null && !page.answered_earlier && !isDirty
  return (
    <FormFrame
      busy={busy}
      submit={submit}
      submitLabel={
        isConfirming ? 'My answer is still right' : page.answer ? 'Change my answer' : 'Send my answer'
      }
      busyLabel="Sending..."
      variant={isSettled ? 'secondary' : 'primary'}
      problem={<FailureNotice title="Your answer wasn’t saved" problem={problem} />}
    >
      {page.answered_earlier ? (
        <Notice tone="warning" title="You answered before the date changed">
          Is your answer still right? Please tell the family either way.
        </Notice>
      ) : null}
      {page.answer_was_taken ? (
        <Notice>The family entered this answer for you. You can change it here.</Notice>
      ) : null}
      {page.answer && !page.answered_earlier && !page.answer_was_taken ? <p>{saidWords(page)}</p> : null}
      <ChoiceField label="Your answer" options={answers} asButtons {...field('answer')} />
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
      {page.answer && isDirty && !busy ? (
        <p role="status" className="font-semibold">
          Not sent yet: you’ve changed your answer.
        </p>
      ) : null}
      {isSent ? (
        <DoneNotice title="Thank you. The family can see your answer">
          You can change it here until the service. Keep the email to come back.
        </DoneNotice>
      ) : null}
    </FormFrame>
  )
}

/** "You said: “Yes, I’ll come. 2 people, me included.”", in the words of the choices. */
function saidWords({ answer, people }: GuestPage): string {
  const said = answers.find(({ value }) => value === answer)?.label
  const number = answer === 'yes' ? numbers.find(({ value }) => value === String(people ?? 1)) : undefined
  return `You said: “${said}.${number ? ` ${number.label}.` : ''}”`
}
