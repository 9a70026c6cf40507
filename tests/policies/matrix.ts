// Parses tables of "who may do what" and finds out what each person can really do.
import { anonymous, type Household, type Row, service } from '../support/people.ts'
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

/** Letters for what a person may do: S select, I insert, U update, D delete; '-' nothing. */
export type Rights = Record<Who, string>

/**
 * Parses a table with a line for each person and a column for each state.
 * @throws when a person or a state is missing, so that no rule is left out
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

/** How to try the four operations on a table or view. */
export interface Trial {
  table: string
  /** The filter that finds the owner's row. */
  row(home: Household): Row
  /** A row that the owner could add. Each person who tries uses a different `n`. */
  insert(home: Household, n: number): Row
  update: Row
  /** Runs before the owner's insert: funeral_plan allows only one row. */
  beforeInsert?(home: Household): Promise<unknown>
}

/**
 * Tries every operation on the owner's row as each person. The owner is last, because the owner's delete succeeds.
 * @param othersWrite whether people other than the owner also try to write, or only to read
 * @throws when an error is not a known refusal, or a refused write changed the row anyway
 */
export async function findRights(home: Household, trial: Trial, othersWrite: boolean): Promise<Rights> {
  const read = async () => {
    const { data } = await untyped(service).from(trial.table).select().match(trial.row(home))
    // The system may add a history entry in the meantime.
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
    throw new Error(`someone changed the owner's row of ${trial.table} although they were told no`)
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
  // Policies come first: they let the row in, and its place is taken.
  if (bare && answer.error?.code === '23505') return true
  if (answer.error) throw new Error(`an odd refusal: ${answer.error.code} ${answer.error.message}`)
  return bare || (Array.isArray(answer.data) && answer.data.length > 0)
}
