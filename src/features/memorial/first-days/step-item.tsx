import { type ReactNode, useId, useState } from 'react'
import { stepLimits } from '@/data/memorial/step-limits'
import type { NewMark } from '@/data/memorial/step-marks'
import { count, firstSentence } from '@/lib/text'
import type { Reach } from '@/lib/ways-to-contact'
import type { Step } from '@/parts/kit/step'
import { marking, reopening, type StepState, stateOf, undoing } from '@/reading/steps/step-state'
import { Button, ButtonLink } from '@/ui/base/button'
import { Icon } from '@/ui/base/icons'
import { DescriptionList } from '@/ui/lists/description-list'
import { CountryChoice } from './country-choice'
import { PeopleToTell } from './people-to-tell'
import { byWhom, doingWords } from './who-words'
import { WriteForm } from './write-form'

export interface Marking {
  states: ReadonlyMap<string, StepState>
  /** The reader's id. */
  me: string
  /** Null where nothing can be marked, as in a preview. */
  act: ((marks: readonly NewMark[]) => void) | null
}

/** A page on which a step is done. */
export interface StepLink {
  to: string
  label: string
  /** The label with what tells it from the same of other steps. */
  name: string
}

interface Props extends Marking {
  step: Pick<Step, 'key' | 'title' | 'words'> & Partial<Step>
  link?: StepLink | undefined
  /** What is said of it that is seen without opening it. */
  remark?: ReactNode
  /** What stands at the end of it, once it's opened. */
  children?: ReactNode
}

/**
 * One step: the box to check, what to do, and where it stands. Opened, it shows what is needed for it, and what the reader
 * can do.
 */
export function StepItem({ step, link, states, me, act, remark, children }: Props) {
  const id = useId()
  const [isWriting, setWriting] = useState(false)
  const state = stateOf(states, step.key)
  const { done, notes } = state
  const mine = state.doing.filter(({ actor_id }) => actor_id === me)
  const tick = () => act?.(done ? reopening(step, state) : [marking(step, 'done')])
  const status = done ? `Done by ${byWhom(done, me)}` : doingWords(state, me, 'doing this')
  const [sentence, ...rest] = done ? ['', ...step.words] : withoutFirstSentence(step.words)
  return (
    <div className="flex gap-1">
      <label className="-ml-2.5 grid size-11 shrink-0 place-items-center has-enabled:cursor-pointer">
        <input
          type="checkbox"
          className="size-6 accent-forest"
          aria-labelledby={id}
          checked={done !== null}
          disabled={act === null}
          onChange={tick}
        />
      </label>
      <div className="min-w-0 grow">
        <details className="group/step">
          <summary className="flex min-h-11 items-start gap-3 rounded-small py-1.5 [&::-webkit-details-marker]:hidden">
            <span className="min-w-0 grow wrap-anywhere">
              <span id={id} className="block font-serif text-title font-semibold">
                {step.title}
              </span>
              {status ? <span className="block text-ink-soft">{status}</span> : null}
              {sentence ? <span className="block max-w-prose">{sentence}</span> : null}
              {notes.length > 0 ? (
                <span className="block text-ink-soft group-open/step:hidden">
                  {count(notes.length, 'note')}
                </span>
              ) : null}
            </span>
            <Icon
              name="chevron-down"
              className="mt-1 shrink-0 text-ink-soft group-open/step:rotate-180 print:hidden"
            />
          </summary>
          <div className="pb-2">
            <Content step={{ ...step, words: rest }} />
            {step.byCountry && !done ? <CountryChoice title={step.title} /> : null}
            {step.people ? <PeopleToTell people={step.people} states={states} me={me} act={act} /> : null}
            {notes.length > 0 ? (
              <ul aria-label={`Notes: ${step.title}`} className="mt-3 grid gap-2">
                {notes.map((note) => (
                  <li key={note.id} className="rounded-control bg-well px-4 py-2.5">
                    <p className="whitespace-pre-line wrap-anywhere">{note.note}</p>
                    <p className="text-small text-ink-soft">{byWhom(note, me)}</p>
                    {act && note.actor_id === me ? (
                      <Button
                        variant="quiet"
                        className="-ml-3"
                        aria-label={`Delete the note: ${note.note}`}
                        onClick={() => act(undoing(step, [note]))}
                      >
                        Delete note
                      </Button>
                    ) : null}
                  </li>
                ))}
              </ul>
            ) : null}
            {isWriting ? (
              <div className="mt-3">
                <WriteForm
                  label="Your note"
                  hint="Everyone who can see this step can read it."
                  limit={stepLimits.note}
                  missing="Write something first."
                  saveLabel="Save the note"
                  onSave={(text) => {
                    act?.([marking(step, 'note', text)])
                    setWriting(false)
                  }}
                  onCancel={() => setWriting(false)}
                />
              </div>
            ) : act ? (
              <div className="mt-3 -ml-3 flex flex-wrap gap-x-2 print:hidden">
                {done || step.people ? null : mine.length > 0 ? (
                  <Button
                    variant="quiet"
                    aria-label={`I’m not doing this after all: ${step.title}`}
                    onClick={() => act(undoing(step, mine))}
                  >
                    I’m not doing this after all
                  </Button>
                ) : (
                  <Button
                    variant="quiet"
                    aria-label={`I’m doing this: ${step.title}`}
                    onClick={() => act([marking(step, 'doing')])}
                  >
                    I’m doing this
                  </Button>
                )}
                <Button
                  variant="quiet"
                  aria-label={`Add a note: ${step.title}`}
                  onClick={() => setWriting(true)}
                >
                  Add a note
                </Button>
                {link ? (
                  <ButtonLink variant="quiet" to={link.to} aria-label={`${link.name}: ${step.title}`}>
                    {link.label}
                  </ButtonLink>
                ) : null}
              </div>
            ) : null}
            {children}
          </div>
        </details>
        {remark}
      </div>
    </div>
  )
}

/** The first sentence, and the paragraphs as they go on after it. */
function withoutFirstSentence([first = '', ...others]: readonly string[]): string[] {
  const sentence = firstSentence(first)
  const rest = first.slice(sentence.length).trim()
  return [sentence, ...(rest ? [rest] : []), ...others]
}

function Content({ step: { title, words, facts = [], reach = [] } }: Pick<Props, 'step'>) {
  return (
    <div className="grid grid-cols-1 gap-2 wrap-anywhere">
      {words.map((text) => (
        <p key={text} className="max-w-prose wrap-anywhere whitespace-pre-line">
          {text}
        </p>
      ))}
      {facts.length > 0 ? <DescriptionList items={facts} /> : null}
      {reach.length > 0 ? (
        <div className="mt-1 flex flex-wrap gap-2">
          <ReachLinks reach={reach} name={title} />
        </div>
      ) : null}
    </div>
  )
}

/** One press to call or to write. @param name whom, for those who hear the links out of their place */
export function ReachLinks({ reach, name }: { reach: readonly Reach[]; name: string }) {
  return reach.map(({ kind, label, href }) => (
    <span key={href} className="contents">
      <ButtonLink
        to={href}
        icon={kind === 'call' ? 'phone' : 'mail'}
        // An address breaks in the middle where there is no room for it.
        className="max-sm:px-3"
        aria-label={`${kind === 'call' ? 'Call' : 'Email'} ${label}: ${name}`}
      >
        {kind === 'call' ? 'Call' : 'Email'} {label}
      </ButtonLink>
      <span className="hidden w-full print:block">{label}</span>
    </span>
  ))
}
