import type { PGlite } from '@electric-sql/pglite'

/** What the stack uses of PGlite once it is open. */
type Engine = Pick<PGlite, 'query' | 'exec' | 'close'>

/**
 * Opens the database again when its engine has failed, which is one connection for everyone: after a fault in its protocol
 * it answers nothing, or the wrong statement. What was committed is in the folder. The statement that failed still fails.
 * @param driver whose statements go to the new engine from then on
 * @param open opens the same folder
 */
export function reopenAfterFault(driver: PGlite, open: () => Promise<Engine>): void {
  let engine: Engine = {
    query: driver.query.bind(driver),
    exec: driver.exec.bind(driver),
    close: driver.close.bind(driver),
  }
  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      if (!isRefusal(error) && !(await answers(engine))) {
        await engine.close().catch(() => {})
        engine = await open()
      }
      throw error
    }
  }
  driver.query = (...given) => guarded(() => engine.query(...given))
  driver.exec = (...given) => guarded(() => engine.exec(...given))
  driver.close = () => engine.close()
}

/** Whether an error is an answer of Postgres: it has an SQLSTATE. */
function isRefusal(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^[0-9A-Z]{5}$/.test(String(error.code))
}

async function answers(engine: Engine): Promise<boolean> {
  const { rows } = await engine.query<{ one: number }>('select 1 as one').catch(() => ({ rows: [] }))
  return rows[0]?.one === 1
}
