import type { Env } from './env.ts'

/** How long the key before is still read: longer than any link works that was made with it, or any mail waits. */
const readDays = 60

/**
 * The keys that what was sent may have been made with. New things are made with CODE_HMAC_KEY alone.
 * @param now in milliseconds
 * @returns CODE_HMAC_KEY, and after it the key before for 60 days from the day of the change
 */
export function keysToRead(
  { CODE_HMAC_KEY, CODE_HMAC_KEY_BEFORE: before }: Pick<Env, 'CODE_HMAC_KEY' | 'CODE_HMAC_KEY_BEFORE'>,
  now: number = Date.now(),
): string[] {
  const isRead = before && now < before.changedAt + readDays * 86_400_000
  return isRead ? [CODE_HMAC_KEY, before.key] : [CODE_HMAC_KEY]
}
