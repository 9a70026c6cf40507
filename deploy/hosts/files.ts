import { publicPaths } from '../../src/lib/paths.ts'
import { caching, headers } from './headers.ts'

const entries = Object.entries(headers)
const lines = (line: (name: string, value: string) => string) =>
  entries.map(([name, value]) => line(name, value)).join('\n')
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const made = 'Written by `npm run hosts` from deploy/hosts/headers.ts.'

/** `_headers` as Cloudflare and Netlify read it. */
const headersFile = (pages: string, assets: string) => `# ${made}
/*
${lines((name, value) => `  ${name}: ${value}`)}
${pages}/assets/*
${assets}  Cache-Control: ${caching.assets}
`

// Cloudflare joins what several rules say of one header, unless a later rule takes it away first.
const cloudflareHeaders = headersFile(`  Cache-Control: ${caching.pages}\n`, '  ! Cache-Control\n')

const cloudflareWorker = json({
  name: 'heartwood',
  compatibility_date: '2026-11-01',
  main: './_worker.js',
  assets: { directory: '../../../dist', binding: 'ASSETS', not_found_handling: 'none' },
})

// Netlify lets browsers ask again for every page by itself, and would join a second Cache-Control to it.
const netlifyHeaders = headersFile('', '')

// Files win over rules that end in a status without "!".
const netlifyRedirects = `# ${made}
/assets/* /404 404
/* /app.html 200
`

const vercel = json({
  $schema: 'https://openapi.vercel.sh/vercel.json',
  rewrites: [
    ...publicPaths
      .filter((path) => path !== '/')
      .map((path) => ({ source: path, destination: `${path}.html` })),
    { source: '/((?!assets/).*)', destination: '/app.html' },
  ],
  headers: [
    { source: '/(.*)', headers: entries.map(([key, value]) => ({ key, value })) },
    { source: '/((?!assets/).*)', headers: [{ key: 'Cache-Control', value: caching.pages }] },
    { source: '/assets/(.*)', headers: [{ key: 'Cache-Control', value: caching.assets }] },
  ],
})

const { 'Permissions-Policy': permissions } = headers
const cloudfrontHeaders = json({
  Name: 'heartwood',
  SecurityHeadersConfig: {
    ContentSecurityPolicy: { Override: true, ContentSecurityPolicy: headers['Content-Security-Policy'] },
    StrictTransportSecurity: {
      Override: true,
      AccessControlMaxAgeSec: Number(headers['Strict-Transport-Security'].replace('max-age=', '')),
      IncludeSubdomains: false,
      Preload: false,
    },
    ReferrerPolicy: { Override: true, ReferrerPolicy: headers['Referrer-Policy'] },
    ContentTypeOptions: { Override: true },
  },
  CustomHeadersConfig: {
    Quantity: 1,
    Items: [{ Header: 'Permissions-Policy', Value: permissions, Override: true }],
  },
})

const nginx = `# ${made}
# Put it into /etc/nginx/conf.d/, and write your domain, certificate and folder where they are asked for.

map $uri $heartwood_caching {
  default "${caching.pages}";
  ~^/assets/ "${caching.assets}";
}

server {
  listen 80;
  server_name app.example.com;
  return 301 https://$host$request_uri;
}

server {
  listen 443 ssl;
  server_name app.example.com;
  ssl_certificate /etc/letsencrypt/live/app.example.com/fullchain.pem;
  ssl_certificate_key /etc/letsencrypt/live/app.example.com/privkey.pem;
  root /srv/heartwood/dist;

  gzip on;
  gzip_types text/css text/javascript application/javascript image/svg+xml;
  gzip_vary on;

  # A location with an add_header of its own would lose all of these. The last one is left out of errors: a missing file
  # of another release may come back with the next one.
${lines((name, value) => `  add_header ${name} "${value}" always;`)}
  add_header Cache-Control $heartwood_caching;

  location / {
    try_files $uri $uri.html $uri/index.html /app.html;
  }

  location /assets/ {
    try_files $uri =404;
  }
}
`

const caddySnippet = `# ${made}
# The app in a site block: \`import heartwood /srv/heartwood/dist\`.

(heartwood) {
	root * {args.0}
	encode zstd gzip

	header {
${lines((name, value) => `\t\t${name} "${value}"`)}
	}

	# A missing file of another release may come back with the next one, so that only those that exist are kept.
	@asset {
		path /assets/*
		file
	}
	header @asset Cache-Control "${caching.assets}"
	@page not path /assets/*
	header @page Cache-Control "${caching.pages}"

	handle /assets/* {
		file_server
	}
	handle {
		try_files {path} {path}.html {path}/index.html /app.html
		file_server
	}
}
`

/** The files of the hosts that name headers, by path under deploy/hosts. */
export const hostFiles: Record<string, string> = {
  'cloudflare/_headers': cloudflareHeaders,
  'cloudflare/wrangler.jsonc': cloudflareWorker,
  'netlify/_headers': netlifyHeaders,
  'netlify/_redirects': netlifyRedirects,
  'vercel/vercel.json': vercel,
  's3-cloudfront/headers.json': cloudfrontHeaders,
  'nginx/heartwood.conf': nginx,
  'caddy/heartwood.caddy': caddySnippet,
}
