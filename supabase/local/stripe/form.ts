/** A value of a form-encoded body: `a[b]=c` is `{a: {b: 'c'}}`, lists are objects with numbers for keys. */
type FormValue = string | Form
export interface Form {
  [key: string]: FormValue
}

/** Parses what Stripe's clients send: form-encoded, with brackets for nesting. */
export function parseForm(params: URLSearchParams): Form {
  const form: Form = Object.create(null)
  for (const [name, value] of params) {
    const keys = name.split(/[[\]]+/).filter(Boolean)
    const last = keys.pop()
    if (last === undefined) continue
    let place = form
    for (const key of keys) {
      const inner = place[key]
      const next: Form = typeof inner === 'object' ? inner : Object.create(null)
      place[key] = next
      place = next
    }
    place[last] = value
  }
  return form
}

/** The text at a path such as `line_items.0.price`, or null. */
export function textAt(form: Form, path: string): string | null {
  const value = valueAt(form, path)
  return typeof value === 'string' ? value : null
}

/** The number at a path, or null. */
export function numberAt(form: Form, path: string): number | null {
  const text = textAt(form, path)
  return text === null ? null : Number(text)
}

/** The texts below a path, by name; for metadata. */
export function textsAt(form: Form, path: string): Record<string, string> {
  const value = valueAt(form, path)
  if (typeof value !== 'object') return {}
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, text]) => (typeof text === 'string' ? [[key, text]] : [])),
  )
}

/** All paths, with `0` for the numbers of lists, to find unknown parameters. */
export function pathsOf(form: Form, prefix = ''): string[] {
  return Object.entries(form).flatMap(([key, value]) => {
    const path = `${prefix}${/^\d+$/.test(key) ? '0' : key}`
    return typeof value === 'string' ? [path] : pathsOf(value, `${path}.`)
  })
}

function valueAt(form: Form, path: string): FormValue | undefined {
  return path
    .split('.')
    .reduce<FormValue | undefined>((value, key) => (typeof value === 'object' ? value[key] : undefined), form)
}
