import { chooseComfort, showComfort } from '@/browser/comfort'
import { savesData } from '@/browser/saves-data'
import { hasStoredSession } from '@/browser/stored-session'
import { whenIdle } from '@/browser/when-idle'
import { isBillingEnabled } from '@/data/membership/use-billing-enabled'
import { paths } from '@/lib/paths'

/*
 * All the script of a public page that the build has put into a file of its own (build/pages.ts): such a page works
 * without the app. The build makes it one small file. Its <script> names what the app consists of.
 */

const script = document.currentScript
const files = script?.dataset.app?.split(' ') ?? []
const here = window.location.pathname

/** Starts the app in this page. It draws the same page, and the markup stays until then. */
function startApp(): void {
  const app = document.createElement('script')
  app.type = 'module'
  app.crossOrigin = ''
  app.src = files[0] ?? ''
  document.head.append(app)
}

/** Lets the browser fetch the app before it is asked for, so that the next page is there sooner. */
function fetchApp(): void {
  for (const href of files) {
    const link = document.createElement('link')
    link.rel = 'prefetch'
    link.as = 'script'
    link.crossOrigin = ''
    link.href = href
    document.head.append(link)
  }
}

/** Gives links their words and addresses for people who are signed in, and takes away what is for others. */
function showSignedIn(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-signed-in]')) {
    const words = part.dataset.signedIn
    delete part.dataset.unpaid
    say(part, words)
    if (words) part.setAttribute('href', paths.auth())
  }
}

/** Says what is true where no one has to pay. */
function showUnpaid(): void {
  for (const part of document.querySelectorAll<HTMLElement>('[data-unpaid]')) say(part, part.dataset.unpaid)
}

function say(part: HTMLElement, words: string | undefined): void {
  if (words) part.textContent = words
  else part.remove()
}

/** The panel with text size, contrast and motion, which React would run. */
function runComfort(): void {
  const panel = document.getElementById('comfort')
  showComfort(panel)
  panel?.addEventListener('change', chooseComfort)
}

function begin(): void {
  runComfort()
  if (hasStoredSession()) showSignedIn()
  // A host that knows no files but index.html answers every address with it.
  if (document.getElementById('root')?.dataset.prerendered !== here) {
    startApp()
    return
  }
  // A member's own plan, and prices that no one has to pay, are more than markup can show.
  if (here === paths.pricing && hasStoredSession()) {
    startApp()
    return
  }
  isBillingEnabled().then(
    (isEnabled) => isEnabled || (here === paths.pricing ? startApp() : showUnpaid()),
    () => {},
  )
  if (savesData()) return
  // A person who points at a link will probably follow it.
  document.addEventListener('pointerover', onPointing)
  window.addEventListener('load', () => whenIdle(fetchOnce))
}

let fetched = false
function fetchOnce(): void {
  if (fetched) return
  fetched = true
  fetchApp()
}

function onPointing({ target }: Event): void {
  if (target instanceof Element && target.closest('a[href^="/"]')) fetchOnce()
}

begin()
