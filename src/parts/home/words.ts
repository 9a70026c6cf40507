import type { Enums } from '@/lib/database.types'
import type { HomeItem } from './data'

/** The name of a kind of item, and the words of its fields. */
interface KindWords {
  label: string
  name: string
  location: string
  care: string
  contact: string
  caretaker: string
}

export const kindWords: Record<Enums<'home_kind'>, KindWords> = {
  pet: {
    label: 'Pet',
    name: 'Name and kind of animal',
    location: 'Where their things are',
    care: 'What they eat, and what they need',
    contact: 'Vet',
    caretaker: 'Who takes them',
  },
  keys: {
    label: 'Keys and alarm',
    name: 'What they open',
    location: 'Where the keys are',
    care: 'What to know about the door or the alarm',
    contact: 'Alarm company or neighbor with a key',
    caretaker: 'Who looks after the house',
  },
  vehicle: {
    label: 'Car',
    name: 'Which car',
    location: 'Where it’s parked, and where the keys and papers are',
    care: 'What needs to be done',
    contact: 'Garage or insurer',
    caretaker: 'Who may use it',
  },
  post: {
    label: 'Mail and deliveries',
    name: 'What arrives',
    location: 'Where it arrives',
    care: 'What to forward, keep or cancel',
    contact: 'Who to call',
    caretaker: 'Who collects it',
  },
  bill: {
    label: 'Monthly bill',
    name: 'What it pays for',
    location: 'Where the contract is',
    care: 'How much it is, and how it’s paid',
    contact: 'Who to call',
    caretaker: 'Who should take it over or cancel it',
  },
  device: {
    label: 'Phone, computer or other device',
    name: 'Which device',
    location: 'Where the sealed note with the password is',
    care: 'What is on it',
    contact: 'Who can help with it',
    caretaker: 'Who should have it',
  },
  other: {
    label: 'Something else',
    name: 'What it is',
    location: 'Where it is',
    care: 'What needs to be done',
    contact: 'Who to call',
    caretaker: 'Who looks after it',
  },
}

/** The filled-in details of an item, labeled with the words of its kind. */
export function homeItemValues(item: HomeItem): { term: string; value: string }[] {
  const words = kindWords[item.kind]
  return (['caretaker', 'care', 'location', 'contact'] as const).flatMap((field) => {
    const value = item[field]
    return value ? [{ term: words[field], value }] : []
  })
}
