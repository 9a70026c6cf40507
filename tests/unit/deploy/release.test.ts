// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { migrationChecksum, migrationChecksums } from '../../../deploy/migrations.ts'
import { changedSinceRelease, prepareRelease, readReleased } from '../../../deploy/release.ts'

const first = new Map([
  ['1_people.sql', migrationChecksum('create table people ();')],
  ['2_plans.sql', migrationChecksum('create table plans ();')],
])
const released = { '1.0.0': Object.fromEntries(first) }
const changelog = '# Changelog\n\n## Unreleased\n\n- Something new.\n\n## 0.9.0 (2026-01-01)\n'

it('migrations that were released are as they were then', async () => {
  expect(changedSinceRelease(await migrationChecksums(), await readReleased())).toEqual([])
})

describe('migrations', () => {
  it.each([
    [
      'changes',
      new Map([...first, ['2_plans.sql', migrationChecksum('create table plan ();')]]),
      'has changed',
    ],
    ['is removed', new Map([['1_people.sql', first.get('1_people.sql') ?? '']]), 'was removed'],
    ['gets a new one before it', new Map([...first, ['1_pets.sql', 'x']]), 'comes before 2_plans.sql'],
  ])('a released migration is missed when it %s', (_case, own, words) => {
    expect(changedSinceRelease(own, released)).toEqual([expect.stringContaining(words)])
  })

  it('a released migration may be followed by new ones', () => {
    expect(changedSinceRelease(new Map([...first, ['3_pets.sql', 'x']]), released)).toEqual([])
  })

  it('a released migration has the same checksum with other line ends and indentation, and no other words', () => {
    expect(migrationChecksum('select 1;\r\n\tselect 2;')).toBe(migrationChecksum('select 1;\n  select 2'))
    expect(migrationChecksum('select 1')).not.toBe(migrationChecksum('select 2'))
  })
})

describe('releases', () => {
  const now = { current: '0.9.0', changelog, released: {}, own: first }

  it('dates the notes, begins new ones, and keeps the checksums of migrations that are new', () => {
    const one = prepareRelease('1.0.0', '2026-12-01', now)
    expect(one.changelog).toContain('## Unreleased\n\n## 1.0.0 (2026-12-01)\n\n- Something new.\n\n## 0.9.0')
    expect(one.released).toEqual(released)
    const own = new Map([...first, ['3_pets.sql', 'x']])
    const notes = one.changelog.replace('## Unreleased\n', '## Unreleased\n\n- Pets.\n')
    const two = prepareRelease('1.1.0', '2027-01-01', { ...one, current: '1.0.0', changelog: notes, own })
    expect(two.released).toEqual({ ...released, '1.1.0': { '3_pets.sql': 'x' } })
  })

  it.each([
    ['something that is no version', 'next', {}, 'is no version'],
    ['a version that is not newer', '0.9.0', {}, 'is not newer than 0.9.0'],
    ['an older version', '0.8.12', {}, 'is not newer than 0.9.0'],
    [
      'a changelog without notes',
      '1.0.0',
      { changelog: '## Unreleased\n\n## 0.9.0\n- Old.' },
      'has nothing under',
    ],
    ['a changed migration', '1.1.0', { released: { '1.0.0': { '1_people.sql': 'other' } } }, 'has changed'],
  ])('npm run release refuses %s', (_case, version, change, words) => {
    expect(() => prepareRelease(version, '2026-12-01', { ...now, ...change })).toThrow(words)
  })
})
