import { renderToString } from 'react-dom/server'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { routes } from './routes'

async function render(path: string): Promise<string> {
  const handler = createStaticHandler(routes)
  const context = await handler.query(new Request(`http://localhost${path}`))
  if (context instanceof Response || context.errors) throw new Error(`${path} cannot be rendered`)
  const router = createStaticRouter(handler.dataRoutes, context)
  return renderToString(<StaticRouterProvider router={router} context={context} hydrate={false} />)
}

/**
 * The landing page's markup, used only by the build (see vite.config.ts). It is rendered while this module loads,
 * because the build closes its module loader right afterwards, and lazy pages could no longer be loaded.
 */
export const landingMarkup: string = await render(paths.home)
