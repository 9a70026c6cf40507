/**
 * How long a link to a file works, in seconds. It works for anyone who has it, even after the owner has stopped a
 * release or revoked a designee. So a link is made only when a person opens the file, never in advance, and it expires
 * soon.
 */
export const LINK_SECONDS = 300
