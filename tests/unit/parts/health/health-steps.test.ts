import { expect, test } from 'vitest'
import type { HealthNotes } from '@/parts/health/data'
import { steps } from '@/parts/health/steps'
import { healthNotes } from './rows'

const build = (...notes: HealthNotes[]) => steps(notes, { who: 'Margaret Ellis' })

test('who wrote "yes" to donating organs has a step that comes first, within hours, and says that no one has to agree again', () => {
  expect(build(healthNotes({ donor: 'yes' }))).toEqual([
    {
      key: 'health_notes:donor',
      when: 'hours',
      rank: 1,
      title: 'Tell the doctors what Margaret Ellis decided',
      words: [
        expect.stringMatching(/^The plan says yes to donating organs and tissue\./),
        expect.stringMatching(/no one has to agree again/),
      ],
    },
  ])
})

test('who was undecided about donating organs has the same step, which leaves it to the family', () => {
  const [yes, undecided] = (['yes', 'undecided'] as const).flatMap((donor) => build(healthNotes({ donor })))
  expect(undecided).toEqual({
    ...yes,
    words: [expect.stringMatching(/^The plan says “undecided” .* leaves it to the family\./)],
  })
})

test.each(['yes', 'undecided'] as const)(
  'an owner who wrote "%s" to donating organs, and chose no one to read it, is told so, without the decision being counted as known',
  (donor) => {
    const given = { who: 'Margaret Ellis', unread: ['health'] as const }
    const [read] = build(healthNotes({ donor }))
    const [unread] = steps([healthNotes({ donor })], given)
    expect(unread).toEqual({
      ...read,
      words: [
        expect.stringMatching(
          /^A hospital may ask .* None of the people you’ve named can read Health & Care by then/,
        ),
        ...(read?.words ?? []),
      ],
      missing: {
        what: 'who can read the answer about organ donation in the first hours',
        to: '/who-can-see-my-plan',
      },
    })
    expect(steps([healthNotes({ donor: 'no' })], given)).toEqual([])
  },
)

test.each([
  ['wrote "no" to donating organs', [healthNotes({ donor: 'no' })]],
  ['wrote nothing about donating organs', [healthNotes({ allergies: 'Penicillin' })]],
  ['left no notes about health', []],
])('who %s has no step, so no one is asked', (_who, notes) => {
  expect(build(...notes)).toEqual([])
})

test.each(['yes', 'undecided'] as const)(
  'the title of the step for "%s" is kept with the marks, and says nothing about donation or health',
  (donor) => {
    for (const { title } of build(healthNotes({ donor })))
      expect(title).not.toMatch(/donat|donor|organ|tissue|health|yes|undecided/i)
  },
)
