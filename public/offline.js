// Keeps the app's own files for people who opened the list of what to do, so that it opens where there is no connection.
// It answers only for pages of a memorial and for files named by their content; nothing of a plan passes through here.
const CACHE = 'heartwood-app'
const PAGE = '/app.html'
// The same file, whichever headers it was asked for with.
const any = { ignoreVary: true }

self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => event.waitUntil(keep(event.data)))

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (request.mode === 'navigate' && pathname.startsWith('/memorial/')) event.respondWith(page(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(asset(request))
})

async function keep(addresses) {
  const cache = await caches.open(CACHE)
  // A file that was fetched ahead and then used is named twice, which addAll refuses.
  const assets = [...new Set(addresses)].filter((address) =>
    address.startsWith(`${self.location.origin}/assets/`),
  )
  // Files of earlier releases are not needed once those of this one are there.
  const known = await cache.keys()
  await cache.addAll(assets)
  // A host may answer by a redirect, and a redirected answer cannot be a page.
  const page = await fetch(PAGE)
  if (page.ok) await cache.put(PAGE, new Response(await page.blob(), { headers: page.headers }))
  for (const { url } of known) if (!url.endsWith(PAGE) && !assets.includes(url)) await cache.delete(url)
}

async function page(request) {
  try {
    return await fetch(request)
  } catch (problem) {
    const kept = await caches.match(PAGE, any)
    if (kept) return kept
    throw problem
  }
}

async function asset(request) {
  const kept = await caches.match(request, any)
  if (kept) return kept
  return fetch(request)
}
