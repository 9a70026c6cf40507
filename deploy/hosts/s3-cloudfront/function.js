// A CloudFront function for viewer requests (runtime cloudfront-js-2.0): which file answers which address. S3 alone
// would answer with an error what is no file, and an error page set in CloudFront would also answer missing assets.
const folders = ['/assets/', '/icons/', '/pictures/']
const files = [
  '/app.html',
  '/favicon.svg',
  '/index.html',
  '/manifest.json',
  '/offline.js',
  '/rings.svg',
  '/robots.txt',
]

const pages = ['/pricing', '/terms', '/privacy', '/privacy/health', '/security', '/accessibility', '/contact']

function handler(event) {
  const request = event.request
  if (request.uri === '/') request.uri = '/index.html'
  else if (pages.includes(request.uri)) request.uri += '.html'
  else if (!folders.some((folder) => request.uri.startsWith(folder)) && !files.includes(request.uri))
    request.uri = '/app.html'
  return request
}
