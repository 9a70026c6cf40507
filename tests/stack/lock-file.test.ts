import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

interface LockedPackage {
  optionalDependencies?: Record<string, string>
}

it('package-lock.json has the packages of every platform, not only of the one it was written on', () => {
  const text = readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, LockedPackage> }
  const names = Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies),
  )
  const missing = names.filter(
    (name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`)),
  )
  // npm drops them when it adds a package to an existing node_modules; `npm ci` then fails on a fresh clone.
  expect(missing).toEqual([])
})
