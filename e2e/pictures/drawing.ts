import { readFileSync } from 'node:fs'

const source = (name: string) =>
  readFileSync(new URL(`drawings/${name}.svg`, import.meta.url), 'utf8').replace(/<!--.*?-->\s*/gs, '')

/** Walter is drawn once, and is a part of other drawings too. */
const bust = /<g id="bust">.*<\/g>\n/s.exec(source('walter'))?.[0] ?? ''

/** A drawing as a whole SVG file, with the filters that make its lines and washes look drawn by hand. */
export function drawing(name: string): string {
  const hand = /<defs>.*<\/defs>/s.exec(source('hand'))?.[0] ?? ''
  return source(name)
    .replace(/<svg [^>]*>/, (start) => `${start}${hand}`)
    .replace('<use href="#bust"/>', bust)
}
