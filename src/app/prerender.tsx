import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { LANDING_TITLE } from '@/features/landing/title'
import { paths, publicPaths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { routes } from './routes'

/** A page that the build makes a file of. */
interface PublicPage {
  path: string
  /** For the `<title>`. */
  title: string
  /** The sentence below the heading, as the text of an attribute; undefined where the landing page's serves. */
  description: string | undefined
  markup: string
}

async function render(path: string): Promise<PublicPage> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response || context.errors) throw new Error(`${path} can’t be rendered`)
  const router = createStaticRouter(handler.dataRoutes, context)
  const markup = renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
  // Page takes its title from the heading.
  const heading = path === paths.home ? LANDING_TITLE : /<h1[^>]*>([^<]+)</.exec(markup)?.[1]
  if (!heading) throw new Error(`${path} has no heading`)
  const intro = path === paths.home ? undefined : /<\/h1>\s*<(p|div)\b[^>]*>(.*?)<\/\1>/.exec(markup)?.[2]
  const description = intro?.replace(/<[^>]*>/g, '')
  return { path, title: `${heading} · ${PRODUCT_NAME}`, description, markup }
}

/**
 * The public pages' markup, used only by the build (build/pages.ts). They are rendered while this module loads,
 * because the build closes its module loader right afterwards, and lazy pages could no longer be loaded.
 */
export const publicPages: PublicPage[] = await Promise.all(publicPaths.map(render))

/** The page for addresses without one. */
export const notFound = await render('/no/such/page')
