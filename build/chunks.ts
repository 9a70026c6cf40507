import { fileURLToPath } from 'node:url'
import { normalizePath, type Rolldown } from 'vite'

const src = (path: string) => normalizePath(fileURLToPath(new URL(`../src/${path}`, import.meta.url)))

/** Names the pages behind sign-in, and imports each once it is wanted. */
export const screens = src('app/screens.tsx')

/** What all these pages are drawn in. */
const frame = src('app/app-shell.tsx')

const packages = /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//

/**
 * What is loaded together, in the order in which a visit loads it:
 * - `react`: packages that releases rarely change, so browsers keep the file from release to release
 * - `base`: what the entry imports, for every page
 * - `list`: what the list of pages behind sign-in imports
 * - `page`: what a page before sign-in has in common with the frame or most pages behind it
 * - `frame`: what the frame of those pages imports
 * - `screens`: what at least half of them import
 */
const stages = ['react', 'base', 'list', 'page', 'frame', 'screens'] as const

type GetModule = (id: string) => Rolldown.ModuleInfo | null

/** What begins a file of its own and imports this module, itself or through others: the entry, pages, dialogs. */
function rootsOf(id: string, get: GetModule): Set<string> {
  const importers = new Set([id])
  // A set also goes through what is added on the way.
  for (const one of importers) for (const importer of get(one)?.importers ?? []) importers.add(importer)
  return new Set([...importers].filter((one) => get(one)?.isEntry || get(one)?.dynamicImporters.length))
}

/** The stage that loads a module; null for what few pages share, which the bundler puts into small files. */
function stageOf(id: string, get: GetModule): (typeof stages)[number] | null {
  if (packages.test(id)) return 'react'
  const isInBase = (one: string) => [...rootsOf(one, get)].some((root) => get(root)?.isEntry)
  if (isInBase(id)) return 'base'
  const roots = rootsOf(id, get)
  if (roots.has(screens)) return 'list'
  const pages = get(screens)?.dynamicallyImportedIds
  if (!pages?.includes(frame)) throw new Error(`${screens} no longer imports ${frame}`)
  const isShared = roots.has(frame) || pages.filter((page) => roots.has(page)).length * 2 >= pages.length
  if (isShared && [...roots].some((root) => get(root)?.dynamicImporters.some(isInBase))) return 'page'
  if (roots.has(frame)) return 'frame'
  return isShared ? 'screens' : null
}

/**
 * Which modules share a file. Left to itself, the bundler makes a file for each set of pages that shares a module: twice as
 * many files, which compress worse. A stage never needs a later one, because what a module imports is reached from
 * everywhere that reaches the module.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = stages.map((stage, index) => ({
  debugName: stage,
  name: (id, context) => (stageOf(id, (one) => context.getModuleInfo(one)) === stage ? stage : null),
  priority: stages.length - index,
}))
