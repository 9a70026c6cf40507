import { describe, expect, test } from 'vitest'

type Sources = Record<string, string>

const sources = import.meta.glob<string>('/src/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/**
 * Which folders a folder may import from, besides itself. Imports run one way:
 * lib, ui → data → plan → sections → features → app.
 */
const mayImport: Record<string, string[]> = {
  lib: [],
  ui: ['lib'],
  data: ['lib'],
  plan: ['lib', 'ui', 'data'],
  sections: ['lib', 'ui', 'data', 'plan'],
  features: ['lib', 'ui', 'data', 'plan', 'sections'],
  app: ['lib', 'ui', 'data', 'plan', 'sections', 'features'],
}

/**
 * Packages that only some files may import: Supabase in data, toasts in lib/toasts and ui/toaster, Radix in ui. None may
 * import zod but as zod/mini: the whole of it would add 16 kB to every page, and it evaluates code, which the page's
 * security policy forbids.
 */
const packageHomes: [name: RegExp, homes: RegExp][] = [
  [/^@supabase\//, /^data\//],
  [/^sonner$/, /^(lib\/toasts\.ts|ui\/toaster\.tsx)$/],
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
  const [layer = '', area] = file.split('/')
  const [targetLayer = '', targetArea = ''] = target.split('/')
  const isNews = targetLayer === 'data' && target !== 'data/membership/use-billing-enabled'
  if (layer === 'features' && area === 'landing' && isNews)
    return `${file} may not import ${target}: all that the landing page asks is whether anyone pays`
  // The files directly in sections, such as the list of all parts, may import every part.
  const apart = layer === 'features' || (layer === 'sections' && file.split('/').length > 2)
  if (apart && layer === targetLayer)
    return area === targetArea ? null : `${file} may not import ${target}: ${layer} do not know each other`
  const allowed = layer === targetLayer || (mayImport[layer]?.includes(targetLayer) ?? false)
  return allowed ? null : `${file} may not import ${target}`
}

/** Every import that runs in the wrong direction. main.tsx is in no layer and is left out. */
function violations(files: Sources): string[] {
  return Object.entries(files)
    .map(([path, code]) => [path.replace(/^\/src\//, ''), code] as const)
    .filter(([file]) => file.includes('/'))
    .flatMap(([file, code]) => importsOf(code).flatMap((specifier) => complaint(file, specifier) ?? []))
}

describe('imports between layers', () => {
  test('run one way in all of src', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(20)
    expect(violations(sources)).toEqual([])
  })

  test.each([
    ['lib importing ui', '/src/lib/dates.ts', "import { cx } from '@/ui/base/cx'"],
    ['ui importing data', '/src/ui/card.tsx', "import { useSession } from '../data/session'"],
    ['ui importing app', '/src/ui/page.tsx', "import { routes } from '../app/routes'"],
    ['data importing ui', '/src/data/profiles.ts', "import { toastDone } from '@/ui/base/toaster'"],
    [
      'a feature importing another feature',
      '/src/features/invites/a.tsx',
      "import { B } from '../memorial/b'",
    ],
    [
      'a part of the plan importing another part',
      '/src/sections/music/a.tsx',
      "import { B } from '../videos/b'",
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
    ['a part of the plan importing the whole of zod', '/src/sections/music/a.ts', "import { z } from 'zod'"],
    ['a feature importing the toast package', '/src/features/auth/a.tsx', "import { toast } from 'sonner'"],
    [
      'the landing page importing data',
      '/src/features/landing/a.tsx',
      "import { useSession } from '@/data/session/session'",
    ],
  ])('are reported as a violation: %s', (_name, path, code) => {
    expect(violations({ [path]: code })).toHaveLength(1)
  })
})
