/**
 * How long a link to a file works, in seconds. It works for whoever has it, also after the owner has stopped a release
 * or revoked somebody: so it is made when somebody opens the file, never in advance, and soon runs out.
 */
export const LINK_SECONDS = 300
