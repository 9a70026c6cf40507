/** The exit codes that PGlite's Postgres sets for the whole process when it closes and when a statement fails. */
const ofPglite = new Set<typeof process.exitCode>([0, 99, 100])

/**
 * Gap: PGlite sets `process.exitCode`, so that a passed test run would count as failed, and a failed one as passed.
 * Bridge: exit codes that PGlite sets during the action are undone; other exit codes stay.
 */
export async function keepingExitCode<T>(action: () => Promise<T>): Promise<T> {
  const before = process.exitCode
  try {
    return await action()
  } finally {
    if (process.exitCode !== before && ofPglite.has(process.exitCode)) process.exitCode = before
  }
}
