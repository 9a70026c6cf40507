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

/** Packages that only some files may import: who knows about Supabase, and who speaks in toasts. */
const packageHomes: [name: RegExp, homes: RegExp][] = [
  [/^@supabase\//, /^data\//],
  [/^sonner$/, /^(lib\/toasts\.ts|ui\/toaster\.tsx)$/],
  [/^@radix-ui\//, /^ui\//],
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
  if (layer === 'features' && area === 'landing' && targetLayer === 'data')
    return `${file} may not import ${target}: the landing page loads no data`
  // The files beside the parts, such as the list of all parts, are there to know every one of them.
  const apart = layer === 'features' || (layer === 'sections' && file.split('/').length > 2)
  if (apart && layer === targetLayer)
    return area === targetArea ? null : `${file} may not import ${target}: ${layer} do not know each other`
  const allowed = layer === targetLayer || (mayImport[layer]?.includes(targetLayer) ?? false)
  return allowed ? null : `${file} may not import ${target}`
}

/** Every import that runs the wrong way. main.tsx stands outside the layers and is left out. */
function violations(files: Sources): string[] {
  return Object.entries(files)
    .map(([path, code]) => [path.replace(/^\/src\//, ''), code] as const)
    .filter(([file]) => file.includes('/'))
    .flatMap(([file, code]) => importsOf(code).flatMap((specifier) => complaint(file, specifier) ?? []))
}

describe('imports run one way', () => {
  test('in the whole source', () => {
    expect(Object.keys(sources).length).toBeGreaterThan(20)
    expect(violations(sources)).toEqual([])
  })

  test.each([
    ['lib that knows the kit', '/src/lib/dates.ts', "import { cx } from '@/ui/cx'"],
    ['the kit that reads data', '/src/ui/card.tsx', "import { useSession } from '../data/session'"],
    ['the kit that knows the app', '/src/ui/page.tsx', "import { routes } from '../app/routes'"],
    ['data that draws', '/src/data/profiles.ts', "import { toastDone } from '@/ui/toaster'"],
    ['a feature that knows another', '/src/features/invites/a.tsx', "import { B } from '../memorial/b'"],
    ['a part of the plan that knows another', '/src/sections/music/a.tsx', "import { B } from '../videos/b'"],
    ['a feature that knows the app', '/src/features/invites/a.tsx', "import { routes } from '@/app/routes'"],
    ['a lazy import', '/src/features/invites/a.tsx', "const b = () => import('@/features/memorial/b')"],
    ['an export from elsewhere', '/src/lib/dates.ts', "export { cx } from '@/ui/cx'"],
    [
      'a feature that talks to Supabase',
      '/src/features/auth/a.tsx',
      "import type { User } from '@supabase/supabase-js'",
    ],
    ['a feature with toasts of its own', '/src/features/auth/a.tsx', "import { toast } from 'sonner'"],
    [
      'a landing page with data',
      '/src/features/landing/a.tsx',
      "import { useSession } from '@/data/session/session'",
    ],
  ])('catches %s', (_name, path, code) => {
    expect(violations({ [path]: code })).toHaveLength(1)
  })
})
