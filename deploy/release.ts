// npm run release -- 1.2.0: prepares a release. What is released does not change any more: this writes down the checksum of
// every migration, which a test compares, and a deployment compares those of the database in the same way.
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { z } from 'zod'
import { migrationChecksums } from './migrations.ts'

/** By version of Heartwood: the checksums of the migrations that it was the first to have, by file. */
const releasedSchema = z.record(z.string(), z.record(z.string(), z.string()))
export type Released = z.infer<typeof releasedSchema>

const at = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))
const releasedFile = at('supabase/migrations.released.json')

/** The migrations of all releases so far. */
export async function readReleased(file = releasedFile): Promise<Released> {
  return releasedSchema.parse(JSON.parse(await readFile(file, 'utf8')))
}

/**
 * Finds released migrations that are no longer what they were.
 * @param own the checksums of the migrations by file
 * @returns a sentence for each that has changed, was removed, or should come after those that are released
 */
export function changedSinceRelease(own: Map<string, string>, released: Released): string[] {
  const frozen = new Map(
    Object.entries(released).flatMap(([version, files]) =>
      Object.entries(files).map(([file, checksum]) => [file, { version, checksum }] as const),
    ),
  )
  const last = [...frozen.keys()].sort().at(-1) ?? ''
  const changed = [...frozen].flatMap(([file, { version, checksum }]) => {
    const now = own.get(file)
    if (now === checksum) return []
    const what = now === undefined ? 'was removed' : 'has changed'
    return [`${file} was released in ${version} and ${what}: put it back, and write a new migration.`]
  })
  const early = [...own.keys()].filter((file) => !frozen.has(file) && file < last)
  return [
    ...changed,
    ...early.map((file) => `${file} comes before ${last}, which is released: give it a later number.`),
  ]
}

/**
 * The files of a release.
 * @param version such as "1.2.0", newer than that of package.json
 * @param date as it stands in the changelog, "2026-11-22"
 * @returns what CHANGELOG.md and the list of released migrations then say
 * @throws Error when the version is none, or the changelog has nothing to tell
 */
export function prepareRelease(
  version: string,
  date: string,
  {
    current,
    changelog,
    released,
    own,
  }: { current: string; changelog: string; released: Released; own: Map<string, string> },
): { changelog: string; released: Released } {
  if (!/^\d+\.\d+\.\d+$/.test(version)) throw new Error(`"${version}" is no version: it looks like 1.2.0.`)
  if (!isNewer(version, current)) throw new Error(`${version} is not newer than ${current}.`)
  const problems = changedSinceRelease(own, released)
  if (problems.length > 0) throw new Error(problems.join('\n'))
  const heading = '## Unreleased\n'
  const [before, after] = changelog.split(heading)
  const [notes] = after?.split(/^## /m) ?? []
  if (after === undefined || !notes?.trim())
    throw new Error(
      'CHANGELOG.md has nothing under "## Unreleased": say there what operators and people will notice.',
    )
  const known = new Set(Object.values(released).flatMap((files) => Object.keys(files)))
  const added = [...own].filter(([file]) => !known.has(file))
  return {
    changelog: `${before}${heading}\n## ${version} (${date})\n${after}`,
    released: { ...released, [version]: Object.fromEntries(added) },
  }
}

function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number))
  const index = a?.findIndex((part, place) => part !== b?.[place]) ?? -1
  return index >= 0 && (a?.[index] ?? 0) > (b?.[index] ?? 0)
}

async function main(version: string) {
  const [changelogFile, packageFile, lockFile] = [
    at('CHANGELOG.md'),
    at('package.json'),
    at('package-lock.json'),
  ]
  const manifest = await readFile(packageFile, 'utf8')
  const { version: current } = z.object({ version: z.string() }).parse(JSON.parse(manifest))
  const { changelog, released } = prepareRelease(version, new Date().toISOString().slice(0, 10), {
    current,
    changelog: await readFile(changelogFile, 'utf8'),
    released: await readReleased(),
    own: await migrationChecksums(),
  })
  const lines = `"version": "${current}"`
  await writeFile(changelogFile, changelog)
  await writeFile(releasedFile, `${JSON.stringify(released, null, 2)}\n`)
  await writeFile(packageFile, manifest.replace(lines, `"version": "${version}"`))
  // The lock file names the project's own version twice, at its beginning.
  const lock = await readFile(lockFile, 'utf8')
  await writeFile(
    lockFile,
    lock.replace(lines, `"version": "${version}"`).replace(lines, `"version": "${version}"`),
  )
  console.log(`Prepared ${version}. Look at the changes, then:
  npm run test:release
  git commit --all --message "release: ${version}"
  git tag v${version}`)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  main(process.argv[2] ?? '').catch((error: Error) => {
    console.error(error.message)
    process.exit(1)
  })
}
