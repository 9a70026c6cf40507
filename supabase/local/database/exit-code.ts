/** What PGlite's Postgres leaves as the exit code of the whole process: when it closes, and at every error of a statement. */
const ofPglite = new Set<typeof process.exitCode>([0, 99, 100])

/**
 * Gap: PGlite sets `process.exitCode`, so that a passed test run would count as failed, and a failed one as passed.
 * Bridge: what it sets during the action is taken back; what somebody else sets meanwhile stays.
 */
export async function keepingExitCode<T>(action: () => Promise<T>): Promise<T> {
  const before = process.exitCode
  try {
    return await action()
  } finally {
    if (process.exitCode !== before && ofPglite.has(process.exitCode)) process.exitCode = before
  }
}
