import { patterns } from './paths'

const matchers = Object.values(patterns).map(
  (pattern) => new RegExp(`^${pattern.replace(/:[a-zA-Z]+/g, '[^/]+')}/?$`),
)

/**
 * Tells whether a text is a path of this app, safe to navigate to after sign-in. It must start with a single slash
 * and match a route; "//host", "/\host", control characters, dot segments and full URLs are refused.
 */
export function isAppPath(path: unknown): path is string {
  if (typeof path !== 'string' || path.length > 2000) return false
  // Browsers drop tabs and line ends in URLs and read "\" as "/", so a path of this app must not contain any of them.
  if (!/^\/(?![/\\])[\x21-\x5b\x5d-\x7e]*$/.test(path)) return false
  const pathname = path.split(/[?#]/, 1)[0] ?? ''
  if (pathname.split('/').some((part) => /^(\.|%2e){1,2}$/i.test(part))) return false
  return matchers.some((matcher) => matcher.test(pathname))
}
