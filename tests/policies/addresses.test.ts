// Who is designated gets a mail, so the database takes the addresses that the functions take, and no other.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { emailSchema } from '../../supabase/functions/_shared/email-codes.ts'
import { asAdministrator, hasSql, needsSql } from '../support/people.ts'

/** Texts that nearly are addresses, beside those that are. */
const nearlyAddress = fc
  .array(
    fc.constantFrom(
      ...`ab0Z.@-_+'"<>()[],;:/\\% \t\n&!é。․`,
      'example',
      '.com',
      '@x.yy',
      '..',
      '.-',
      '-.',
      'xn--p1ai',
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(''))

describe.skipIf(!hasSql)(`addresses${needsSql}`, () => {
  it('the rule for addresses takes what the functions take, and nothing else', async () => {
    const random = fc.sample(
      fc.oneof(
        { arbitrary: fc.emailAddress(), weight: 1 },
        {
          arbitrary: fc
            .tuple(fc.stringMatching(/^[a-z0-9_'+.-]{1,12}$/), fc.stringMatching(/^[a-z0-9.-]{1,12}$/))
            .map(([local, domain]) => `${local}@${domain}.com`),
          weight: 4,
        },
        { arbitrary: nearlyAddress, weight: 1 },
        { arbitrary: nearlyAddress.map((text) => `${text}@example.com`), weight: 2 },
        { arbitrary: nearlyAddress.map((text) => `ann@${text}.com`), weight: 2 },
        { arbitrary: fc.string(), weight: 1 },
      ),
      { numRuns: 2_000, seed: 20261121 },
    )
    const texts = [
      'ann@example.com',
      "o'neil.ann+plan@mail.example.co.uk",
      'a@1x.yy',
      'https://evil.com/x@x.yy',
      'a,b@x.yy',
      '(c)a@x.yy',
      '.a@x.yy',
      "a'@x.yy",
      'a@x.y',
      'a@x.yy\n',
      `${'a'.repeat(242)}@example.com`,
      `${'a'.repeat(243)}@example.com`,
      // Postgres stores no zero byte.
      ...random.filter((text) => !text.includes('\0')),
    ]
    const rows = await asAdministrator<{ text: string; taken: boolean }>(
      'select text, private.is_email(text) as taken from unnest($1::text[]) as text',
      [texts],
    )
    const takenByFunctions = (text: string) => emailSchema.safeParse(text).data === text
    expect(rows.filter(({ text, taken }) => taken !== takenByFunctions(text))).toEqual([])
    expect(rows.filter(({ taken }) => taken).length).toBeGreaterThan(100)
    expect(rows.filter(({ taken }) => !taken).length).toBeGreaterThan(100)
  })
})
