import * as z from 'zod/mini'

const refusalSchema = z.object({ error: z.object({ code: z.string() }) })

/** The code with which an Edge Function refused; "unknown" for an answer of another shape, such as a gateway's. */
export function refusalCode(answer: unknown): string {
  return refusalSchema.safeParse(answer).data?.error.code ?? 'unknown'
}
