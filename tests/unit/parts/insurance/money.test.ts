import { describe, expect, test } from 'vitest'
import { moneySchema } from '@/parts/insurance/data'
import { formatAmount, formatMoney } from '@/parts/insurance/money'

describe('amounts', () => {
  test.each([
    ['', null],
    ['   ', null],
    ['150,000.50', 150_000.5],
    ['150000.5', 150_000.5],
    [' $1,500 ', 1500],
    ['$ 20', 20],
    ['100.', 100],
    ['0', 0],
    ['1,234,567.89', 1_234_567.89],
    ['999,999,999,999.99', 999_999_999_999.99],
  ])('an amount of money “%s” is read as %s', (text, dollars) => {
    expect(moneySchema.parse(text)).toBe(dollars)
  })

  test.each([
    ['-5', 'The amount can’t be negative.'],
    ['−5', 'The amount can’t be negative.'],
    ['$-1,500.00', 'The amount can’t be negative.'],
    ['-$5', 'The amount can’t be negative.'],
    ['a lot', 'Enter the amount in numbers, such as 150,000.50.'],
    ['150.000,50', 'Enter the amount in numbers, such as 150,000.50.'],
    ['15,00', 'Enter the amount in numbers, such as 150,000.50.'],
    ['1.005', 'Enter the amount in numbers, such as 150,000.50.'],
    ['1e6', 'Enter the amount in numbers, such as 150,000.50.'],
    ['0x10', 'Enter the amount in numbers, such as 150,000.50.'],
    ['Infinity', 'Enter the amount in numbers, such as 150,000.50.'],
    ['1,500 EUR', 'Enter the amount in numbers, such as 150,000.50.'],
    ['1000000000000', 'The amount can be at most $999,999,999,999.99.'],
  ])('an amount of money “%s” is refused: %s', (text, sentence) => {
    expect(moneySchema.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([sentence])
  })

  test('an amount of money is shown in dollars with thousands separators, and can be read back from a field', () => {
    expect([150_000, 150_000.5, 0, 0.05, 999_999_999_999.99].map((sum) => formatMoney(sum))).toEqual([
      '$150,000',
      '$150,000.50',
      '$0',
      '$0.05',
      '$999,999,999,999.99',
    ])
    expect([formatMoney(null), formatMoney(null, 'Not specified')]).toEqual(['', 'Not specified'])
    for (const sum of [0, 0.1, 150_000.5, 999_999_999_999.99])
      expect(moneySchema.parse(formatAmount(sum))).toBe(sum)
  })
})
