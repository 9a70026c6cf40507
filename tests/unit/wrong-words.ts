import { parseSync } from 'vite'

/** What stands for a value in a sentence, such as a name. */
const value = '◊'
const not =
  '(?:do|does|did|is|are|was|were|has|have|had|could|would|should|will|need|must) not|cannot|can not'

/** Words that no text of ours has: neither screens and emails, nor documents and messages for operators. */
const everywhere: [what: string, pattern: RegExp][] = [
  ['someone, no one, everyone, anyone', /\b(?:some|no|every|any)body\b(?! of )/gi],
  ['email', /\be-mail/gi],
  [
    'American spelling',
    /\b(?:(?:dis)?colour|neighbour|honour|favour|behaviour|labour|harbour|centre|licence|cheque|programme|catalogue|grey|whilst|afterwards|jewellery)\w*|\w*\bpractis(?:e|es|ed|ing)\b|\b(?:organ|recogn|real|apolog|summar|minim|maxim|custom|author|final)is(?:e|es|ed|ing|ation)\b|\b(?:cancel|label|travel)l(?:ed|ing)\b|\bfulfil\b/gi,
  ],
]

/** Words that no screen and no email has, because they read translated, cold or stiff. */
const onScreens: [what: string, pattern: RegExp][] = [
  ...everywhere,
  // What the mail carrier brings is mail.
  ['"email": a mail is a letter', /\bmails?\b(?!, the bills| looked after| and deliveries)|\bmailbox/gi],
  ['a contraction: don’t, isn’t, can’t', new RegExp(`\\b(?:${not})\\b`, 'gi')],
  ['a contraction: there’s, it’s, that’s', /(?<=^|[.:;?!] )(?:There|It|That) is\b/g],
  [
    'a contraction: you’re, we’ve, they’ll',
    /(?<=^|[.:;?!,] )(?:you|we|they) (?:are|will)\b|\bwe have [a-z]+ed\b/gi,
  ],
  ['the future with "will"', /(?<=^|[.:;?!,] )we (?:write|ask|send|remind|mail) (?:to )?you\b/gi],
  [
    'the person before the thing: Tom’s plan',
    new RegExp(
      `\\b(?:plan|invitation|death|account|access|memorial|release|wishes|answer|certificate) of ${value}(?!’s)`,
      'g',
    ),
  ],
  [
    'a person who does something: things don’t stand, lie or wait',
    /\b(?:stands?|lies) (?:at|in|on|above|below|under|here|there|beside|with)\b|\bwaits for (?:your|an) answer\b/gi,
  ],
  ['curly quotation marks: “Still right”', /"/g],
  ['the apostrophe of print: don’t', /(?<=[\p{L}◊])'(?=\p{L})|(?<=\p{L}s)'(?= )/gu],
  ['three dots, as the specification writes "Sending..."', /…/g],
  ['no space before the sign: 400%', /[\d◊] %/g],
  // "Ticked off" is angry in American English.
  ['"check off", or "done"', /\btick(?:s|ed|ing)?\b/gi],
  ['"anytime", in one form', /\b(?:at )?any time\b/gi],
  ['what each person sees "depends on their role"', /\bas far as (?:your|their) roles? (?:allow|let)s?\b/gi],
  ['"share", as screens call it', /\bafter your death, or sooner if you choose\b/gi],
  ['"anymore"', /\bany more\b(?! \w)/gi],
  ['someone who does it: we’ll send the email', /\bemails? (?:will )?leaves?\b/gi],
  ['"has died"', /\bpass(?:ed|es|ing)? away\b|\b(?:their|your|his|her) passing\b/gi],
  ['"name" a person', /\bdesignat(?:e|es|ed|ing)\b/gi],
  ['"automatically"', /\bby itself\b/gi],
  ['"refresh the page"', /\bload (?:the|this) page again\b|\breload\b/gi],
  ['"review"', /\blook (?:it|your plan|the plan) over\b/gi],
  [
    'plain words',
    /\bon account of\b|\bbehind your back\b|\bwhile you live\b|\btake (?:it|your data) along\b|\bsee to\b|\bto go by\b|\bhas to be done\b|\bdriver license/gi,
  ],
]

const number = '(?:\\d+|one|two|three|four|five|six|seven|eight|nine|ten|fourteen|thirty)'
const span = `\\b${number}[- ](?:free )?(?:day|week|month)s?\\b`

/** Prices, in dollars or as what one saves. A single digit after the sign is a group or parameter, unless a term follows. */
const price =
  /\$ ?(?:\d{2,}|\d[.,]\d|\d(?= ?\/| (?:per|an?|each|every|once)\b))[\d.,]*(?<![.,])|\b\d[\d.,]*(?: US)? dollars\b|\bUSD ?\d[\d.,]*|\bsave \d+ ?%/gi
/** How long the trial is. */
const trial = new RegExp(
  `${span}(?=[^.!?|]{0,60}\\b(?:free|trial)\\b)|(?<=\\b(?:free|trial)\\b[^.!?|]{0,60})${span}`,
  'gi',
)

/** @returns the prices in a text, and what it says of how long the trial is */
export const termsOf = (text: string) =>
  [...text.replace(/\s+/g, ' ').matchAll(price), ...text.replace(/\s+/g, ' ').matchAll(trial)].map(
    ([found]) => found,
  )

/** Sentences that the specification fixes. */
const fixed =
  /Could not access camera\. Please check permissions\.|This memorial is not visible yet\.|Designate beneficiaries/g

function findings(text: string, patterns: typeof everywhere): string[] {
  return patterns.flatMap(([what, pattern]) =>
    [...text.matchAll(pattern)].map(({ index, 0: found }) => {
      const around = text.slice(Math.max(0, index - 30), index + found.length + 30)
      return `"${found}" in "${around}": ${what}`
    }),
  )
}

const tags = /<[!/]?[a-z][^<>]*>/gi

/** @returns what in a text for screens or emails is not as we write it, each with what to write instead */
export const wrongWords = (text: string) => findings(text.replace(fixed, '').replace(tags, ' '), onScreens)

/** @returns the same for documents and for messages to operators, which are drier */
export const wrongInDocuments = (text: string) => findings(text, everywhere)

/** Labels and titles that the specification writes in Title Case, and those of the same family, such as “Edit Policy”. */
const fixedTitles = [
  /(?:Add|Edit|Save) (?:Account|Contact|Document|Person|Policy|Portrait|Video)/,
  /Account Deleted|Back to Dashboard|Coming Soon|Danger Zone|Data Exported|Death Certificate|Delete Account/,
  /Email Address|Enter Code|Export All Data|Full Name|Funeral Plan Completed!|Get Started(?: Free)?|Learn More/,
  /Manage Billing|Save & Continue|Save Changes|Save Progress|RSVP Status|Send Code|Sign In(?: or Sign Up)?/,
  /Start Free Trial|Start Recording|Start Your ◊-Day Free Trial|Stop & Save|Unexpected Application Error!/,
  /Untitled (?:Letter|Video)|Upload File|Verify Code|Yes, Delete Everything|◊’s Memorial/,
  // The steps of the funeral plan.
  /Final Disposition|Service Details|Personal Requests|Your Story/,
]
/** What the navigation calls its pages, and parts of a plan: an h1 and a link to the page call it the same. */
const pages =
  /Beneficiaries & Trustees|Financial Accounts|Funeral Plan|Health & Care|Health Privacy|Home & Pets|Life Insurance|Signed Papers|Video Messages|Wallet Card|Who Can See My Plan|Wills & Trusts/
/** Names of people, countries and products. */
const properNames =
  /Apple Music|Google Contacts|Spotify|Stripe|United Kingdom|United States|Walter Hughes|Windows Media/
const mayHaveCapitals = new RegExp(
  [...fixedTitles, pages, properNames].map(({ source }) => source).join('|'),
  'g',
)

/**
 * Labels, headings and links are in sentence case. Title Case is for what the specification writes so and for the names of
 * pages.
 * @returns the capital after the first word of a short text that is no sentence, with what to do about it; else nothing
 */
export function strayCapitals(text: string): string[] {
  if (/[.:;?!] |\.$/.test(text) || text.split(' ').length > 8) return []
  // The first word may follow a mark or a value, and so may the first one of a label that is quoted.
  const [, rest = ''] = /^[^\p{L}]*\S+(.*)$/u.exec(text.replace(mayHaveCapitals, '')) ?? []
  const [stray] = /(?<![“◊·] ?)\b[A-Z][a-z]+/u.exec(rest) ?? []
  return stray ? [`"${stray}" in "${text}": sentence case, or a name in tests/unit/wrong-words.ts`] : []
}

type Node = Record<string, unknown> & { type: string }
const isNode = (thing: unknown): thing is Node =>
  typeof thing === 'object' && thing !== null && 'type' in thing && typeof thing.type === 'string'

/** Where strings are for the browser or the compiler. */
const noWords = (node: Node): boolean =>
  node.type.startsWith('Import') ||
  node.type.startsWith('TS') ||
  node.type === 'ExportAllDeclaration' ||
  (node.type === 'JSXAttribute' && isNode(node.name) && /^(?:class|data-)/.test(String(node.name.name)))

const squeezed = (text: string) => text.replace(/\s+/g, ' ').trim()

/** A text of one word is a key or an address, unless it begins as a sentence does. */
const isForPeople = (text: string) => /\s/.test(text.trim()) || /^[A-Z][a-z]+(?:\.\.\.)?$/.test(text.trim())

function textOf(node: Node): string | null {
  const children = Array.isArray(node.children) ? node.children.filter(isNode) : []
  const quasis = Array.isArray(node.quasis) ? node.quasis.filter(isNode) : []
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' ? node.value : null
    case 'TemplateLiteral':
      return quasis.map((quasi) => Reflect.get(quasi.value ?? {}, 'cooked') ?? '').join(value)
    case 'JSXElement':
    case 'JSXFragment': {
      if (!children.some((child) => child.type === 'JSXText' && /\w/.test(String(child.value)))) return null
      return children.map(childText).join('')
    }
    default:
      return null
  }
}

/** A child of an element as the reader meets it: its text, a space that only JSX needs, or a value. */
function childText(child: Node): string {
  if (child.type === 'JSXText') return String(child.value).replace(/&apos;|&#39;/g, '’')
  const expression = child.type === 'JSXExpressionContainer' ? child.expression : null
  return isNode(expression) && expression.value === ' ' ? ' ' : value
}

/**
 * Finds what a source file says to people: string literals, templates and the texts of elements.
 * @returns each text on one line, with ◊ for what is filled in
 */
export function textsOf(file: string, source: string): string[] {
  const texts: string[] = []
  const visit = (thing: unknown): void => {
    if (Array.isArray(thing)) for (const one of thing) visit(one)
    if (!isNode(thing) || noWords(thing)) return
    const text = textOf(thing)
    if (text !== null && isForPeople(text)) texts.push(squeezed(text))
    for (const [key, child] of Object.entries(thing)) if (key !== 'parent') visit(child)
  }
  visit(parseSync(file, source).program)
  return texts
}

/** @returns what markup says to people: its descriptions for search engines, and the texts of its elements */
export function textsOfMarkup(html: string): string[] {
  const descriptions = [...html.matchAll(/\bcontent="([^"]*)"/g)].map(([, text = '']) => text)
  const body = html.replace(/<(style|script)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, '\n')
  return [...descriptions, ...body.split('\n')].map(squeezed).filter(isForPeople)
}

/** @returns the messages with which a migration refuses something */
export function messagesOf(sql: string): string[] {
  const texts = sql.matchAll(/\b(?:raise exception|private\.refuse\('\w+',|message =) '((?:[^']|'')+)'/g)
  return [...texts].map(([, text = '']) => text.replaceAll("''", "'"))
}
