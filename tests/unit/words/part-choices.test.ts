import { expect, test } from 'vitest'
import { isOptional, type PartChoice, partChoiceNames, timingOfRole } from '@/words/part-choices'
import { canBe, earlyPartsInWords, isWider, partsInWords, timingWords } from '@/words/part-readers'
import { roles } from '@/words/roles'

test('a person could read more after the death than never', () => {
  expect(isWider('after_death', 'never')).toBe(true)
  expect(isWider('never', 'after_death')).toBe(false)
  expect(isWider('never', 'never')).toBe(false)
})

test('a beneficiary for whom nothing was chosen reads all parts but the home, the finances and what is about health', () => {
  const readBy = (role: (typeof roles)[number]) =>
    partChoiceNames.filter((choice) => timingOfRole(choice, role) === 'after_death')
  expect(readBy('beneficiary')).toEqual(['contacts', 'funeral', 'documents', 'portrait'])
  for (const role of roles.filter((one) => one !== 'beneficiary'))
    expect(readBy(role)).toEqual(partChoiceNames.filter((choice) => choice !== 'health'))
})

test('every time that an owner can choose is explained, the widest first', () => {
  expect(timingWords.map(({ timing }) => timing)).toEqual(['first_hours', 'after_death', 'never'])
  for (const { explain, heading } of timingWords) expect([explain('Anna', []), heading]).not.toContain('')
  expect(timingWords.at(-1)).toMatchObject({ timing: 'never', when: null })
  const never = (...choices: PartChoice[]) => timingWords.at(-1)?.explain('Anna', choices)
  expect(never('contacts', 'home')).toBe('Anna won’t know that these exist.')
  expect(never('contacts')).toBe('Anna won’t know that this part exists.')
})

test('what opens early is explained with the person and with what has to have happened', () => {
  const [early, afterDeath] = timingWords
  const opens = /^If you can’t speak, or on the day you die\. Anna opens these/
  expect(early?.explain('Anna', [])).toMatch(opens)
  expect(early?.explain('Anna', ['contacts', 'funeral'])).toMatch(opens)
  expect(early?.explain('Anna', ['funeral'])).toMatch(/^On the day you die\. Anna opens this part/)
  expect(afterDeath?.explain('Anna', [])).toMatch(/death certificate is verified/)
})

test('only health has to be switched on by an administrator before it is offered', () => {
  expect(partChoiceNames.filter(isOptional)).toEqual(['health'])
  expect(isOptional(null)).toBe(false)
})

test('only health, contacts, home and funeral can be chosen for the first hours, and every part for the other times', () => {
  expect(partChoiceNames.filter((choice) => canBe(choice, 'first_hours'))).toEqual([
    'health',
    'contacts',
    'home',
    'funeral',
  ])
  expect(partChoiceNames.every((choice) => canBe(choice, 'after_death') && canBe(choice, 'never'))).toBe(true)
})

test('parts are named in the order of the lists, whatever order the database gives', () => {
  expect(partsInWords(['home', 'contacts', 'something else'])).toBe('Contacts and Home & Pets')
  expect(partsInWords([])).toBe('')
})

test.each([
  [['home', 'contacts'], 'Contacts and Home & Pets'],
  [['funeral', 'contacts'], 'Contacts, and after your death also Funeral Plan & Music'],
  [['funeral'], 'after your death Funeral Plan & Music'],
])('what a person can open early says apart what takes a death: %j', (names, words) => {
  expect(earlyPartsInWords(names)).toBe(words)
})
