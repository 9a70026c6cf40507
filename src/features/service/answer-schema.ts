import * as z from 'zod/mini'
import { MESSAGE_LIMIT } from '@/data/service/guest-link'
import { numberChoice } from '@/lib/validation'

/** Checks the form of a guest's answer, and turns it into what is sent. */
export const answerSchema = z.object({
  answer: z.string().check(z.regex(/^(yes|no)$/, 'Please choose yes or no.')),
  people: numberChoice,
  message: z
    .string()
    .check(z.trim(), z.maxLength(MESSAGE_LIMIT, `Please keep this to ${MESSAGE_LIMIT} characters.`)),
})
