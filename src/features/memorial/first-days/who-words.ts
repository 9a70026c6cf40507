import type { StepMark } from '@/data/memorial/step-marks'
import { inWords } from '@/lib/count'
import { formatDateTime } from '@/lib/dates'
import type { StepState } from '@/reading/steps/step-state'

type Made = Pick<StepMark, 'actor_id' | 'actor_name' | 'made_at'>

const nameOf = ({ actor_id, actor_name }: Made, me: string) => (actor_id === me ? 'you' : actor_name)

/** "Tom Ellis, Nov 23, 2026, 10:12 AM"; the reader is "you". */
export function byWhom(mark: Made, me: string): string {
  return `${nameOf(mark, me)}, ${formatDateTime(mark.made_at)}`
}

/**
 * "You and Tom Ellis are doing this."; null when no one is.
 * @param doing what they do: "doing this", "calling"
 */
export function doingWords({ doing }: Pick<StepState, 'doing'>, me: string, what: string): string | null {
  // A note is the name of someone else whom the person noted.
  const names = [...new Set(doing.map((mark) => mark.note ?? nameOf(mark, me)))]
  if (names.length === 0) return null
  const verb = names.length > 1 || names[0] === 'you' ? 'are' : 'is'
  const words = `${inWords(names)} ${verb} ${what}.`
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** Who did the last thing with a person to be told: "Told by Tom Ellis, …"; null when no one did anything. */
export function toldWords({ done, tried, doing }: StepState, me: string): string | null {
  if (done) return `Told by ${byWhom(done, me)}`
  const who = doingWords({ doing }, me, 'calling')
  const last =
    tried && `${tried.mark === 'left_message' ? 'A message was left' : 'Not reached'} by ${byWhom(tried, me)}`
  return [who, last].filter(Boolean).join(' ') || null
}
