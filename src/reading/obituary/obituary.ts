import type { Service } from '@/data/service/services'
import { parseTimestamp } from '@/lib/dates'
import { inWords } from '@/lib/text'
import type { ObituaryFacts } from '@/parts/kit/part'
import { whenWords } from '@/words/service-when'
import { bornOn, type ReadPart } from '../use-plan'

/*
 * The draft of an obituary, put together from the plan by a template. What helps a thief is left out even where the plan
 * has it: the day and place of birth, every address, and the family name of the mother's side.
 */

export const obituaryLengths = ['short', 'medium', 'long'] as const
export type ObituaryLength = (typeof obituaryLengths)[number]

/** What a draft is made from. What is null is left out, or stands in brackets to be filled in. */
interface Given extends ObituaryFacts {
  /** The owner's day of birth, as yyyy-MM-dd. Only the year is published. */
  bornOn: string | null
  who: string | null
  /** The day of death, as yyyy-MM-dd. */
  diedOn: string | null
  service: Pick<Service, 'held_on' | 'held_at' | 'place' | 'flowers' | 'is_called_off'> | null
}

const nothing: ObituaryFacts = { line: null, people: [], notes: null, isWithoutService: false }

/** What these parts of a plan know for an obituary, as far as they were read. @param parts those that the reader may see */
export function obituaryFacts(parts: readonly ReadPart[]): Pick<Given, keyof ObituaryFacts | 'bornOn'> {
  let facts = nothing
  for (const { obituary, query } of parts)
    if (query.data !== undefined) facts = { ...facts, ...obituary?.(query.data) }
  return { ...facts, bornOn: bornOn(parts) }
}

/** Writes the draft, in paragraphs. What is to be filled in stands in brackets. */
export function writeObituary(length: ObituaryLength, given: Given): string {
  const { line, people, notes, service } = given
  const who = given.who ?? '[Name]'
  const died = parseTimestamp(given.diedOn)
  const born = given.bornOn?.slice(0, 4) ?? '[year of birth]'
  const opening = `${who}, born in ${born}, died on ${died ? died.toLocaleDateString('en-US', { dateStyle: 'long' }) : '[day of death]'}.`
  const family = survivors(people)
  // Bare, it would read as something that is asked of the reader.
  const quoted = line && `“${line.replace(/^["“]|["”]$/g, '')}”`
  const longer = [quoted, ...(length === 'long' ? [notes] : []), family && `${who} is survived by ${family}.`]
  return [
    opening,
    ...(length === 'short' ? [] : longer),
    serviceWords(given, who),
    ...(length === 'short' ? [] : [service?.is_called_off ? null : (service?.flowers ?? null)]),
  ]
    .filter((text) => text)
    .join('\n\n')
}

function serviceWords({ service, isWithoutService }: Given, who: string): string {
  if (service && !service.is_called_off)
    return `A service will be held on ${whenWords(service)} at ${service.place}.`
  if (isWithoutService && !service) return `As ${who} wished, there will be no service.`
  return 'A service will be held [day, time and place].'
}

/** Those whose family name is not given: it is the one that banks ask for. */
const elders =
  /^(?:(?:step|grand|great-?grand)?(?:mother|father|parent|ma|pa|dad|mom|mum)|mama|papa|mommy|mummy|daddy|granny|grandpa|grandma|aunt|uncle|auntie)$/

const kin =
  /^(?:(?:step|grand|great-?grand|half-?)?(?:mother|father|parent|mom|mum|dad|son|daughter|child|brother|sister|sibling)|husband|wife|spouse|partner|fianc[eé]e?|niece|nephew|aunt|auntie|uncle|cousin|twin|grandma|grandpa|granny|mama|papa)(?:-in-law)?$/

/** "Peter Ellis (brother) and Anna Ellis (daughter)", of the people who are family; null when there are none. */
function survivors(people: ObituaryFacts['people']): string | null {
  const family = people.flatMap(({ name, relation }) => {
    const words = (relation ?? '')
      .trim()
      .toLowerCase()
      .replace(/ in law$/, '-in-law')
    // "My younger brother" is a brother; "brother's friend" and "family doctor" are none.
    const last = words.split(/\s+/).at(-1) ?? ''
    if (!kin.test(last) || /['’]s /.test(words)) return []
    const called = words.replace(/^(my|our) /, '')
    return [`${elders.test(last) ? (name.trim().split(/\s+/)[0] ?? '') : name} (${called})`]
  })
  return family.length === 0 ? null : inWords(family)
}
