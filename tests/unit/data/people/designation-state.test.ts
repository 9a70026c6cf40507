import { expect, test } from 'vitest'
import {
  type DesignationStanding,
  designationState,
  isAddressAsked,
  isOpen,
  liveDesignations,
} from '@/data/people/designation-state'

const at = '2026-11-02T10:00:00+00:00'
const standing = (given: Partial<DesignationStanding> = {}): DesignationStanding => ({
  status: 'pending',
  accepted_at: null,
  declined_at: null,
  revoked_at: null,
  stepped_down_at: null,
  ...given,
})
const all = {
  pending: standing(),
  invited: standing({ status: 'invited' }),
  accepted: standing({ status: 'invited', accepted_at: at }),
  declined: standing({ status: 'invited', declined_at: at }),
  revoked: standing({ status: 'invited', accepted_at: at, revoked_at: at }),
  stepped_down: standing({ status: 'invited', accepted_at: at, revoked_at: at, stepped_down_at: at }),
}

test.each(Object.entries(all))(
  'the state of an invitation is "%s", also after what came before',
  (state, row) => {
    expect(designationState(row)).toBe(state)
  },
)

test('an invitation can be answered until it is accepted, declined or taken away', () => {
  const states = Object.values(all).map(designationState)
  expect(states.filter(isOpen)).toEqual(['pending', 'invited'])
})

test('the people who have not ended are those who can still answer, and those who accepted', () => {
  expect(liveDesignations(Object.values(all)).map(designationState)).toEqual([
    'pending',
    'invited',
    'accepted',
  ])
})

test.each([
  ['was never asked', null, null, false],
  ['was asked and has not answered', at, null, true],
  ['answered before they were asked again', at, '2026-11-01T10:00:00+00:00', true],
  ['answered at that moment', at, at, false],
  ['answered', at, '2026-11-03T10:00:00+00:00', false],
])('whether an address has to be confirmed by a person who %s', (_, asked, confirmed, isAsked) => {
  expect(isAddressAsked({ address_asked_at: asked, address_confirmed_at: confirmed })).toBe(isAsked)
})
