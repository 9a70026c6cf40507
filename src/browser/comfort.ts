import { keepOnDevice } from './device-storage'

/*
 * How a person likes to read: chosen once on each device, also before sign-in. A choice is an attribute of <html>, which
 * src/ui/styles/comfort.css answers, and is kept in this browser. The pages that the build makes work without React, so
 * all of this is plain DOM; first-paint.ts runs it before anything is painted.
 */

/** What can be chosen. The first of each is what people get who choose nothing, and has no attribute. */
export const comfort = {
  text: ['standard', 'large', 'largest'],
  contrast: ['standard', 'more'],
  motion: ['standard', 'less'],
} as const

type Comfort = keyof typeof comfort

const kinds: readonly Comfort[] = ['text', 'contrast', 'motion']
const KEY = 'heartwood.comfort'

const isKind = (text: string | undefined): text is Comfort => kinds.some((kind) => kind === text)

function set(kind: Comfort, value: unknown): void {
  const chosen = comfort[kind].slice(1).find((choice) => choice === value)
  const { dataset } = document.documentElement
  if (chosen) dataset[kind] = chosen
  else delete dataset[kind]
}

/** Applies what was chosen on this device. Nothing is applied when the browser keeps nothing. */
export function applyComfort(): void {
  try {
    const kept: Partial<Record<Comfort, unknown>> = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    for (const kind of kinds) set(kind, kept[kind])
  } catch {
    // Storage can be blocked, and anyone can write into it.
  }
}

/** @returns whether this browser keeps the choices */
function keep(): boolean {
  const { dataset } = document.documentElement
  return keepOnDevice(KEY, Object.fromEntries(kinds.map((kind) => [kind, dataset[kind]])))
}

/** Checks the boxes of a panel (ui/base/comfort-choices.tsx) that stand for what applies now. */
export function showComfort(panel: HTMLElement | null): void {
  const { dataset } = document.documentElement
  for (const box of panel?.querySelectorAll('input') ?? []) {
    const { kind } = box.dataset
    if (isKind(kind)) box.checked = box.value === (dataset[kind] ?? 'standard')
  }
}

/** Applies and keeps what was chosen in a panel. Says there when it holds only until the page is left. */
export function chooseComfort({ target }: { target: EventTarget | null }): void {
  if (!(target instanceof HTMLInputElement) || !isKind(target.dataset.kind)) return
  set(target.dataset.kind, target.value)
  const isKept = keep()
  for (const note of document.querySelectorAll<HTMLElement>('[data-kept]')) {
    note.hidden = (note.dataset.kept === 'yes') !== isKept
  }
}
