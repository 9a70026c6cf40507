import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, loadEnv, type Plugin, type Rolldown, runnerImport } from 'vite'
import { requireBuildVariables } from '../deploy/build-variables.ts'
import { pagePolicy, scriptHash } from '../deploy/hosts/headers.ts'
import { screens } from './chunks.ts'

const alias = { '@': fileURLToPath(new URL('../src', import.meta.url)) }

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
export function pages(): Plugin {
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
      const [first = '', ...others] = html.match(/<script type="module"[^>]*><\/script>/g) ?? []
      // Public pages would otherwise start the app: an entry that only imports becomes a script for each import.
      if (others.length > 0)
        this.error('The app has more than one entry: a top-level await in it makes some.')
      const entry = /src="([^"]+)"/.exec(first)?.[1] ?? ''
      const preloads = /\s*<link rel="modulepreload"[^>]*href="([^"]+)">/g
      const files = filesOfApp(bundle, [entry, ...[...html.matchAll(preloads)].map(([, href = '']) => href)])
      const script = this.getFileName(
        this.emitFile({
          type: 'asset',
          name: 'public-page.js',
          source: await ownScript('public-page', mode),
        }),
      )
      const frame = html
        .replace(first, `<script defer data-app="${files.app.join(' ')}" src="/${script}"></script>`)
        .replace(preloads, '')
        .replace(/<noscript>.*<\/noscript>/, '')
      // The pages read the operator's facts as the app does, and the loader reads no .env files.
      Object.assign(process.env, variables)
      const {
        module: { publicPages, notFound },
      } = await runnerImport<typeof import('../src/app/prerender')>('./src/app/prerender.tsx', {
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
            `<script data-app="${files.app.join(' ')}" data-screens="${files.screens.join(' ')}" data-next-pages="${files.ahead.join(' ')}" data-public-page="/${script}">${start}</script>`,
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
 * Finds the files of the app that are fetched before a page asks for them.
 * @param first what the browser has to load to start the app, as "/assets/x.js"
 * @returns in the same form: `app`, what every page needs; and `ahead`, what a page behind sign-in, or a piece of a part,
 * has in common with at least one other. Once the browser has it, each brings only its own few kB
 */
function filesOfApp(bundle: Rolldown.OutputBundle, first: readonly string[]) {
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

  // The router loads these before it knows which page behind sign-in to show.
  const list = Object.keys(bundle).filter((name) => chunkOf(name)?.moduleIds.includes(screens))
  const app = [...first]
  const pages = new Set(withImports(list).flatMap((name) => chunkOf(name)?.dynamicImports ?? []))
  const uses = new Map<string, number>()
  for (const page of pages) for (const name of withImports([page])) uses.set(name, (uses.get(name) ?? 0) + 1)
  const shared = [...uses].flatMap(([name, count]) => (count > 1 ? [`/${name}`] : []))
  return {
    app,
    screens: list.map((name) => `/${name}`),
    ahead: shared.filter((file) => !app.includes(file)),
  }
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
        input: fileURLToPath(new URL(`../src/app/${name}.ts`, import.meta.url)),
        output: { format: 'iife' },
      },
    },
  })
  const outputs = Array.isArray(made) ? made : 'output' in made ? [made] : []
  const [chunk] = outputs.flatMap(({ output }) => output)
  if (chunk?.type !== 'chunk') throw new Error(`src/app/${name}.ts was not built`)
  return chunk.code.trim()
}
