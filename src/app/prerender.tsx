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
 * The landing page's markup, for the build alone (see vite.config.ts). It is made while this module is loaded,
 * because the build closes what loads modules, lazy pages among them, directly afterwards.
 */
export const landingMarkup: string = await render(paths.home)
