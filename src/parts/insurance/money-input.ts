import * as z from 'zod/mini'
import { formatMoney } from './money'

/** The largest amount that the database stores. */
const LARGEST = 999_999_999_999.99

const amount = /^\$?\s*(\d+|\d{1,3}(?:,\d{3})+)(\.\d{0,2})?$/

/**
 * Parses an amount of US dollars as people type it: "150,000.50", "$1,500", "1500". An empty field becomes null. The
 * error texts say what is expected.
 */
export const moneySchema = z.pipe(
  z.string().check(z.trim()),
  z.transform((text, context): number | null => {
    if (text === '') return null
    const refuse = (message: string) => {
      context.issues.push({ code: 'custom', message, input: context.value })
      return z.NEVER
    }
    if (/^\$?\s*[-−–]\s*\$?\s*\d/.test(text)) return refuse("The amount can't be negative.")
    if (!amount.test(text)) return refuse('Enter the amount in numbers, such as 150,000.50.')
    const value = Number(text.replace(/[$,\s]/g, ''))
    return value > LARGEST ? refuse(`The amount can be at most ${formatMoney(LARGEST)}.`) : value
  }),
)
