import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { NewBrowserNotice, useHeldUntil } from '@/account/new-browser-notice'
import { useOffered } from '@/data/offered-parts'
import type { Designation } from '@/data/people/designations'
import { partAccessQuery, timingsOf } from '@/data/people/part-access'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { Button } from '@/ui/base/button'
import { Card } from '@/ui/base/card'
import { Loaded } from '@/ui/base/loaded'
import { inDialog, onDemand } from '@/ui/late'
import { type PartChoice, partChoices, type Timing } from '@/words/part-choices'
import { timingWords } from '@/words/part-readers'
import { roleWords } from '@/words/roles'

const PartTimingDialog = onDemand(
  async () => (await import('./part-timing-dialog')).PartTimingDialog,
  inDialog,
)

/** What one person may read of the owner's plan, and when, in a short list for each time; the owner can change it. */
export function PartTimings({ person }: { person: Designation }) {
  const chosen = useQuery(partAccessQuery(person.owner_id))
  const [changing, setChanging] = useState<PartChoice | null>(null)
  const { isOffered } = useOffered()
  const isHeld = useHeldUntil() !== null
  const name = person.person_name
  return (
    <Card title={`What ${name} can read, and when`}>
      <p className="mb-5 max-w-prose">
        {name} is your {roleWords[person.role].name.toLowerCase()}. Messages aren’t in these lists: each one
        says whom it’s for.
      </p>
      <Loaded
        query={chosen}
        loading={`Loading what ${name} can read`}
        errorTitle={`Unable to load what ${name} can read`}
      >
        {(rows) => {
          const timings = timingsOf(person, rows)
          const partsAt = (timing: Timing) =>
            [...timings].flatMap(([choice, at]) => (at === timing && isOffered(choice) ? choice : []))
          const now = changing && timings.get(changing)
          return (
            <>
              <div className="grid gap-6">
                {timingWords.map(({ timing, heading, explain }) => (
                  <div key={timing}>
                    <h3 className="font-semibold">{heading}</h3>
                    {/* It's about what will open, and how. */}
                    <UnlessFrozen>
                      <p className="max-w-prose text-ink-soft">{explain(name, partsAt(timing))}</p>
                    </UnlessFrozen>
                    <PartsOf
                      label={heading}
                      isEarly={timing === 'first_hours'}
                      choices={partsAt(timing)}
                      disabled={isHeld}
                      onChange={setChanging}
                    />
                  </div>
                ))}
              </div>
              {changing && now ? (
                <PartTimingDialog
                  person={person}
                  choice={changing}
                  now={now}
                  onClose={() => setChanging(null)}
                />
              ) : null}
            </>
          )
        }}
      </Loaded>
      <UnlessFrozen>
        <NewBrowserNotice className="mt-5" what="change who sees what" />
      </UnlessFrozen>
    </Card>
  )
}

interface PartsOfProps {
  label: string
  /** Whether this is the list for the first hours. */
  isEarly: boolean
  choices: readonly PartChoice[]
  disabled: boolean
  onChange: (choice: PartChoice) => void
}

function PartsOf({ label, isEarly, choices, disabled, onChange }: PartsOfProps) {
  if (choices.length === 0) return <p className="mt-2">Nothing.</p>
  return (
    <ul aria-label={label} className="mt-2 divide-y divide-line border-y border-line">
      {choices.map((choice) => (
        <li key={choice} className="flex items-center justify-between gap-x-4 py-1">
          <span className="min-w-0 py-2">
            {partChoices[choice].name}
            {isEarly && partChoices[choice].opensEarly === 'died' ? ', on the day you die' : ''}
          </span>
          <UnlessFrozen>
            <Button
              // The part moves to another list, and the focus with it.
              id={`change-${choice}`}
              variant="quiet"
              className="-mr-3 shrink-0 whitespace-nowrap"
              disabled={disabled}
              aria-label={`Change ${partChoices[choice].name}`}
              onClick={() => onChange(choice)}
            >
              Change
            </Button>
          </UnlessFrozen>
        </li>
      ))}
    </ul>
  )
}
