// Line ends and tabs are the only control characters that the table takes.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is to be left out
const control = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g

/** A letter as it is kept: each line ends in the same way, and what a pasted text brings along and no one sees is left out. */
export function letterText(typed: string): string {
  return typed.replace(/\r\n?/g, '\n').replace(control, '')
}

/** Whether a sentence stands in a letter, at the beginning of a line. */
export function holdsOpener(body: string, opener: string): boolean {
  return body.split('\n').some((line) => line.startsWith(opener))
}

/** Puts a sentence at the end of a letter, in a paragraph of its own, to be written on from. */
export function withOpener(body: string, opener: string): string {
  const before = body.trimEnd()
  return `${before}${before ? '\n\n' : ''}${opener} `
}

/**
 * Takes a sentence out of a letter again. What was written on from it stays, and so does everything else; a paragraph of
 * which nothing is left goes with it.
 */
export function withoutOpener(body: string, opener: string): string {
  const lines = body.split('\n')
  const index = lines.findIndex((line) => line.startsWith(opener))
  if (index === -1) return body
  const rest = lines[index]?.slice(opener.length).trimStart() ?? ''
  if (rest) lines[index] = rest
  else lines.splice(lines[index - 1] === '' ? index - 1 : index, lines[index - 1] === '' ? 2 : 1)
  return lines.join('\n')
}
