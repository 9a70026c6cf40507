import { isAppPath } from '@/lib/app-path'

/*
 * The script in the head of app.html, which a host answers for every address that is no file (vite.config.ts): starts the
 * app for an address of the app. Any other gets the page that says so, plain HTML like the public pages. Its <script>
 * names what the app consists of, what it will need later, and the script of public pages.
 */

const { app = '', later = '', publicPage = '' } = document.currentScript?.dataset ?? {}
const [entry = '', ...others] = app.split(' ')
const here = window.location.pathname

/** As the router compares addresses: upper case and slashes at the end do not matter. */
const isOurs = isAppPath(here.toLowerCase().replace(/\/+$/, '') || '/')

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

function addLinks(rel: 'modulepreload' | 'prefetch', files: string[]): void {
  for (const href of files) {
    const link = document.createElement('link')
    link.rel = rel
    link.as = 'script'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}

/** What a first press may need (dialogs, forms, toasts), once the page itself is there. */
function fetchLater(): void {
  if ('connection' in navigator && Object(navigator.connection).saveData) return
  addLinks('prefetch', later.split(' '))
}

if (isOurs) {
  addLinks('modulepreload', [entry, ...others])
  window.addEventListener('load', fetchLater)
}
document.addEventListener('DOMContentLoaded', isOurs ? startApp : showNotFound)
