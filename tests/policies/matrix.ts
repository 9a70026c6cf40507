// Reads tables of "who may do what" and finds out what people really may do.
import { anonymous, type Household, type Row, service } from '../people.ts'
import { untyped } from './answers.ts'

export const everybody = [
  'owner',
  'beneficiary',
  'trustee',
  'executor',
  'invited',
  'revoked',
  'stranger',
  'anonymous',
] as const
type Who = (typeof everybody)[number]

/** Letters for what somebody may do: S select, I insert, U update, D delete; '-' nothing. */
export type Rights = Record<Who, string>

/**
 * Reads a table: a line for each person, a column for each state.
 * @throws when a person or a state is missing: silence is not a rule
 */
export function readRules(text: string, allStates: readonly string[]): Record<string, Rights> {
  const [head = [], ...lines] = text
    .trim()
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
  const rules: Record<string, Rights> = {}
  for (const state of allStates) {
    const column = head.indexOf(state)
    if (column < 1) throw new Error(`no column for the state "${state}"`)
    const rights = everybody.map((who) => {
      const cell = lines.find(([name]) => name === who)?.[column]
      if (!cell) throw new Error(`nothing said about ${who} when ${state}`)
      return [who, cell]
    })
    rules[state] = Object.fromEntries(rights) as Rights
  }
  return rules
}

/** How to try the four things on a table or view. */
export interface Trial {
  table: string
  /** Finds the owner's row. */
  row(home: Household): Row
  /** A row that the owner could add. Several people try, each with another number. */
  insert(home: Household, n: number): Row
  update: Row
  /** Before the owner inserts: funeral_plan has room for one row. */
  beforeInsert?(home: Household): Promise<unknown>
}

/**
 * Lets everybody try everything on the owner's row; the owner last, as the owner's delete succeeds.
 * @param othersWrite whether the others try to write as well, or only to read
 * @throws when a refusal is not one of the two known kinds, or a refused write changed the row all the same
 */
export async function findRights(home: Household, trial: Trial, othersWrite: boolean): Promise<Rights> {
  const read = async () => {
    const { data } = await untyped(service).from(trial.table).select().match(trial.row(home))
    // The clock may add a line to the history meanwhile.
    const byPeople = (data ?? []).filter((row) => row.actor_role !== 'system')
    return byPeople.map((row) => JSON.stringify(row)).sort()
  }
  const before = await read()
  const rights: Partial<Rights> = {}
  await Promise.all(
    everybody.slice(1).map(async (who, n) => {
      rights[who] = await tryAll(home, trial, who, n + 1, othersWrite)
    }),
  )
  const writers = everybody.slice(1).filter((who) => /[UD]/.test(rights[who] ?? ''))
  if (writers.length === 0 && `${await read()}` !== `${before}`) {
    throw new Error(`somebody changed the owner's row of ${trial.table} although they were told no`)
  }
  await trial.beforeInsert?.(home)
  rights.owner = await tryAll(home, trial, 'owner', 0, true)
  return rights as Rights
}

async function tryAll(home: Household, trial: Trial, who: Who, n: number, writes: boolean): Promise<string> {
  const client = untyped(who === 'anonymous' ? anonymous : home[who].client)
  const from = () => client.from(trial.table)
  const where = trial.row(home)
  const insert = writes && judge(await from().insert(trial.insert(home, n)), true)
  const select = judge(await from().select().match(where))
  const update = writes && judge(await from().update(trial.update).match(where).select())
  const remove = writes && judge(await from().delete().match(where).select())
  return `${select ? 'S' : ''}${insert ? 'I' : ''}${update ? 'U' : ''}${remove ? 'D' : ''}` || '-'
}

function judge(
  answer: { data: unknown; error: { code: string; message: string } | null },
  bare = false,
): boolean {
  if (answer.error?.code === '42501') return false
  if (answer.error) throw new Error(`an odd refusal: ${answer.error.code} ${answer.error.message}`)
  return bare || (Array.isArray(answer.data) && answer.data.length > 0)
}
