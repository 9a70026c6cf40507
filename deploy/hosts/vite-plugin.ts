import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { caching, headers } from './headers.ts'

/**
 * Makes Vite's own servers answer as a host does: with the same headers and, once built, with the same page for the same
 * address. The end-to-end tests run on the built app, and so under them.
 * @returns the plugin
 */
export function likeAHost(): Plugin {
  let dist = ''
  return {
    name: 'heartwood-like-a-host',
    config: () => ({ server: { headers }, preview: { headers } }),
    configResolved({ root, build }) {
      dist = join(root, build.outDir)
    },
    configurePreviewServer(server) {
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost')
        const isFile = pathname === '/' || existsSync(join(dist, pathname))
        const isPage = !isFile && existsSync(join(dist, `${pathname}.html`))
        const isAsset = pathname.startsWith('/assets/')
        if (isAsset && !isFile) {
          response.writeHead(404, headers).end('Not found')
          return
        }
        response.setHeader('Cache-Control', isAsset ? caching.assets : caching.pages)
        if (isPage) request.url = `${pathname}.html`
        else if (!isFile) request.url = '/app.html'
        next()
      })
    },
  }
}
