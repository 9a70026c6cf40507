import { expect, it } from 'vitest'
import { groupCardCode, readCardCode } from '@/lib/card-code'

// As the database makes them: see private.new_card_code.
const code = 'P981068VCD1GDJFMGT83PXT891GN'

it('a code is read however it is typed: small letters, groups, dashes, O for 0 and I or L for 1', () => {
  const typed = groupCardCode(code)
  expect(typed).toMatch(/^(\w{4} ){6}\w{4}$/)
  for (const text of [code, typed, typed.toLowerCase(), typed.replaceAll(' ', '-'), `  ${typed}\n`])
    expect(readCardCode(text)).toBe(code)
  const alike = code.replaceAll('0', 'o').replace('1', 'l').replaceAll('1', 'I')
  expect(readCardCode(alike)).toBe(code)
})

it('a code with a mistake is not read: one wrong character, two swapped, one missing or too many', () => {
  for (let n = 0; n < code.length; n += 1) {
    const swapped = code.slice(0, n) + code.charAt(n + 1) + code.charAt(n) + code.slice(n + 2)
    if (swapped !== code) expect(readCardCode(swapped), swapped).toBeNull()
    for (const other of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
      const wrong = code.slice(0, n) + other + code.slice(n + 1)
      if (wrong !== code) expect(readCardCode(wrong), wrong).toBeNull()
    }
  }
  // Its last two characters would be right if the U, which no code has, counted as -1.
  expect(readCardCode('P981068VCD1GDUFMGT83PXT891YG')).toBeNull()
  for (const text of ['', code.slice(1), `${code}0`, code.replace(/.$/, 'U'), 'ä'.repeat(28)])
    expect(readCardCode(text)).toBeNull()
})
