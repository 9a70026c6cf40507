// @vitest-environment node
// The files of static hosts in deploy/hosts, and the command that asks a host.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type OutgoingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, describe, expect, it } from 'vitest'
import { checkHost, table } from '../../../deploy/hosts/check.ts'
import { hostFiles } from '../../../deploy/hosts/files.ts'
import { caching, headers, pagePolicy } from '../../../deploy/hosts/headers.ts'
import { publicPaths } from '../../../src/lib/paths.ts'

const project = join(import.meta.dirname, '../../..')
const hosts = join(project, 'deploy/hosts')
const read = (path: string) => readFileSync(join(hosts, path), 'utf8')

describe('policy', () => {
  const policy = pagePolicy({
    inlineScripts: [],
    supabaseUrl: 'https://abc.supabase.co/',
    turnstileSiteKey: undefined,
  })

  it('what a page of the app may load is our own scripts, Supabase and the address for large files', () => {
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("connect-src 'self' https://abc.supabase.co https://abc.storage.supabase.co;")
    expect(policy).not.toContain('cloudflare')
  })

  it('what a page of the app may load is Turnstile too, where sign-in uses it', () => {
    const withTurnstile = pagePolicy({
      inlineScripts: [],
      supabaseUrl: 'https://abc.supabase.co',
      turnstileSiteKey: '0x4AAA',
    })
    expect(withTurnstile).toContain("script-src 'self' https://challenges.cloudflare.com;")
    expect(withTurnstile).toMatch(/frame-src [^;]* https:\/\/challenges\.cloudflare\.com;/)
  })

  it('what a page of the app may load is a script in the page only when every character is known', () => {
    const withScript = pagePolicy({
      inlineScripts: ['alert(1)'],
      supabaseUrl: undefined,
      turnstileSiteKey: undefined,
    })
    expect(withScript).toContain("script-src 'self' 'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI=';")
    expect(withScript).not.toMatch(/script-src[^;]*unsafe/)
  })

  it('what a page of the app may load is never a plugin, and forms go nowhere else, whether the page or the host says so', () => {
    for (const text of [policy, headers['Content-Security-Policy']]) {
      expect(text).toContain("object-src 'none'")
      expect(text).toContain("form-action 'self'")
    }
  })

  it('what a page of the app may load is shown in no frame, which only a header can say', () => {
    expect(headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('frame-ancestors')
  })
})

describe.each(Object.entries(hostFiles))('deploy/hosts/%s', (path, text) => {
  it('is as `npm run hosts` writes it', () => {
    expect(read(path)).toBe(text)
  })
})

it.each([
  'cloudflare/_headers',
  'netlify/_headers',
  'vercel/vercel.json',
  'nginx/heartwood.conf',
  'caddy/heartwood.caddy',
])('deploy/hosts/%s names every header and its value', (path) => {
  const text = read(path)
  for (const [name, value] of Object.entries(headers)) {
    expect(text).toContain(name)
    expect(text).toContain(value)
  }
  expect(text).toContain(caching.assets)
})

describe('CloudFront', () => {
  const source = read('s3-cloudfront/function.js')
  const handler: unknown = new Function(`${source}; return handler`)()
  const fileFor = (uri: string): unknown =>
    typeof handler === 'function' && handler({ request: { uri, method: 'GET' } }).uri

  it.each([
    ['/', '/index.html'],
    ['/terms', '/terms.html'],
    ['/robots.txt', '/robots.txt'],
    ['/assets/abc.js', '/assets/abc.js'],
    ['/memorial/00000000-0000-4000-8000-000000000000', '/app.html'],
    ['/no/such/page.html', '/app.html'],
  ])('the function of CloudFront answers %s with %s', (asked, file) => {
    expect(fileFor(asked)).toBe(file)
  })

  it('the function of CloudFront knows every public page', () => {
    for (const path of publicPaths.slice(1)) expect(fileFor(path)).toBe(`${path}.html`)
  })

  it('the function of CloudFront knows every file of public/', () => {
    const entries = readdirSync(join(project, 'public'), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => `/${relative(join(project, 'public'), join(parentPath, name))}`)
    expect(files).toContain('/pictures/binder-light.webp')
    for (const file of files) expect(fileFor(file)).toBe(file)
  })
})

describe('Cloudflare', () => {
  const files = ['/', '/app', '/robots.txt', '/assets/abc.js']
  const ASSETS = {
    fetch: async (request: Request) => {
      const { pathname } = new URL(request.url)
      const status = files.includes(pathname) ? 200 : 404
      return new Response(pathname, { status, headers: { 'cache-control': caching.assets, 'x-host': 'yes' } })
    },
  }
  const answer = async (path: string): Promise<Response> => {
    const { default: worker } = await import(pathToFileURL(join(hosts, 'cloudflare/_worker.js')).href)
    return worker.fetch(new Request(`https://app.example.com${path}`), { ASSETS })
  }

  it.each([
    ['/', '/'],
    ['/robots.txt', '/robots.txt'],
    ['/assets/abc.js', '/assets/abc.js'],
    ['/dashboard', '/app'],
    ['/memorial/1?tab=videos', '/app'],
  ])('the worker of Cloudflare answers %s with the file %s', async (asked, file) => {
    const response = await answer(asked)
    expect([response.status, await response.text()]).toEqual([200, file])
  })

  it('the worker of Cloudflare answers a missing asset with 404, which no browser keeps, under the headers of the host', async () => {
    const response = await answer('/assets/gone.js')
    expect(response.status).toBe(404)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('x-host')).toBe('yes')
  })
})

describe('check:host', () => {
  const closing: (() => void)[] = []
  afterEach(() => {
    for (const close of closing.splice(0)) close()
  })

  async function hostThat(answers: RequestListener): Promise<string> {
    const server = createServer(answers)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    closing.push(() => server.close())
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }

  const landing = '<div id="root" data-prerendered="/"></div>'
  const terms = '<div id="root" data-prerendered="/terms"></div>'
  const app = '<script data-app="/assets/app.js /assets/react.js"></script><div id="root"></div>'
  const html = { ...headers, 'content-type': 'text/html', 'cache-control': 'no-cache' }

  it('the check of a host finds nothing wrong with one that answers as it should', async () => {
    const origin = await hostThat((request, response) => {
      const { url } = request
      if (url === '/') response.writeHead(200, html).end(landing)
      else if (url === '/terms') response.writeHead(200, html).end(terms)
      else if (url === '/robots.txt') response.writeHead(200, { ...html, 'content-type': 'text/plain' }).end()
      else if (url === '/offline.js')
        response.writeHead(200, { ...html, 'content-type': 'text/javascript' }).end()
      else if (url === '/assets/app.js')
        response
          .writeHead(200, { ...html, 'content-type': 'text/javascript', 'cache-control': caching.assets })
          .end()
      else if (url?.startsWith('/assets/')) response.writeHead(404, { ...headers }).end()
      else response.writeHead(200, html).end(app)
    })
    const answers = await checkHost(origin)
    expect(answers.flatMap(({ problems }) => problems)).toEqual([])
    expect(table(answers).match(/\| right +\|/g)).toHaveLength(8)
  })

  it('the check of a host names a redirect that leads to itself, and missing headers', async () => {
    const origin = await hostThat((_request, response) => {
      response.writeHead(308, { location: '/app' }).end()
    })
    const [link] = await checkHost(origin)
    expect(link?.problems).toEqual(
      expect.arrayContaining([
        'is redirected to /app',
        'status 308 instead of 200',
        'no Content-Security-Policy',
        'no Strict-Transport-Security',
      ]),
    )
  })

  it('the check of a host names a missing asset that comes as a page and stays in browsers for good', async () => {
    const origin = await hostThat((_request, response) => {
      response.writeHead(200, { ...html, 'cache-control': caching.assets }).end(app)
    })
    const missing = (await checkHost(origin)).find(({ path }) => path === '/assets/missing.js')
    expect(missing?.problems).toEqual([
      'status 200 instead of 404',
      'is the app',
      'Cache-Control lets browsers keep an answer that is wrong later',
    ])
  })

  it('the check of a host names a service worker that browsers keep, and one that comes as a page', async () => {
    const problemsWith = async (kept: OutgoingHttpHeaders) => {
      const origin = await hostThat((_request, response) => {
        response.writeHead(200, { ...html, ...kept }).end()
      })
      return (await checkHost(origin)).find(({ path }) => path === '/offline.js')?.problems
    }
    const script = { 'content-type': 'text/javascript' }
    expect(await problemsWith(script)).toEqual([])
    expect(await problemsWith({ ...script, 'cache-control': caching.assets })).toEqual([
      expect.stringMatching(/^Cache-Control lets browsers keep it/),
    ])
    expect(await problemsWith({})).toEqual(['is text/html'])
  })

  it('the check of a host takes a longer promise of HTTPS, and not a shorter one', async () => {
    const problemsWith = async (promise: string) => {
      const origin = await hostThat((_request, response) => {
        response.writeHead(200, { ...html, 'Strict-Transport-Security': promise }).end(app)
      })
      return (await checkHost(origin))[0]?.problems
    }
    expect(await problemsWith('max-age=94608000; includeSubDomains')).toEqual([])
    expect(await problemsWith('max-age=300')).toEqual(['Strict-Transport-Security is "max-age=300"'])
  })
})
