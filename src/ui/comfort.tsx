import { chooseComfort, type comfort, showComfort } from '@/lib/comfort'
import { Button } from './button'
import { cx } from './cx'

const PANEL = 'comfort'

type Choices = {
  [Kind in keyof typeof comfort]: { title: string; words: Record<(typeof comfort)[Kind][number], string> }
}

const choices: Choices = {
  text: { title: 'Text size', words: { standard: 'Standard', large: 'Large', largest: 'Largest' } },
  contrast: { title: 'Contrast', words: { standard: 'Standard', more: 'Stronger' } },
  motion: { title: 'Motion', words: { standard: 'As this device is set', less: 'As little as possible' } },
}

/** Opens the panel with text size, contrast and motion. The browser does that itself, so it works without the app. */
export function ComfortButton({ className }: { className?: string }) {
  return (
    <button
      type="button"
      popoverTarget={PANEL}
      className={cx(
        'inline-flex min-h-11 items-center px-2.5 text-ink hover:underline print:hidden',
        className,
      )}
    >
      Text size
    </button>
  )
}

/**
 * Text size, contrast and motion. It stands once in each frame. Where no app runs, public-page.ts does what React does
 * here.
 */
export function ComfortPanel() {
  return (
    <div
      id={PANEL}
      popover="auto"
      role="dialog"
      aria-labelledby="comfort-title"
      ref={showComfort}
      onChange={chooseComfort}
      className="m-auto max-h-full w-full max-w-[min(32rem,100%-1.5rem)] overflow-auto rounded-card border border-line bg-sheet p-5 text-ink shadow-raised backdrop:bg-shade sm:p-6 print:hidden"
    >
      <h2 id="comfort-title" className="text-title">
        Make reading easier
      </h2>
      {Object.entries(choices).map(([kind, { title, words }]) => (
        <fieldset key={kind} className="mt-4">
          <legend className="mb-1.5 font-semibold">{title}</legend>
          <div className="flex flex-wrap gap-2">
            {Object.entries(words).map(([value, label]) => (
              <label
                key={value}
                className="flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control border border-edge bg-sheet px-4 py-1.5 has-checked:border-forest has-checked:bg-forest-wash has-focus-visible:outline-3 has-focus-visible:outline-heart"
              >
                <input
                  type="radio"
                  name={`comfort-${kind}`}
                  value={value}
                  data-kind={kind}
                  className="size-5 accent-forest"
                />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ))}
      <p role="status" className="mt-5 text-small text-ink-soft">
        <span data-kept="yes">This device will remember it.</span>
        <span data-kept="no" hidden>
          Your browser doesn't let us remember it, so it holds until you leave this page.
        </span>
      </p>
      <Button popoverTarget={PANEL} popoverTargetAction="hide" className="mt-4">
        Done
      </Button>
    </div>
  )
}
