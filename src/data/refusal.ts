/** The code with which an Edge Function refused; "unknown" for an answer of another shape, such as a gateway's. */
export function refusalCode(answer: unknown): string {
  const code = valueAt(valueAt(answer, 'error'), 'code')
  return typeof code === 'string' ? code : 'unknown'
}

function valueAt(answer: unknown, name: string): unknown {
  return typeof answer === 'object' && answer !== null ? Reflect.get(answer, name) : undefined
}
