// Eight connections that write without a pause, while someone presses what must work.
import type { Person } from '../support/people.ts'
import type { Press, Scene } from './scene.ts'
import type { Write } from './writes.ts'

export interface Storm {
  /** Goes on after "while": "trustees and executors write". */
  name: string
  people: readonly Person[]
  writes: readonly Write[]
}

/** What became of one press. */
export interface Pressed {
  press: string
  /** What the eight connections were writing. */
  during: string
  milliseconds: number
  /** Why it failed, or null. */
  failure: string | null
}

const connections = 8
/** Some of the connections write other things, so that different writes meet as well. */
const onSomethingElse = 2

/** The owner's own stop, of which a storm is full only while the owner stops. */
const isStop = ({ of }: Pick<Write, 'of'>) => of.startsWith('stop_release')
/** Who was removed may submit no certificate. */
const removesPeople = (write: Write) => ['designations', 'revoke_designation'].includes(write.of)

/** What opens again a plan that an administrator or the hold has closed: only the owner's stop and close end that too. */
const opens = (write: Write) => write.of === 'open_first_hours'

/** Whether a press still has something to do when this was written just before. */
const leaves = (press: Press, write: Write) =>
  (!isStop(write) || press.name.startsWith('the owner stops')) &&
  (!opens(write) || !press.closes || /^the owner (stops|closes)/.test(press.name)) &&
  (!removesPeople(write) || press.name !== 'a certificate is submitted')

/**
 * Presses once for each number, over and over through all that the people can write.
 * @param themes the tables and functions, one of which most connections write at each press
 */
export async function pressIn(
  scene: Scene,
  { people, writes }: Storm,
  { times, themes, presses }: { times: number; themes: readonly string[]; presses: readonly Press[] },
): Promise<Pressed[]> {
  const pressed: Pressed[] = []
  for (let time = 0; time < times; time += 1) {
    const theme = at(themes, time)
    // Once all themes had their turn, each meets the next press.
    const press = at(presses, time + Math.floor(time / themes.length))
    const other = writes.filter((write) => leaves(press, write))
    const own = other.filter(({ of }) => of === theme)
    await scene.reset(press.from)
    pressed.push(await pressOnce(scene, { people, own: own.length > 0 ? own : other, other, press, time }))
  }
  return pressed
}

async function pressOnce(
  scene: Scene,
  {
    people,
    own,
    other,
    press,
    time,
  }: { people: readonly Person[]; own: Write[]; other: Write[]; press: Press; time: number },
): Promise<Pressed> {
  let isOver = false
  let answers = 0
  let begin = () => {}
  const hasBegun = new Promise<void>((resolve) => {
    begin = resolve
  })
  const writing = Array.from({ length: connections }, async (_, connection) => {
    const by = at(people, connection + time)
    const writes = connection < connections - onSomethingElse ? own : other
    for (let n = time * 31 + connection * 61; !isOver; n += 1) {
      const write = at(writes, n)
      const plan = n % 4 === 3 ? by : scene.home.owner
      await write.send(scene.attempt(by, plan, n))
      answers += 1
      // At a moment that differs from press to press.
      if (answers >= connections + (time % connections)) begin()
    }
  })
  await hasBegun
  const began = performance.now()
  let failure = await press.press().then(
    () => null,
    (error: Error & { code?: string }) => `${error.code ?? ''} ${error.message}`.trim(),
  )
  const milliseconds = performance.now() - began
  if (failure === null && press.closes) {
    const open = await scene.openTo()
    if (open.length > 0) failure = `still open to ${open.join(' and ')}`
  }
  isOver = true
  await Promise.all(writing)
  return {
    press: press.name,
    during: own.length === other.length ? 'everything' : at(own, 0).of,
    milliseconds,
    failure,
  }
}

/**
 * Makes each write while no storm blows, until someone's succeeds.
 * @returns the writes that never did, with the last answer, and the tables and functions by which the people can change
 *   something of the plan itself
 */
export async function rehearse(
  scene: Scene,
  { people, writes }: Storm,
): Promise<{ failed: Map<string, string>; live: Set<string> }> {
  const failed = new Map<string, string>()
  const live = new Set<string>()
  const makeEach = async (tried: readonly Write[]) => {
    for (const write of tried.toSorted((a, b) => order(a) - order(b))) {
      const succeeds = async (planOf: (by: Person) => Person) => {
        for (const by of people) {
          // Each has other values, and names other rows.
          for (const n of write.takes.length > 0 ? [1, 2, 3, 4] : [1, 4]) {
            const { error, count } = await write.send(scene.attempt(by, planOf(by), n))
            if (!error && count !== 0) return true
            failed.set(write.name, error ? `${error.code} ${error.message}` : 'no row')
          }
        }
        return false
      }
      const isLive = await succeeds(() => scene.home.owner)
      if (isLive) live.add(write.of)
      if (isLive || (await succeeds((by) => by))) failed.delete(write.name)
    }
  }
  await scene.reset('released')
  await makeEach(writes.filter((write) => !isStop(write)))
  await scene.reset('bare')
  await makeEach(writes.filter(({ name }) => failed.has(name) && name.endsWith(': insert')))
  await scene.reset('first hours')
  await makeEach(writes.filter(({ name }) => failed.has(name) && !isStop({ of: name })))
  await scene.reset('in review')
  await makeEach(writes.filter(({ name }) => failed.has(name) && !isStop({ of: name })))
  return { failed, live }
}

/** What adds comes before what changes, and what takes away comes last. */
const order = ({ name }: Write) =>
  name.endsWith(': insert')
    ? 0
    : name.includes(': delete all')
      ? 4
      : name.includes(': delete')
        ? 3
        : name.includes(': update')
          ? 1
          : 2

function at<T>(list: readonly T[], n: number): T {
  const item = list[n % list.length]
  if (item === undefined) throw new Error('nothing to choose from')
  return item
}
