import * as dates from '@/lib/dates'

// Testing Library reads every space on a page as a plain one, also those at which no line is broken.
const asRead = (words: string) => words.replaceAll('\u00a0', ' ')

export const formatDateTime = (value: string | null) => asRead(dates.formatDateTime(value))
