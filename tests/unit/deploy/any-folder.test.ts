// @vitest-environment node
// The project can lie in any folder: addresses of files have %20 for a space, and paths do not.
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const project = join(import.meta.dirname, '../../..')

it.skipIf(process.platform === 'win32')(
  'the app, the stack and a release find their files in "Für Anna #1"',
  () => {
    const above = mkdtempSync(join(tmpdir(), 'heartwood-folder-'))
    const folder = join(above, 'Für Anna #1 100%')
    try {
      mkdirSync(folder)
      for (const name of [
        'src/lib',
        'src/main.tsx',
        'build',
        'deploy',
        'supabase/migrations',
        'supabase/local',
        'vite.config.ts',
        'tests/support/test-stack.ts',
        'package.json',
        'index.html',
      ])
        cpSync(join(project, name), join(folder, name), {
          recursive: true,
          filter: (source) => !source.includes('.data'),
        })
      symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'), 'dir')
      const program = `
      const { existsSync } = await import('node:fs')
      const { resolveConfig } = await import('vite')
      const { paths } = await import('./supabase/local/settings.ts')
      const { migrationChecksums } = await import('./deploy/migrations.ts')
      const { resolve } = await resolveConfig({ logLevel: 'silent' }, 'serve')
      const aliases = resolve.alias.map(({ replacement }) => replacement).filter((to) => to.includes('Anna'))
      console.log(JSON.stringify({
        app: aliases.length > 0 && aliases.every((to) => existsSync(to)),
        stack: existsSync(paths.migrations) && existsSync(paths.project),
        release: (await migrationChecksums()).size > 20,
      }))`
      const found = execFileSync(
        process.execPath,
        ['--import', 'tsx', '--input-type=module', '--eval', program],
        { cwd: folder, encoding: 'utf8' },
      )
      expect(JSON.parse(found)).toEqual({ app: true, stack: true, release: true })
    } finally {
      rmSync(above, { recursive: true })
    }
  },
)
