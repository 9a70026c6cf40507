import { chooseComfort, type comfort, showComfort } from '@/browser/comfort'
import { Button } from './button'
import { COMFORT_PANEL } from './comfort'

type Choices = {
  [Kind in keyof typeof comfort]: { title: string; words: Record<(typeof comfort)[Kind][number], string> }
}

const choices: Choices = {
  text: { title: 'Text size', words: { standard: 'Standard', large: 'Large', largest: 'Largest' } },
  contrast: { title: 'Contrast', words: { standard: 'Standard', more: 'Stronger' } },
  motion: { title: 'Motion', words: { standard: 'As this device is set', less: 'As little as possible' } },
}

/** Text size, contrast and motion. Where no app runs, public-page.ts does what React does here. */
export function ComfortChoices() {
  return (
    <div ref={showComfort} onChange={chooseComfort}>
      <h2 className="text-title">Make reading easier</h2>
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
                  className="radio-mark size-5.5 shrink-0 focus-visible:outline-none"
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
          Your browser doesn’t let us remember it, so it holds until you leave this page.
        </span>
      </p>
      <Button popoverTarget={COMFORT_PANEL} popoverTargetAction="hide" className="mt-4">
        Done
      </Button>
    </div>
  )
}
