import { fileURLToPath } from 'node:url'
import { normalizePath, type Rolldown } from 'vite'

const src = (path: string) => normalizePath(fileURLToPath(new URL(`../src/${path}`, import.meta.url)))

/** Names the pages behind sign-in, and imports each once it is wanted. */
export const screens = src('app/screens.tsx')

/** What all these pages are drawn in. */
const frame = src('app/app-shell.tsx')

type GetModule = (id: string) => Rolldown.ModuleInfo | null

/** Whatever begins a file of its own and imports a module, itself or through others: the entry, pages, dialogs. */
function rootsOf(id: string, get: GetModule): string[] {
  const importers = new Set([id])
  // A set also goes through what is added on the way.
  for (const one of importers) for (const importer of get(one)?.importers ?? []) importers.add(importer)
  return [...importers].filter((one) => get(one)?.isEntry || get(one)?.dynamicImporters.length)
}

/** Whether the frame or more than half of the pages in it import a module. */
function isOfMost(roots: readonly string[], get: GetModule): boolean {
  const pages = get(screens)?.dynamicallyImportedIds
  if (!pages?.includes(frame)) throw new Error(`${screens} no longer imports ${frame}`)
  return roots.includes(frame) || pages.filter((page) => roots.includes(page)).length * 2 > pages.length
}

/** Whether one of these is a page before sign-in: the entry imports it once it is wanted. */
function isOpen(roots: readonly string[], get: GetModule): boolean {
  const importers = roots.flatMap((root) => (root === screens ? [] : (get(root)?.dynamicImporters ?? [])))
  return importers.some((importer) => rootsOf(importer, get).some((root) => get(root)?.isEntry))
}

/** Whether pages before sign-in and most of those behind it import a module. */
function isOfBoth(id: string, get: GetModule): boolean {
  const roots = rootsOf(id, get)
  return isOpen(roots, get) && isOfMost(roots, get)
}

/** Whether a module is of the libraries that read, cache and check what the database answers, or imports one. */
function reads(id: string, get: GetModule): boolean {
  return [id, ...(get(id)?.importedIds ?? [])].some((one) => /node_modules\/(@tanstack|zod)\//.test(one))
}

/**
 * What is loaded together, in the order in which a visit loads it. Each stage takes the modules that its test is for, and
 * all that they import and no earlier stage has: no stage needs a later one.
 */
const stages: Record<string, (id: string, get: GetModule) => boolean | undefined> = {
  // Packages that releases rarely change, so browsers keep the file from release to release.
  react: (id) => /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\//.test(id),
  // Every page.
  base: (id, get) => get(id)?.isEntry,
  // What pages before sign-in have in common with those behind it.
  page: (id, get) => !reads(id, get) && isOfBoth(id, get),
  // What reads, which few pages before sign-in do at once.
  reading: (id, get) => reads(id, get) && isOfBoth(id, get),
  // What leads to the pages behind sign-in.
  list: (id) => id === screens,
  // Every page behind sign-in.
  frame: (id) => id === frame,
  // Most of them.
  screens: (id, get) => isOfMost(rootsOf(id, get), get),
}

/** Pieces of parts that are always wanted of all of them at once. */
const ofAllParts = ['steps', 'print', 'sample']

/**
 * Which modules share a file. Left to itself, the bundler makes a file for each set of pages that shares a module: twice as
 * many files, which compress worse. So it does only with what few pages share.
 */
export const chunks: Rolldown.CodeSplittingGroup[] = [
  ...Object.entries(stages).map(
    ([stage, has], index, all): Rolldown.CodeSplittingGroup => ({
      debugName: stage,
      name: (id, context) => (has(id, (one) => context.getModuleInfo(one)) ? stage : null),
      priority: all.length - index,
    }),
  ),
  // Nothing imports these statically, and other pages need what they import.
  ...ofAllParts.map((piece) => ({
    name: piece,
    test: new RegExp(`/src/parts/[^.]+/${piece}(/index)?\\.tsx?$`),
    priority: 0,
    includeDependenciesRecursively: false,
  })),
]
