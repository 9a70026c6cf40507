import { createHash, randomBytes } from 'node:crypto'

const tokenPattern = /^[\w-]{43}$/

/**
 * What a browser shows at each sign-in, so that it is known again. It opens nothing: wrong codes typed elsewhere are not
 * counted against it, and it need not wait as a new one does.
 * @param token what the browser sent, of whichever account
 * @returns the same; a new one when it has none, or one of another form
 */
export function keepOrMakeToken(token: string | undefined): string {
  return token && tokenPattern.test(token) ? token : randomBytes(32).toString('base64url')
}

/** @returns the id under which the database knows the browser: a hash, from which no one can make its token */
export function browserIdOf(token: string): string {
  const hash = createHash('sha256').update(token).digest('hex')
  return hash.slice(0, 32).replace(/(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

// The first that fits counts: nearly every browser also names those it comes from.
const kinds: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const devices: [RegExp, string][] = [
  [/iPhone/, 'an iPhone'],
  [/iPad/, 'an iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/CrOS/, 'a Chromebook'],
  [/Macintosh/, 'a Mac'],
  [/Linux/, 'Linux'],
]

/**
 * Names the kind of a browser in words of ours alone, so that no one can write into a notice or an email.
 * @param userAgent the header of its request
 * @returns for example "Chrome on Windows"; null when it is of no kind that we know
 */
export function describeBrowser(userAgent: string | null): string | null {
  const find = (words: [RegExp, string][]) => words.find(([pattern]) => pattern.test(userAgent ?? ''))?.[1]
  const [kind, device] = [find(kinds), find(devices)]
  return kind && device ? `${kind} on ${device}` : null
}
