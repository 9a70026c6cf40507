import { describe, expect, test } from 'vitest'
import { isFound, searchText } from '@/lib/search'

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
  ])('%j finds', (query) => {
    expect(isFound(query, jose)).toBe(true)
  })
  test.each(['joan', 'jose cousin', '5550200', '555-020', '[', 'jose &'])('%j does not find', (query) => {
    expect(isFound(query, jose)).toBe(false)
  })
  test('never across two texts', () => {
    expect(isFound('nunezjose', jose)).toBe(false)
  })
})
