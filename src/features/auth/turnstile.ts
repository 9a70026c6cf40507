import { CodedError } from '@/lib/errors'

/** What is used of Cloudflare Turnstile's script: https://developers.cloudflare.com/turnstile/get-started/client-side-rendering/ */
interface Turnstile {
  render(
    container: HTMLElement,
    options: {
      sitekey: string
      /** Shows something only if the person has to act. */
      appearance: 'interaction-only'
      retry: 'never'
      callback: (token: string) => void
      /** Returning true: the error was dealt with. */
      'error-callback': () => boolean
      'timeout-callback': () => void
      'unsupported-callback': () => void
    },
  ): string | null | undefined
  remove(widget: string): void
}

declare global {
  interface Window {
    turnstile?: Turnstile
  }
}

const script = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
const longestLoad = 20_000
let loading: Promise<Turnstile> | null = null

/**
 * Has Turnstile check that a person is at work, who may have to click for it.
 * @param container where it may show something
 * @returns a token for one request
 * @throws CodedError `captcha_unavailable` when the script cannot load or run, `captcha_failed` when the person let the
 *   time go by
 */
export async function proveHuman(siteKey: string, container: HTMLElement): Promise<string> {
  const turnstile = await loadTurnstile()
  let widget: string | null | undefined
  try {
    return await new Promise<string>((resolve, reject) => {
      const fail = (code: string) => () => {
        reject(new CodedError(code))
        return true
      }
      widget = turnstile.render(container, {
        sitekey: siteKey,
        appearance: 'interaction-only',
        retry: 'never',
        callback: resolve,
        'error-callback': fail('captcha_unavailable'),
        'timeout-callback': fail('captcha_failed'),
        'unsupported-callback': fail('captcha_unavailable'),
      })
    })
  } finally {
    if (widget) turnstile.remove(widget)
  }
}

function loadTurnstile(): Promise<Turnstile> {
  if (window.turnstile) return Promise.resolve(window.turnstile)
  // After a failure the next try loads it again.
  loading ??= load().finally(() => {
    loading = null
  })
  return loading
}

function load(): Promise<Turnstile> {
  const element = document.createElement('script')
  return new Promise((resolve, reject) => {
    const fail = () => {
      element.remove()
      reject(new CodedError('captcha_unavailable'))
    }
    const timer = setTimeout(fail, longestLoad)
    element.onload = () => {
      clearTimeout(timer)
      if (window.turnstile) resolve(window.turnstile)
      else fail()
    }
    element.onerror = () => {
      clearTimeout(timer)
      fail()
    }
    element.src = script
    document.head.append(element)
  })
}
