// Nothing that other people do holds up what keeps the owner safe. On real Postgres, where writes wait for each other.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { neverMadeInCalm } from './recipes.ts'
import { type Scene, startScene } from './scene.ts'
import { type Pressed, pressIn, rehearse, type Storm } from './storm.ts'

const times = Number(process.env.PRESSES ?? 200)
const slowest = 2000

let scene: Scene
let storms: Record<string, Storm>
const notMade = new Map<string, string>()
const table: Record<string, unknown>[] = []

const names = [
  'trustees and executors write',
  'everyone else who was named writes',
  'guests write by their links',
  'strangers and the owner write',
  'the functions write for everyone',
] as const

const live: Record<string, Set<string>> = {}

beforeAll(async () => {
  scene = await startScene()
  const { home, writes } = scene
  const ofPeople = writes.filter(({ role }) => role !== 'service_role')
  const ofServers = writes.filter(({ role }) => role === 'service_role')
  const ofGuests = ofServers.filter(({ takes }) => takes.includes('guest_id'))
  const about: Record<(typeof names)[number], Omit<Storm, 'name'>> = {
    'trustees and executors write': { people: [home.trustee, home.executor], writes: ofPeople },
    'everyone else who was named writes': {
      people: [home.beneficiary, home.invited, home.revoked],
      writes: ofPeople,
    },
    'guests write by their links': { people: [home.stranger], writes: ofGuests },
    'strangers and the owner write': { people: [home.stranger, home.owner], writes: ofPeople },
    'the functions write for everyone': {
      people: [home.stranger, home.executor],
      writes: ofServers.filter((write) => !ofGuests.includes(write)),
    },
  }
  storms = Object.fromEntries(names.map((name) => [name, { name, ...about[name] }]))
  const made = new Set<string>()
  for (const [name, storm] of Object.entries(storms)) {
    const rehearsed = await rehearse(scene, storm)
    live[name] = rehearsed.live
    for (const { name: write } of storm.writes) {
      const why = rehearsed.failed.get(write)
      if (why === undefined) made.add(write)
      else notMade.set(write, why)
    }
  }
  for (const write of [...made, ...Object.keys(neverMadeInCalm)]) notMade.delete(write)
}, 300_000)

afterAll(() => console.table(table))

describe('in a storm of eight connections', () => {
  it('every write that the catalog lists is made, so a new table, column or function is in the storm', () => {
    expect(Object.fromEntries(notMade)).toEqual({})
  })

  it.each(['released', 'open', 'first hours'] as const)(
    'a press that closes has something to close while the plan is %s',
    async (state) => {
      await scene.reset(state)
      expect(await scene.openTo()).toContain('an executor')
    },
  )

  it.each(names)(
    `none of ${times} presses fails while %s`,
    async (name) => {
      const storm = storms[name]
      if (!storm) throw new Error(name)
      const all = [...new Set(storm.writes.map(({ of }) => of))]
      const changing = [...(live[name] ?? [])]
      // Every other press comes while what can change something of this plan is written; the rest through all.
      const themes = all.flatMap((theme, n) =>
        changing.length ? [changing[n % changing.length] ?? theme, theme] : [theme],
      )
      const pressed = await pressIn(scene, storm, { times, themes, presses: scene.presses })
      report(name, pressed)
      expect(pressed.filter(({ failure }) => failure !== null)).toEqual([])
      expect(Math.max(...pressed.map(({ milliseconds }) => milliseconds))).toBeLessThan(slowest)
    },
    1_800_000,
  )
})

function report(storm: string, pressed: Pressed[]): void {
  const failed = pressed.filter(({ failure }) => failure !== null)
  const most = Math.max(...pressed.map(({ milliseconds }) => milliseconds))
  const why = [...new Set(failed.map(({ failure }) => failure?.slice(0, 30)))].join('; ')
  table.push({
    storm,
    presses: pressed.length,
    failed: failed.length,
    'slowest, s': Number((most / 1000).toFixed(2)),
    why,
  })
}
