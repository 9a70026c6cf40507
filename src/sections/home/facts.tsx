import type { ReactNode } from 'react'
import type { Enums } from '@/lib/database.types'
import { listFacts } from '@/plan/facts/facts'
import { PrintedValues } from '@/plan/facts/printed'
import { sampleTimes } from '@/plan/facts/sample'
import { Badge } from '@/ui/badge'
import { DescriptionList } from '@/ui/lists/description-list'
import { Card } from '@/ui/page/card'
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
    location: 'Where it is parked, and where the keys and papers are',
    care: 'What has to be done',
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
    care: 'How much it is, and how it is paid',
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
    care: 'What has to be done',
    contact: 'Who to call',
    caretaker: 'Who looks after it',
  },
}

/** The filled-in details of an item, labeled with the words of its kind. */
function homeItemValues(item: HomeItem): { term: string; value: string }[] {
  const words = kindWords[item.kind]
  return (['caretaker', 'care', 'location', 'contact'] as const).flatMap((field) => {
    const value = item[field]
    return value ? [{ term: words[field], value }] : []
  })
}

/** One item that needs looking after. */
export function HomeItemCard({ item, actions }: { item: HomeItem; actions?: ReactNode }) {
  return (
    <Card
      className="wrap-anywhere"
      title={item.name}
      headingLevel={3}
      aside={<Badge>{kindWords[item.kind].label}</Badge>}
      actions={actions}
    >
      <DescriptionList items={homeItemValues(item)} />
    </Card>
  )
}

export const facts = listFacts<HomeItem>({
  key: 'home',
  title: 'Home and pets',
  name: 'Home & Pets',
  sample: [
    {
      id: 'home',
      kind: 'pet',
      name: 'Sample pet',
      location: null,
      care: 'Sample food, morning and evening',
      contact: 'Sample vet, 555-0100',
      caretaker: 'Sample neighbor',
      ...sampleTimes,
    },
  ],
  loading: 'Loading home and pets',
  errorTitle: 'Unable to load home and pets',
  intro: () => "What needs looking after in the first days. Codes and passwords aren't stored here.",
  empty: (ownerName) => `${ownerName} hasn't left any notes about home or pets.`,
  item: (item) => <HomeItemCard item={item} />,
  printed: {
    noun: ['thing'],
    none: 'Nothing is listed.',
    missing: (items) => [
      ...(items.length === 0 ? ['Anything that needs looking after'] : []),
      ...items.flatMap(({ kind, name, caretaker }) =>
        kind === 'pet' && !caretaker ? [`${name}: who takes them`] : [],
      ),
    ],
    step: (items, { number }) =>
      items.some(({ kind }) => kind === 'pet')
        ? `Look after the animals today: section ${number} says what they need and who takes them.`
        : undefined,
    item: (item) => (
      <>
        <h3>
          {item.name} ({kindWords[item.kind].label})
        </h3>
        <PrintedValues
          values={Object.fromEntries(homeItemValues(item).map(({ term, value }) => [term, value]))}
        />
      </>
    ),
  },
})
