import { propertyOf } from '@/lib/errors'

/** The code with which an Edge Function refused; "unknown" for an answer of another shape, such as a gateway's. */
export function refusalCode(answer: unknown): string {
  const code = propertyOf(propertyOf(answer, 'error'), 'code')
  return typeof code === 'string' ? code : 'unknown'
}
