// Answers what is no file of the app. Cloudflare's _redirects cannot: its rules win over files, and a rule for every
// address leads to itself.
export default {
  /**
   * @param {Request} request
   * @param {{ ASSETS: { fetch(request: Request): Promise<Response> } }} env
   */
  async fetch(request, env) {
    const { pathname } = new URL(request.url)
    const file = await env.ASSETS.fetch(request)
    if (file.status !== 404) return file
    if (!pathname.startsWith('/assets/')) {
      // app.html; Cloudflare redirects its full name to this one.
      return env.ASSETS.fetch(new Request(new URL('/app', request.url), request))
    }
    // A file of another release. It may come back with the next one, so that no browser may keep this answer.
    const missing = new Response('Not found', { status: 404, headers: file.headers })
    missing.headers.set('Content-Type', 'text/plain')
    missing.headers.set('Cache-Control', 'no-store')
    return missing
  },
}
