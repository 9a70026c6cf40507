import type { Step } from '@/parts/kit/step'

/** What the mark of a person to tell is called. */
export const tellTitle = (name: string) => `Tell ${name}`

/** What the steps of a list are called, and the people to tell, by the keys of their marks. */
export function stepTitles(
  steps: readonly Pick<Step, 'key' | 'title' | 'people'>[],
): ReadonlyMap<string, string> {
  return new Map(
    steps.flatMap(({ key, title, people = [] }): (readonly [string, string])[] => [
      [key, title],
      ...people.map((person) => [person.key, tellTitle(person.name)] as const),
    ]),
  )
}
