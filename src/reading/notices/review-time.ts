import { reviewTime } from '@/lib/env'

/** A sentence, after a space, about how long a review takes; empty if the installation does not say. */
export function reviewTimeWords(): string {
  const time = reviewTime()
  return time ? ` A review usually takes ${time}.` : ''
}
