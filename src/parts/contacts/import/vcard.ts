/** What a vCard says of a person, as far as a contact holds it. The preferred number and address come first. */
export interface VCard {
  name: string
  emails: string[]
  phones: string[]
}

interface Property {
  name: string
  /** In capitals, both "TYPE=CELL" and, as vCard 2.1 writes it, "CELL". */
  parameters: string[]
  value: string
}

/** The start of a line that a contact needs. All others are passed over, because a photo may have megabytes. */
const ofAContact = /^\s*(?:[\w-]+\.)*(?:BEGIN|END|FN|N|NICKNAME|ORG|EMAIL|TEL)\s*(?:[;:]|$)/i

/** What is kept of a line: more than a contact takes, so that a longer value is still seen to be too long. */
const KEPT_LENGTH = 10_000

/**
 * Reads the vCards of a file: versions 2.1 (Android), 3.0 (iPhone) and 4.0. Whatever is no vCard is passed over.
 * Sources: RFC 6350, RFC 2426 and the vCard 2.1 specification.
 */
export function readVCards(text: string): VCard[] {
  const cards: VCard[] = []
  let properties: Property[] | null = null
  for (const line of linesOf(text)) {
    const property = propertyOf(line)
    if (!property) continue
    const isCard = property.value.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN' && isCard) properties = []
    else if (property.name === 'END' && isCard) {
      if (properties) cards.push(cardOf(properties))
      properties = null
    } else properties?.push(property)
  }
  return cards
}

/**
 * The lines of a file that a contact needs, each joined with its continuations. Each piece of a line is looked at once:
 * a photo has tens of thousands of them.
 */
function* linesOf(text: string): Generator<string> {
  /** The line so far, or null while one is passed over. */
  let line: string | null = null
  /** Whether the line is quoted-printable, where a "=" at the end continues it; null until that matters. */
  let isQuoted: boolean | null = null
  let first = ''
  let goesOn = false
  for (const piece of text.split(/\r\n|\r|\n/)) {
    const isFirst = !goesOn && !/^[ \t]/.test(piece)
    if (isFirst) {
      if (line !== null) yield line
      line = ofAContact.test(piece) ? '' : null
      first = piece
      isQuoted = null
    }
    const wasOn = goesOn
    goesOn = false
    if (piece.endsWith('=')) {
      isQuoted ??= isQuotedPrintable(line || first)
      goesOn = isQuoted
    }
    if (line === null || line.length > KEPT_LENGTH) continue
    const added = isFirst ? piece : wasOn ? piece.replace(/^\s/, '') : piece.slice(1)
    line += (goesOn ? added.slice(0, -1) : added).slice(0, KEPT_LENGTH)
  }
  if (line !== null) yield line
}

const isQuotedPrintable = (line: string) => /^[^:]*QUOTED-PRINTABLE[^:]*:/i.test(line)

function propertyOf(line: string): Property | null {
  // A parameter's value may hold a colon in quotes.
  const [, head, value] = /^((?:"[^"]*"|[^":])+):(.*)$/s.exec(line) ?? []
  if (head === undefined || value === undefined) return null
  const [name = '', ...parameters] = head.toUpperCase().split(';')
  return {
    // Apple groups properties, as in "item1.EMAIL".
    name: name.slice(name.lastIndexOf('.') + 1).trim(),
    parameters,
    value: isQuotedPrintable(line) ? fromQuotedPrintable(value, parameters) : value,
  }
}

function fromQuotedPrintable(value: string, parameters: string[]): string {
  const charset = parameters.find((parameter) => parameter.startsWith('CHARSET='))?.slice(8) ?? 'UTF-8'
  const bytes = new TextEncoder().encode(value)
  let length = 0
  for (let at = 0; at < bytes.length; at += 1) {
    const [high, low] = bytes[at] === equalsSign ? [digitOf(bytes[at + 1]), digitOf(bytes[at + 2])] : []
    const isEscaped = high !== undefined && low !== undefined
    // Written over what was read already: the bytes only become fewer.
    bytes[length] = isEscaped ? high * 16 + low : (bytes[at] ?? 0)
    length += 1
    if (isEscaped) at += 2
  }
  return decoderFor(charset).decode(bytes.subarray(0, length))
}

const equalsSign = '='.charCodeAt(0)

/** What a byte means as a hexadecimal digit; undefined for any other byte. */
const digitOf = (byte = 0) => digitsOfHex.get(String.fromCharCode(byte).toUpperCase())
const digitsOfHex = new Map([...'0123456789ABCDEF'].map((digit, value) => [digit, value]))

function decoderFor(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset)
  } catch {
    return new TextDecoder()
  }
}

/** Takes the backslashes away that the format needs. A line break becomes a space: a contact's values are lines. */
const unescaped = (value: string) =>
  value
    .replace(/\\([\s\S])/g, (_all, escaped: string) => (/n/i.test(escaped) ? ' ' : escaped))
    .replace(/\s+/g, ' ')
    .trim()

/** The parts of a value such as "Berg;Anna;Maria;Dr.;". A semicolon behind a backslash belongs to its part. */
const partsOf = (value: string) =>
  [...value.matchAll(/((?:\\[\s\S]|[^;\\])*)(?:;|$)/g)].map(([, part = '']) => unescaped(part))

function cardOf(properties: Property[]): VCard {
  const all = (name: string) =>
    properties
      .filter((property) => property.name === name)
      .map((property) => ({ rank: rankOf(property), value: unescaped(property.value) }))
      .filter(({ value }) => value !== '')
      .sort((one, other) => one.rank - other.rank)
      .map(({ value }) => value)
  const [family = '', given = '', middle = '', prefix = '', suffix = ''] = partsOf(
    properties.find(({ name }) => name === 'N')?.value ?? '',
  )
  const written = [prefix, given, middle, family, suffix].filter(Boolean).join(' ')
  const organization = partsOf(properties.find(({ name }) => name === 'ORG')?.value ?? '')
  return {
    name: all('FN')[0] || written || all('NICKNAME')[0] || organization.filter(Boolean).join(', '),
    emails: all('EMAIL').map((email) => email.replace(/^mailto:/i, '')),
    phones: all('TEL').map((phone) => phone.replace(/^tel:/i, '')),
  }
}

/** The preferred value first, then the mobile phone, a fax last. */
function rankOf({ parameters }: Property): number {
  const says = (words: RegExp) => parameters.some((parameter) => words.test(parameter))
  if (says(/\b(FAX|PAGER)\b/)) return 3
  if (says(/\bPREF\b/)) return 0
  return says(/\b(CELL|IPHONE)\b/) ? 1 : 2
}
