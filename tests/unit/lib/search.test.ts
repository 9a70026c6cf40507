import { describe, expect, test } from 'vitest'
import { foldText, isFound, searchText } from '@/lib/search'

const jose = searchText(['José Ñúñez', 'jose@example.com', 'Neighbour', null], '+1 (555) 010-0199')

describe('search', () => {
  test.each([
    '',
    'jose',
    'JOSÉ',
    'nunez neigh',
    '5550100199',
    '(555) 010',
    '555-010-0199',
    '555 - 010.0199',
    '+15550100199',
    'jose 555-010',
    '@example',
  ])('search in a contact’s texts finds %j', (query) => {
    expect(isFound(query, jose)).toBe(true)
  })
  test.each(['joan', 'jose cousin', '5550200', '555-020', '[', 'jose &', 'x555', '555x'])(
    'search in a contact’s texts does not find %j',
    (query) => {
      expect(isFound(query, jose)).toBe(false)
    },
  )
  test('search in a contact’s texts does not match across two texts', () => {
    expect(isFound('nunezjose', jose)).toBe(false)
  })
})

test.each(["O'Brien", 'O’Brien', 'O‘Brien', 'OʼBrien', 'O`Brien', 'O´Brien', 'OBrien'])(
  '%s is found however its apostrophe is typed',
  (name) => {
    for (const typed of ["o'brien", 'o’brien', 'obrien'])
      expect(isFound(typed, searchText([name]))).toBe(true)
  },
)

test('a text is compared without capitals, accents and apostrophes, and one that is missing is left out', () => {
  expect(foldText("O'BRIEN Ñúñez")).toBe('obrien nunez')
  expect(searchText([null, 'Anna', ''])).toBe('anna')
})
