import { useEffect, useRef } from 'react'
import type { Memorial } from '@/data/memorial/memorials'
import { type SentMark, useStepMarks } from '@/data/memorial/step-marks'
import { keepAppOffline } from '@/data/offline-app'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { keepStepCopy } from '@/plan/steps/step-copies'
import { stepTitles } from '@/plan/steps/step-titles'
import type { ReadPart } from '@/sections/plan'
import { type PlanStep, planSteps } from '@/sections/steps'
import { Button } from '@/ui/button'
import { RetryNotice } from '@/ui/page/loaded'
import { Section } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'
import { SharedSteps } from './shared-steps'

interface Props extends Pick<Memorial, 'owner' | 'canViewFinances'> {
  /** The name of the tab. */
  title: string
  /** The parts of the plan that the reader may see. */
  parts: readonly ReadPart[]
}

/** What to do after the death: the steps of this plan, shared with the others who may see them. */
export function FirstDays({ owner, canViewFinances, title, parts }: Props) {
  const ownerId = owner.user_id
  const who = owner.full_name ?? 'your loved one'
  const loaded = parts.flatMap(({ query: { data }, ...part }) =>
    data === undefined ? [] : { ...part, data },
  )
  const steps = planSteps(loaded, { who })
  const isWhole = loaded.length === parts.length
  const shared = useStepMarks(ownerId, canViewFinances, isWhole ? stepTitles(steps) : null)
  const { query } = shared
  const isLoading = parts.some(({ query: { data, error } }) => data === undefined && error === null)
  if (isLoading || (query.data === undefined && query.error === null)) {
    return <SkeletonCards label="Loading what to do" count={3} />
  }
  return (
    <Section
      title={title}
      intro="One thing after another. Most of it can wait, and you don't have to do it alone: everyone who can see a step sees who is doing it."
      actions={
        <Button icon="print" onClick={() => window.print()}>
          Print this list
        </Button>
      }
    >
      <div className="mb-4 grid gap-4 empty:hidden">
        {parts
          .filter(({ query: { data, error } }) => data === undefined && error !== null)
          .map(({ key, source, query: failed }) => (
            <RetryNotice
              key={key}
              className="print:hidden"
              title={`${source.errorTitle}, so its steps are missing here`}
              query={failed}
            />
          ))}
      </div>
      <SharedSteps
        steps={steps}
        shared={shared}
        stoppedAt={owner.release_stopped_at}
        withFinances={canViewFinances}
        linkOf={({ letter, key, service }) => {
          if (letter)
            return {
              to: paths.memorialLetter(ownerId, key),
              label: 'Write the letter',
              name: `Write the letter to ${letter.to}`,
            }
          return service && canViewFinances
            ? {
                to: paths.memorialService(ownerId),
                label: 'Arrange the service',
                name: 'Arrange the service',
              }
            : undefined
        }}
      />
      {query.data ? (
        <OfflineCopy
          ownerId={ownerId}
          owner={owner}
          withFinances={canViewFinances}
          steps={steps}
          marks={query.data}
          // Only a whole list replaces the copy.
          inputs={isWhole ? [query.data, ...loaded.map(({ data }) => data)] : null}
        />
      ) : null}
    </Section>
  )
}

interface OfflineCopyProps {
  ownerId: string
  owner: Props['owner']
  withFinances: boolean
  steps: readonly PlanStep[]
  marks: readonly SentMark[]
  /** What the copy is made from: it is made again when one of these is another; null: not now. */
  inputs: readonly unknown[] | null
}

/** Keeps the list on this device whenever it has changed, and the app's own files, for where there is no connection. */
function OfflineCopy({ ownerId, owner, withFinances, steps, marks, inputs }: OfflineCopyProps) {
  const { id: me } = useUser()
  const copied = useRef<readonly unknown[]>([])
  useEffect(() => {
    if (inputs === null) return
    if (inputs.length === copied.current.length && inputs.every((one, n) => one === copied.current[n])) return
    copied.current = inputs
    keepStepCopy(me, ownerId, {
      savedAt: new Date().toISOString(),
      ownerName: owner.full_name,
      stoppedAt: owner.release_stopped_at,
      withFinances,
      steps,
      marks,
    })
  })
  useEffect(() => {
    // This code is needed when it can no longer be loaded.
    void import('./copied-first-days').then(keepAppOffline, () => {})
  }, [])
  return null
}
