import { describe, expect, test } from 'vitest'

type Sources = Record<string, string>

const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/**
 * The rooms of src, each with those that it may import from besides itself (docs/architecture.md). Imports run one way:
 * lib → words → browser → ui, data → account, parts/kit → parts → reading → features → app.
 */
const mayImport: Record<string, string[]> = {
  lib: [],
  words: ['lib'],
  browser: ['lib', 'words'],
  ui: ['lib', 'words', 'browser'],
  data: ['lib', 'words', 'browser'],
  account: ['lib', 'words', 'browser', 'ui', 'data'],
  'parts/kit': ['lib', 'words', 'browser', 'ui', 'data'],
  parts: ['lib', 'words', 'browser', 'ui', 'data', 'account', 'parts/kit'],
  reading: ['lib', 'words', 'browser', 'ui', 'data', 'parts/kit', 'parts'],
  features: ['lib', 'words', 'browser', 'ui', 'data', 'account', 'parts/kit', 'parts', 'reading'],
  app: ['lib', 'words', 'browser', 'ui', 'data', 'account', 'parts/kit', 'parts', 'reading', 'features'],
}

/**
 * Packages that only some files may import: Supabase in data, toasts in browser/toast-code, Radix in ui. None may
 * import zod but as zod/mini: the whole of it would add 16 kB to every page, and it evaluates code, which the page's
 * security policy forbids.
 */
const packageHomes: [name: RegExp, homes: RegExp][] = [
  [/^@supabase\//, /^data\//],
  [/^sonner$/, /^browser\/toast-code\.ts$/],
  [/^@radix-ui\//, /^ui\//],
  [/^zod(?!\/mini$)/, /(?!)/],
]

function importsOf(code: string): string[] {
  return [...code.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*['"]([^'"]+)['"]/g)].flatMap(
    (match) => match[1] ?? [],
  )
}

function resolve(from: string, specifier: string): string | null {
  if (specifier.startsWith('@/')) return specifier.slice(2)
  if (!specifier.startsWith('.')) return null
  return new URL(specifier, `file:///${from}`).pathname.slice(1)
}

function complaint(file: string, specifier: string): string | null {
  const target = resolve(file, specifier)
  if (target === null) {
    const forbidden = packageHomes.some(([name, homes]) => name.test(specifier) && !homes.test(file))
    return forbidden ? `${file} may not import the package ${specifier}` : null
  }
  const [room, area] = placeOf(file)
  const [targetRoom, targetArea] = placeOf(target)
  const isNews = targetRoom === 'data' && target !== 'data/membership/use-billing-enabled'
  if (room === 'features' && area === 'landing' && isNews)
    return `${file} may not import ${target}: all that the landing page asks is whether anyone pays`
  if (target === 'data/client' && !/^(data|parts\/[^/]+\/data\.ts)/.test(file))
    return `${file} may not import ${target}: rows are read in data and in a part’s data.ts`
  // The list of all parts, which stands directly in parts, may import every part.
  const apart = room === 'features' || (room === 'parts' && area !== '')
  if (apart && room === targetRoom && targetArea !== '')
    return area === targetArea ? null : `${file} may not import ${target}: ${room} do not know each other`
  const allowed = room === targetRoom || (mayImport[room]?.includes(targetRoom) ?? false)
  return allowed ? null : `${file} may not import ${target}`
}

/** The room of a file, and its area there: the part or the feature; empty for what stands directly in the room. */
function placeOf(file: string): [room: string, area: string] {
  const [layer = '', second = '', third] = file.split('/')
  if (layer === 'parts' && second === 'kit') return ['parts/kit', '']
  return [layer, third === undefined && !isFolder(second) ? '' : second]
}

/** Whether a part of a path names a folder of src/parts or src/features: an import may name the folder alone. */
function isFolder(name: string): boolean {
  return Object.keys(sources).some((path) => path.split('/')[3] === name && path.split('/').length > 4)
}

/** Every import that runs in the wrong direction. main.tsx is in no layer and is left out. */
function violations(files: Sources): string[] {
  return Object.entries(files)
    .map(([path, code]) => [path.replace(/^\/src\//, ''), code] as const)
    .filter(([file]) => file.includes('/'))
    .flatMap(([file, code]) => importsOf(code).flatMap((specifier) => complaint(file, specifier) ?? []))
}

describe('imports', () => {
  test('imports between layers run one way in all of src', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(20)
    expect(violations(sources)).toEqual([])
  })

  test.each([
    ['lib importing ui', '/src/lib/dates.ts', "import { cx } from '@/ui/base/cx'"],
    ['ui importing data', '/src/ui/base/card.tsx', "import { useSession } from '@/data/session'"],
    ['ui importing app', '/src/ui/base/page.tsx', "import { routes } from '@/app/routes'"],
    ['data importing ui', '/src/data/profiles.ts', "import { toastDone } from '@/ui/base/toaster'"],
    [
      'a feature importing another feature',
      '/src/features/invites/a.tsx',
      "import { B } from '../memorial/b'",
    ],
    [
      'a part of the plan importing another part',
      '/src/parts/music/a.tsx',
      "import { B } from '../videos/b'",
    ],
    [
      "a part's index importing the client",
      '/src/parts/home/index.ts',
      "const client = () => import('@/data/client')",
    ],
    [
      'words importing browser',
      '/src/words/roles.ts',
      "import { keepOnDevice } from '@/browser/device-storage'",
    ],
    ['the kit of parts importing a part', '/src/parts/kit/a.ts', "import { homeItems } from '../home/data'"],
    ['the kit of parts importing the list', '/src/parts/kit/a.ts', "import { parts } from '@/parts'"],
    [
      'a part importing what reads plans',
      '/src/parts/home/a.ts',
      "import { usePlan } from '@/reading/use-plan'",
    ],
    [
      'reading importing what is about the account',
      '/src/reading/a.ts',
      "import { OwnProfile } from '@/account/own-profile'",
    ],
    ['a feature importing app', '/src/features/invites/a.tsx', "import { routes } from '@/app/routes'"],
    [
      'a lazy import of another feature',
      '/src/features/invites/a.tsx',
      "const b = () => import('@/features/memorial/b')",
    ],
    ['a re-export from a higher layer', '/src/lib/dates.ts', "export { cx } from '@/ui/base/cx'"],
    [
      'a feature importing Supabase',
      '/src/features/auth/a.tsx',
      "import type { User } from '@supabase/supabase-js'",
    ],
    ['a part of the plan importing the whole of zod', '/src/parts/music/a.ts', "import { z } from 'zod'"],
    ['a feature importing the toast package', '/src/features/auth/a.tsx', "import { toast } from 'sonner'"],
    [
      'the landing page importing data',
      '/src/features/landing/a.tsx',
      "import { useSession } from '@/data/session/session'",
    ],
  ])('imports between layers are reported as a violation: %s', (_name, path, code) => {
    expect(violations({ [path]: code })).toHaveLength(1)
  })
})
