/** The longest message of a guest, in characters; the table's check enforces the same limit. */
export const MESSAGE_LIMIT = 1000
