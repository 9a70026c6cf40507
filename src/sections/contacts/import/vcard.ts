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

/**
 * Reads the vCards of a file: versions 2.1 (Android), 3.0 (iPhone) and 4.0. Whatever is no vCard is passed over.
 * Sources: RFC 6350, RFC 2426 and the vCard 2.1 specification.
 */
export function readVCards(text: string): VCard[] {
  const cards: VCard[] = []
  let properties: Property[] | null = null
  for (const property of linesOf(text).flatMap(propertyOf)) {
    const isCard = property.value.trim().toUpperCase() === 'VCARD'
    if (property.name === 'BEGIN' && isCard) properties = []
    else if (property.name === 'END' && isCard) {
      if (properties) cards.push(cardOf(properties))
      properties = null
    } else properties?.push(property)
  }
  return cards
}

/** The lines of a file, each joined with its continuations. */
function linesOf(text: string): string[] {
  const lines: string[] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.at(-1)
    if (last !== undefined && isQuotedPrintable(last) && last.endsWith('='))
      lines[lines.length - 1] = last.slice(0, -1) + line.replace(/^\s/, '')
    else if (last !== undefined && /^[ \t]/.test(line)) lines[lines.length - 1] = last + line.slice(1)
    else lines.push(line)
  }
  return lines
}

const isQuotedPrintable = (line: string) => /^[^:]*QUOTED-PRINTABLE[^:]*:/i.test(line)

function propertyOf(line: string): Property[] {
  // A parameter's value may hold a colon in quotes.
  const [, head, value] = /^((?:"[^"]*"|[^":])+):(.*)$/s.exec(line) ?? []
  if (head === undefined || value === undefined) return []
  const [name = '', ...parameters] = head.toUpperCase().split(';')
  return [
    {
      // Apple groups properties, as in "item1.EMAIL".
      name: name.slice(name.lastIndexOf('.') + 1).trim(),
      parameters,
      value: isQuotedPrintable(line) ? fromQuotedPrintable(value, parameters) : value,
    },
  ]
}

function fromQuotedPrintable(value: string, parameters: string[]): string {
  const charset = parameters.find((parameter) => parameter.startsWith('CHARSET='))?.slice(8) ?? 'UTF-8'
  const bytes = [...value.matchAll(/=([0-9A-F]{2})|([\s\S])/gi)].flatMap(([, hex, plain = '']) =>
    hex === undefined ? [...new TextEncoder().encode(plain)] : [Number.parseInt(hex, 16)],
  )
  return decoderFor(charset).decode(new Uint8Array(bytes))
}

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
  const says = (word: string) => parameters.some((parameter) => new RegExp(`\\b${word}\\b`).test(parameter))
  if (says('FAX') || says('PAGER')) return 3
  if (says('PREF')) return 0
  return says('CELL') || says('IPHONE') ? 1 : 2
}
