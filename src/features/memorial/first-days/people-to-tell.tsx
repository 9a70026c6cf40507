import { useState } from 'react'
import type { NewMark } from '@/data/memorial/step-marks'
import { count, DOT } from '@/lib/text'
import type { PersonToTell } from '@/parts/kit/step'
import { tellTitle } from '@/reading/steps/plan-steps'
import { marking, reopening, type StepState, stateOf, undoing } from '@/reading/steps/step-state'
import { Button } from '@/ui/base/button'
import { PagedList } from '@/ui/lists/paged-list'
import { ReachLinks } from './step-item'
import { toldWords } from './who-words'
import { WriteForm } from './write-form'

interface Props {
  people: readonly PersonToTell[]
  states: ReadonlyMap<string, StepState>
  /** The reader's id. */
  me: string
  /** Null where nothing can be marked, as in a preview. */
  act: ((marks: readonly NewMark[]) => void) | null
}

/** So many are asked for at once: a list of all would be most of the page. */
const AT_ONCE = 5

const titled = ({ key, name }: PersonToTell) => ({ key, title: tellTitle(name) })

/** The people to tell: to share out, to call or email with one press, and to check off. */
export function PeopleToTell({ people, states, me, act }: Props) {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const [isNaming, setNaming] = useState(false)
  const [areAllShown, setAllShown] = useState(false)
  // Those who are left come first, of them the reader's own. Told while the list is open, a person stays where they are.
  const [rankOf] = useState(() => new Map(people.map(({ key }) => [key, rank(stateOf(states, key), me)])))
  const inOrder = people.toSorted((one, other) => (rankOf.get(one.key) ?? 0) - (rankOf.get(other.key) ?? 0))
  const left = people.filter(({ key }) => stateOf(states, key).done === null)
  const mine = left.filter(({ key }) =>
    stateOf(states, key).doing.some(({ actor_id, note }) => actor_id === me && note === null),
  )
  const stop = () => {
    setChosen(null)
    setNaming(false)
  }
  const shareOut = (name?: string) => {
    const picked = people.filter(({ key }) => chosen?.has(key))
    act?.(picked.map((person) => marking(titled(person), 'doing', name)))
    stop()
  }
  const toggle = (key: string) =>
    setChosen((before) => {
      const next = new Set(before)
      if (!next.delete(key)) next.add(key)
      return next
    })
  return (
    <div className="mt-4">
      <p role="status" className="mb-3 font-semibold">
        {left.length === 0
          ? 'Everyone on the list has been told.'
          : `${left.length} of ${count(people.length, 'person', 'people')} still to tell.`}
        {mine.length > 0 ? ` ${mine.length} of them ${mine.length === 1 ? 'is' : 'are'} yours.` : null}
      </p>
      {act && left.length > 1 && chosen === null ? (
        <Button className="mb-4" icon="people" onClick={() => setChosen(new Set())}>
          Divide up the calls
        </Button>
      ) : null}
      {chosen === null ? null : (
        <div className="mb-4 grid gap-3 rounded-control bg-well p-4 print:hidden">
          <p>Choose people below. Then say who will call them.</p>
          {isNaming ? (
            <WriteForm
              oneLine
              label="Who will call them?"
              hint="It can also be someone without access. Tell them yourself: we won’t email them."
              limit={120}
              missing="Enter a name."
              saveLabel={`Save for ${count(chosen.size, 'person', 'people')}`}
              onSave={shareOut}
              onCancel={() => setNaming(false)}
            />
          ) : (
            <div className="flex flex-wrap gap-3">
              <Button variant="primary" disabled={chosen.size === 0} onClick={() => shareOut()}>
                I’ll call {chosen.size === 0 ? 'them' : count(chosen.size, 'person', 'people')}
              </Button>
              <Button disabled={chosen.size === 0} onClick={() => setNaming(true)}>
                Someone else will
              </Button>
              <Button onClick={stop}>Cancel</Button>
            </div>
          )}
        </div>
      )}
      <PagedList
        label="People to tell"
        items={inOrder.map((person) => ({ ...person, id: person.key }))}
        {...(areAllShown || chosen ? {} : { size: AT_ONCE })}
        className="divide-y divide-line border-y border-line"
        itemClassName="py-3"
      >
        {(person) => (
          <Person
            person={person}
            state={stateOf(states, person.key)}
            me={me}
            act={act}
            chosen={chosen?.has(person.key)}
            onChoose={() => toggle(person.key)}
          />
        )}
      </PagedList>
      {people.length > AT_ONCE && !areAllShown && chosen === null ? (
        <Button variant="quiet" className="mt-2 -ml-3" onClick={() => setAllShown(true)}>
          Show all {people.length}
        </Button>
      ) : null}
    </div>
  )
}

/** The place of a person in the list: the reader's own calls, those that are left, those who have been told. */
function rank({ done, doing }: StepState, me: string): number {
  if (done) return 2
  return doing.some(({ actor_id, note }) => actor_id === me && note === null) ? 0 : 1
}

interface PersonProps extends Pick<Props, 'me' | 'act'> {
  person: PersonToTell
  state: StepState
  /** Undefined unless people are being chosen. */
  chosen: boolean | undefined
  onChoose: () => void
}

function Person({ person, state, me, act, chosen, onChoose }: PersonProps) {
  const { name, relation, reach } = person
  const step = titled(person)
  const mine = state.doing.filter(({ actor_id }) => actor_id === me)
  const told = toldWords(state, me)
  const heading = (
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">{name}</span>
      {relation ? <span className="text-ink-soft">{`${DOT}${relation}`}</span> : null}
    </span>
  )
  return (
    <>
      {chosen === undefined || state.done ? (
        <p className="flex gap-3">
          <span aria-hidden="true" className="hidden print:inline">
            {state.done ? '☑' : '☐'}
          </span>
          {heading}
        </p>
      ) : (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-5.5 shrink-0 accent-forest"
            checked={chosen}
            onChange={onChoose}
          />
          {heading}
        </label>
      )}
      {told ? <p className="text-ink-soft">{told}</p> : null}
      {reach.length === 0 && !state.done ? (
        <p className="text-ink-soft italic">The plan has no number or email for them.</p>
      ) : null}
      {chosen === undefined ? (
        <div className="row-of-actions mt-2">
          {state.done ? null : <ReachLinks reach={reach} name={name} />}
          {act === null ? null : state.done ? (
            <Button
              variant="quiet"
              aria-label={`Mark as not told: ${name}`}
              onClick={() => act(reopening(step, state))}
            >
              Mark as not told
            </Button>
          ) : (
            <>
              <Button icon="check" aria-label={`Told: ${name}`} onClick={() => act([marking(step, 'done')])}>
                Told
              </Button>
              {(
                [
                  ['left_message', 'Left a message'],
                  ['not_reached', 'Not reached'],
                ] as const
              ).map(([mark, label]) => (
                <Button
                  key={mark}
                  variant="quiet"
                  aria-label={`${label}: ${name}`}
                  onClick={() => act([marking(step, mark)])}
                >
                  {label}
                </Button>
              ))}
              {mine.length > 0 ? (
                <Button
                  variant="quiet"
                  aria-label={`I can’t call after all: ${name}`}
                  onClick={() => act(undoing(step, mine))}
                >
                  I can’t call after all
                </Button>
              ) : (
                <Button
                  variant="quiet"
                  aria-label={`I’ll call: ${name}`}
                  onClick={() => act([marking(step, 'doing')])}
                >
                  I’ll call
                </Button>
              )}
            </>
          )}
        </div>
      ) : null}
    </>
  )
}
