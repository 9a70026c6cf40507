import { keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { savesData } from '@/browser/saves-data'
import { whenIdle } from '@/browser/when-idle'
import { isAppPath } from '@/lib/app-path'
import { asRouted, patterns, quietPaths } from '@/lib/paths'

/*
 * The script in the head of app.html, which a host answers for every address that is no file (build/pages.ts): starts the
 * app for an address of the app. Any other gets the page that says so, plain HTML like the public pages. Its <script>
 * names what the app consists of, the list of the screens behind sign-in, what the next pages need, and the script of public
 * pages.
 */

const { app = '', screens = '', nextPages = '', publicPage = '' } = document.currentScript?.dataset ?? {}
const [entry = '', ...others] = app.split(' ')
const here = window.location.pathname
const path = asRouted(here)
const isOurs = isAppPath(path)

/** Guests and people who came for one thing go to no other page. */
const isLast = [patterns.guest, ...quietPaths].includes(path)
/** Their pages and sign-in do without the list of the screens behind it. */
const isBeforeSignIn = isLast || path === patterns.auth

function addScript(src: string, more: (script: HTMLScriptElement) => void): void {
  const script = document.createElement('script')
  script.src = src
  more(script)
  document.head.append(script)
}

function showNotFound(): void {
  const root = document.getElementById('root')
  const page = document.querySelector<HTMLTemplateElement>('#not-found')
  if (!root || !page) return
  console.error('404: no page at', here)
  document.title = page.title
  root.dataset.prerendered = here
  root.append(page.content)
  addScript(publicPage, (script) => {
    script.dataset.app = app
  })
}

function startApp(): void {
  addScript(entry, (script) => {
    script.type = 'module'
    script.crossOrigin = ''
  })
}

function addLink(rel: 'modulepreload' | 'prefetch', href: string): HTMLLinkElement {
  const link = document.createElement('link')
  link.rel = rel
  link.as = 'script'
  link.crossOrigin = ''
  link.href = href
  document.head.append(link)
  return link
}

/** Of which build all files have come ahead, named by its entry. What the browser drops later comes when it's needed. */
const FETCHED = 'heartwood.ahead'

/** Once the page itself is there, with what it reads: what the next pages have in common. Browsers fetch it after all else. */
function fetchAhead(): void {
  const isFetched = readFromDevice(FETCHED, { parse: (build) => build }) === entry
  if (!savesData() && !isLast && !isFetched) prefetchOnceDrawn()
}

function prefetchOnceDrawn(): void {
  // While a page waits for what it reads, the browser is idle too. A hundred files would hold up the answers.
  const isDrawn = document.querySelector('h1') && !document.querySelector('.placeholder-bar')
  if (isDrawn) whenIdle(() => prefetch(nextPages.split(' ')))
  else setTimeout(prefetchOnceDrawn, 250)
}

/** How many files have come ahead. */
let fetched = 0

/** One link in each task: a hundred at once would hold up a slow phone while the page draws itself. */
function prefetch(files: string[], at = 0): void {
  const file = files[at]
  if (file === undefined) return
  addLink('prefetch', file).addEventListener('load', () => {
    fetched += 1
    if (fetched === files.length) keepOnDevice(FETCHED, entry)
  })
  setTimeout(() => prefetch(files, at + 1))
}

if (isOurs) {
  for (const file of [entry, ...others, ...(isBeforeSignIn ? [] : screens.split(' '))])
    addLink('modulepreload', file)
  window.addEventListener('load', fetchAhead)
}
document.addEventListener('DOMContentLoaded', isOurs ? startApp : showNotFound)
