import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { build, loadEnv, type Plugin, type Rolldown, runnerImport } from 'vite'
import { defineConfig, type TestProjectConfiguration } from 'vitest/config'
import { requireBuildVariables } from './deploy/build-variables.ts'
import { pagePolicy, scriptHash } from './deploy/hosts/headers.ts'
import { likeAHost } from './deploy/hosts/vite-plugin.ts'
import { isStackGiven } from './tests/support/test-stack.ts'

const alias = {
  '@': fileURLToPath(new URL('./src', import.meta.url)),
  '@supabase/realtime-js': fileURLToPath(new URL('./src/lib/no-realtime.ts', import.meta.url)),
}

/** Parts of the Supabase client that pages do not need: what asks for them, and the file of src/lib that it gets instead. */
const leftOut = [
  // Only there: data/files/storage.ts loads the real one when a file is touched.
  { part: '@supabase/storage-js', from: '/supabase-js/', instead: 'no-storage' },
  { part: './lib/webauthn', from: '/auth-js/', instead: 'no-webauthn' },
  { part: './lib/web3/ethereum', from: '/auth-js/', instead: 'no-ethereum' },
]

function leaveOut(): Plugin {
  return {
    name: 'heartwood-leave-out',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const found = leftOut.find(({ part, from }) => source === part && importer.includes(from))
      return found ? fileURLToPath(new URL(`./src/lib/${found.instead}.ts`, import.meta.url)) : null
    },
  }
}

/** The router's own warnings are for developers, but all that its package names is the build that has them. */
function routerWithoutWarnings(): Plugin {
  return {
    name: 'heartwood-router',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer) {
      if (!/^react-router(\/dom)?$/.test(source)) return null
      const found = await this.resolve(source, importer, { skipSelf: true })
      return found?.id.replace('/react-router/dist/development/', '/react-router/dist/production/')
    },
  }
}

/**
 * Makes the pages of a build:
 * - in each, a script of a few lines that runs before the first paint;
 * - a file for each public page, index.html for "/" and terms.html for "/terms": its markup, and a small script. It works
 *   without the app, which is only fetched once the page is there;
 * - app.html, for every other address: empty until the app starts. A script in its head starts it, or shows that there is
 *   no page at this address, as plain HTML too.
 * A static host serves files that exist, "/terms" from terms.html, and everything else from app.html with status 200
 * (docs/hosting.md has the files for each host). A host that can only fall back to index.html works too, with a glimpse
 * of the landing page before other pages.
 */
function pages(): Plugin {
  let firstPaint: Promise<string> | undefined
  let mode = ''
  let variables: Record<string, string> = {}
  return {
    name: 'heartwood-pages',
    enforce: 'post',
    configResolved({ command, mode: resolved, root }) {
      mode = resolved
      variables = loadEnv(mode, root, 'VITE_')
      if (command === 'build') requireBuildVariables(variables)
    },
    transformIndexHtml: {
      order: 'post',
      async handler(given, { bundle }) {
        firstPaint ??= ownScript('first-paint', mode)
        const script = await firstPaint
        const html = given.replace('</title>', () => `</title>\n    <script>${script}</script>`)
        if (!bundle) return html
        const policy = pagePolicy({
          inlineScripts: [script],
          supabaseUrl: variables.VITE_SUPABASE_URL,
          turnstileSiteKey: variables.VITE_TURNSTILE_SITE_KEY,
        })
        const fonts = Object.keys(bundle).filter((name) =>
          /source-(sans-3|serif-4)-latin-wght.*\.woff2$/.test(name),
        )
        const policyTag = `<meta http-equiv="Content-Security-Policy" content="${policy}" />`
        const preloads = fonts.map(
          (name) => `<link rel="preload" as="font" type="font/woff2" href="/${name}" crossorigin />`,
        )
        // Sites that show a picture beside a link to the app want its whole address.
        const origin = variables.VITE_APP_ORIGIN
        const shared = origin
          ? [
              `<meta property="og:image" content="${new URL('/pictures/link.jpg', origin)}" />`,
              '<meta property="og:image:width" content="1200" />',
              '<meta property="og:image:height" content="630" />',
              '<meta name="twitter:card" content="summary_large_image" />',
            ]
          : []
        // The policy applies only to what comes after it, and the character set must come first.
        return html
          .replace(/<meta charset="[^"]+" ?\/?>/, (charset) => [charset, policyTag].join('\n    '))
          .replace('</head>', `  ${[...preloads, ...shared].join('\n    ')}\n  </head>`)
      },
    },
    async generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      const html = page.source.toString()
      const [first = ''] = /<script type="module"[^>]*><\/script>/.exec(html) ?? []
      const entry = /src="([^"]+)"/.exec(first)?.[1] ?? ''
      const preloads = /\s*<link rel="modulepreload"[^>]*href="([^"]+)">/g
      const chunksWith = (modules: RegExp) =>
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && file.moduleIds.some((id) => modules.test(id)) ? [`/${file.fileName}`] : [],
        )
      // The router loads these before it knows which page to show.
      const screens = chunksWith(/src\/app\/screens\.tsx$/)
      const firstPress = chunksWith(
        /src\/(data\/client|lib\/rare-errors|ui\/(dialog|forms\/(use-versioned-form|form-dialog)))\.|\/sonner\//,
      )
      const appFiles = [entry, ...[...html.matchAll(preloads)].map(([, href]) => href), ...screens]
      const nextPages = sharedByPages(bundle, screens).filter(
        (file) => ![...appFiles, ...firstPress].includes(file),
      )
      const script = this.getFileName(
        this.emitFile({
          type: 'asset',
          name: 'public-page.js',
          source: await ownScript('public-page', mode),
        }),
      )
      const frame = html
        .replace(first, `<script defer data-app="${appFiles.join(' ')}" src="/${script}"></script>`)
        .replace(preloads, '')
        .replace(/<noscript>.*<\/noscript>/, '')
      // The pages read the operator's facts as the app does, and the loader reads no .env files.
      Object.assign(process.env, variables)
      const {
        module: { publicPages, notFound },
      } = await runnerImport<typeof import('./src/app/prerender')>('./src/app/prerender.tsx', {
        mode,
        resolve: { alias },
        plugins: [react()],
      })
      for (const { path, title, description, markup } of publicPages) {
        const source = aboutPage(frame, {
          path,
          title,
          description,
          origin: variables.VITE_APP_ORIGIN,
        }).replace('<div id="root"></div>', () => `<div id="root" data-prerendered="${path}">${markup}</div>`)
        if (path === '/') page.source = source
        else this.emitFile({ type: 'asset', fileName: `${path.slice(1)}.html`, source })
      }
      const start = await ownScript('start', mode)
      const app = html
        .replace(first, '')
        .replace(preloads, '')
        .replace("script-src 'self'", `script-src 'self' ${scriptHash(start)}`)
        // Before the styles, because a script waits for those before it.
        .replace(/<meta http-equiv[^>]*>/, (policyTag) =>
          [
            policyTag,
            `<script data-app="${appFiles.join(' ')}" data-first-press="${firstPress.join(' ')}" data-next-pages="${nextPages.join(' ')}" data-public-page="/${script}">${start}</script>`,
          ].join(''),
        )
        .replace(
          '<div id="root"></div>',
          (root) => `${root}<template id="not-found" title="${notFound.title}">${notFound.markup}</template>`,
        )
      this.emitFile({ type: 'asset', fileName: 'app.html', source: app })
    },
  }
}

interface PageFacts {
  path: string
  title: string
  /** Undefined where the one in index.html serves. */
  description: string | undefined
  /** Where the app is, if the operator has said so. */
  origin: string | undefined
}

/** Says in the head of a page what it is about, for search engines and for sites that show a link to it. */
function aboutPage(html: string, { path, title, description, origin }: PageFacts): string {
  const withMeta = (source: string, name: string, content: string) =>
    source.replace(
      new RegExp(`(<meta\\s+(?:name|property)="${name}"\\s+content=")[^"]*`),
      (_, tag) => tag + content,
    )
  const named = html.replace(/<title>.*<\/title>/, () => `<title>${title}</title>`)
  const described = description
    ? ['description', 'og:description'].reduce((source, name) => withMeta(source, name, description), named)
    : named
  const titled = path === '/' ? described : withMeta(described, 'og:title', title)
  return origin
    ? titled.replace(
        '</head>',
        () => `  <meta property="og:url" content="${new URL(path, origin)}" />\n  </head>`,
      )
    : titled
}

/**
 * What a page has in common with at least one other. Once the browser has it, each page brings only its own few kB.
 * @param screens the files that name the pages behind sign-in
 * @returns files, as "/assets/x.js"
 */
function sharedByPages(bundle: Rolldown.OutputBundle, screens: readonly string[]): string[] {
  const chunkOf = (name: string) => {
    const file = bundle[name]
    return file?.type === 'chunk' ? file : undefined
  }
  const withImports = (names: readonly string[]) => {
    const found = new Set(names)
    // A set also goes through what is added on the way.
    for (const name of found) for (const imported of chunkOf(name)?.imports ?? []) found.add(imported)
    return [...found]
  }
  const pages = withImports(screens.map((file) => file.slice(1))).flatMap(
    (name) => chunkOf(name)?.dynamicImports ?? [],
  )
  const pagesOf = new Map<string, number>()
  for (const page of new Set(pages))
    for (const name of withImports([page])) pagesOf.set(name, (pagesOf.get(name) ?? 0) + 1)
  return [...pagesOf].flatMap(([name, count]) => (count > 1 ? [`/${name}`] : []))
}

/** A script that runs before the app or without it, with all that it imports, as one text. @param name in src/app */
async function ownScript(name: 'first-paint' | 'public-page' | 'start', mode: string): Promise<string> {
  const made = await build({
    configFile: false,
    mode,
    logLevel: 'warn',
    publicDir: false,
    resolve: { alias },
    build: {
      write: false,
      rolldownOptions: {
        input: fileURLToPath(new URL(`./src/app/${name}.ts`, import.meta.url)),
        output: { format: 'iife' },
      },
    },
  })
  const outputs = Array.isArray(made) ? made : 'output' in made ? [made] : []
  const [chunk] = outputs.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk') throw new Error(`src/app/${name}.ts was not built`)
  return chunk.code.trim()
}

/**
 * Modules that are loaded together share a file. Otherwise each set of pages that shares a module would get a separate
 * file for it: twice as many files, which every page has to list and which compress worse. The first group that matches
 * takes a module and what it imports.
 */
const chunks = [
  // What every page needs and releases rarely change, so browsers keep it from release to release.
  { name: 'react', test: /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler)\// },
  // Every page, including the landing page.
  {
    name: 'base',
    test: /src\/(app\/(routes|wordmark)|ui\/(button|comfort|icons|cx|page\/(document-title|skeleton-page))|lib\/(paths|product|stored-session|when-touched))\.|vite\/preload-helper/,
  },
  // The routes behind sign-in, which the landing page does not need.
  { name: 'screens', test: /src\/app\/screens\./ },
  // Every page except the landing page.
  {
    name: 'page',
    test: /src\/(ui\/(notice|page\/(page|states|lazy-at-once))|lib\/(characters|env|fetch-with-limit|retry-deadlocks)|data\/membership\/billing-setting|features\/billing\/rarely-shown)\./,
  },
  // What checks forms and answers. Pages before sign-in need it without the Supabase client, once a form is used.
  { name: 'checks', test: /node_modules\/zod\/|src\/lib\/validation\./ },
  // Sign-in, a guest's page, and every page after sign-in. The Supabase client comes to sign-in only when the form is used.
  {
    name: 'visitor',
    test: /src\/(ui\/(dialog-actions|take-focus|forms\/(field|form-frame|failure-notice|use-one-field-form)|hooks\/use-is-past|lists\/description-list)|lib\/(count|database.types|dates|tab-storage)|data\/(refusal|session\/session))\./,
  },
  { name: 'client', test: /src\/data\/(client|functions|session\/auth)\./ },
  // Tabs, switches and dialogs are made of these. Otherwise tabs would bring what is only for dialogs.
  {
    name: 'radix',
    test: /@radix-ui\/(primitive|react-(slot|primitive|compose-refs|context|use-controllable-state))\//,
  },
  { name: 'radix-shown', test: /@radix-ui\/react-(id|presence|use-callback-ref)\// },
  // The pages after sign-in: their frame, and what most of them use.
  {
    name: 'signed-in',
    test: /src\/(app\/app-shell|ui\/(badge|confirm-dialog|visibility-note|progress-bar|page\/(card|joined|loaded|part-on-demand)|media\/open-file-button)|plan\/(use-wants-to-add|people\/role-words)|data\/(account\/profiles|memorial\/(access-event-keys|rechecked)|people\/designations|plan-overview|rows\/versioned-update)|plan\/section)\./,
  },
  // How complete each part is: for the dashboard and the history, and not for those who read another person's plan.
  { name: 'sections', test: /src\/sections\/sections\./ },
  // Forms on a page, and those in a dialog.
  { name: 'forms', test: /src\/ui\/forms\/((use-)?versioned-form|leave-guard)\./ },
  { name: 'dialog', test: /src\/ui\/dialog\./ },
  { name: 'dialog-forms', test: /src\/(plan\/row-dialog|ui\/forms\/form-dialog)\./ },
  // Links to files, their names and their sizes, which the export of files needs without sending any.
  { name: 'files', test: /src\/data\/files\/(file-link|storage)\./ },
  { name: 'file-names', test: /src\/lib\/files\/(stored-names|archive-names)\./ },
  { name: 'file-sizes', test: /src\/(lib\/files\/file-size|data\/files\/retries)\./ },
  {
    name: 'uploads',
    test: /src\/(data\/files\/(uploads|row-files)|ui\/forms\/(file-picker|upload-progress))\./,
  },
  // How the parts of a plan are read. What shows them comes later, each in a file of its own.
  { name: 'sources', test: /src\/(sections\/[^/]+\/source|data\/rows\/owned-rows)\./ },
  { name: 'plan', test: /src\/sections\/(facts|plan)\./ },
  {
    name: 'memorial',
    test: /src\/(data\/memorial\/memorials|plan\/memorial\/(memorial-denied|review-words))\./,
  },
  // What the pages about a plan that was shared have in common.
  {
    name: 'memorials',
    test: /src\/(plan\/memorial\/(memorial-(alerts|badge|unread)|is-released)|sections\/(memorial|part-tab))\./,
  },
  // What all parts that are lists have in common; and their screens.
  { name: 'lists', test: /src\/data\/rows\/(owned-list|list-cache)\./ },
  { name: 'list-pages', test: /src\/plan\/list-page\./ },
].map((chunk, index, all) => ({ ...chunk, priority: all.length - index }))

/** A project of tests that need a Supabase: tests/support/stack-setup.ts starts one for each worker. */
const onStacks = (name: string, include: string[]): TestProjectConfiguration => ({
  extends: true,
  test: {
    name,
    include,
    environment: 'node',
    isolate: false,
    globalSetup: ['tests/support/stack-setup.ts'],
    setupFiles: ['tests/support/use-stack.ts'],
    // Nothing here measures speed; a busy machine takes several times as long.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
})

export default defineConfig({
  plugins: [react(), tailwindcss(), leaveOut(), routerWithoutWarnings(), pages(), likeAHost()],
  resolve: { alias },
  // The embedded stack's data: watching its thousands of files would take longer than everything else at the start.
  server: { watch: { ignored: ['**/supabase/local/.data/**'] } },
  build: {
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Every page contains the list of files that each page needs: long names would add a kilobyte.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: { groups: chunks },
      },
    },
  },
  test: {
    // One more than cores, because tests wait now and then. Every worker of the stack tests runs a stack of its own, which
    // takes half a gigabyte of memory. On one stack for all, files would meet each other's housekeeping and billing switch.
    maxWorkers: isStackGiven() ? 1 : Math.min(availableParallelism() + 1, 4),
    // A worker loads the app anew for each file, and Auth's client counts the ones before.
    onConsoleLog: (text) => !text.includes('Multiple GoTrueClient instances'),
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          isolate: false,
          setupFiles: ['tests/unit/setup.ts'],
          // Nothing here measures speed, as above.
          testTimeout: 30_000,
        },
      },
      onStacks('stack', ['tests/{stack,policies,functions,storage,attacks}/**/*.test.ts']),
      onStacks('postgres', ['tests/policies/**/*.test.ts']),
      onStacks('storms', ['tests/{storms,fairness}/**/*.test.ts']),
    ],
  },
})
