import type { HomeItem } from '@/parts/home/data'

/** A row of "Home & Pets": a cat of which only the name is written down, except for the given values. */
export function homeItem(values: Partial<HomeItem> = {}): HomeItem {
  return {
    id: '22222222-2222-4222-8222-222222222222',
    kind: 'pet',
    name: 'Juno',
    location: null,
    care: null,
    contact: null,
    caretaker: null,
    created_at: '2026-11-01T10:00:00+00:00',
    updated_at: '2026-11-01T10:00:00+00:00',
    ...values,
  }
}

export const juno = homeItem({ caretaker: 'Ruth, 555-0114', care: 'Tuna', contact: 'Dr. Lee, 555-0120' })
export const frontDoor = homeItem({
  id: '33333333-3333-4333-8333-333333333333',
  kind: 'keys',
  name: 'Front door',
  location: 'Under the third pot',
})
