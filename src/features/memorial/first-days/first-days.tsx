import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { keepAppOffline } from '@/browser/offline'
import { isReleased, profileQuery } from '@/data/account/profiles'
import { isKeptOffDevices } from '@/data/memorial/kept-off-devices'
import type { Memorial } from '@/data/memorial/memorials'
import { type SentMark, useStepMarks } from '@/data/memorial/step-marks'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { type LetterGiven, letterLink } from '@/reading/steps/letter'
import { type PlanStep, planSteps, stepTitles, usePartSteps } from '@/reading/steps/plan-steps'
import { keepStepCopy } from '@/reading/steps/step-copies'
import { bornOn, memorialParts, type ReadPart } from '@/reading/use-plan'
import { Button } from '@/ui/base/button'
import { RetryNotice } from '@/ui/base/loaded'
import { PageSection } from '@/ui/base/page'
import { SkeletonCards } from '@/ui/base/skeletons'
import { roleWords } from '@/words/roles'
import { CountryFrame, useCountry } from './country-choice'
import { KeepHere } from './keep-here'
import { SharedSteps } from './shared-steps'

interface Props extends Pick<Memorial, 'owner' | 'role' | 'canViewFinances' | 'openParts'> {
  /** The name of the tab. */
  title: string
  /** The parts of the plan that the reader may see. */
  parts: readonly ReadPart[]
}

/** What to do after the death: the steps of this plan, shared with the others who may see them. */
export function FirstDays({ owner, role, canViewFinances, openParts, title, parts }: Props) {
  const ownerId = owner.user_id
  const who = owner.full_name ?? 'your loved one'
  const withSteps = usePartSteps(parts)
  const chosen = useCountry()
  const steps = planSteps(withSteps, { who }, chosen.country)
  const isWhole = withSteps.every(({ query: { data } }) => data !== undefined)
  const shared = useStepMarks(ownerId, openParts, isWhole ? stepTitles(steps) : null)
  const { query } = shared
  const isLoading = withSteps.some(({ query: { data, error } }) => data === undefined && error === null)
  if (isLoading || (query.data === undefined && query.error === null)) {
    return <SkeletonCards label="Loading what to do" count={3} />
  }
  return (
    <PageSection
      title={title}
      titleHidden
      intro="One thing at a time. Most of this can wait. Everyone here sees who’s doing what."
    >
      <div className="mb-4 grid gap-4 empty:hidden">
        {withSteps
          .filter(({ steps, query: { data, error } }) => steps && data === undefined && error !== null)
          .map(({ key, words, query: failed }) => (
            <RetryNotice
              key={key}
              className="print:hidden"
              title={`${words.errorTitle}, so its steps are missing here`}
              query={failed}
            />
          ))}
      </div>
      <CountryFrame chosen={chosen}>
        <SharedSteps
          steps={steps}
          shared={shared}
          stoppedAt={owner.release_stopped_at}
          withFinances={canViewFinances}
          linkOf={(step) => {
            if (step.service && canViewFinances)
              return linkTo(paths.memorialService(ownerId), 'Arrange the service')
            if (step.obituary && role === 'executor' && isReleased(owner))
              return linkTo(paths.memorialObituary(ownerId), 'Start from a draft')
            return letterLink(ownerId, step)
          }}
        />
      </CountryFrame>
      <Button className="mt-6" icon="print" onClick={() => window.print()}>
        Print this list
      </Button>
      {/* What is open in the first hours may be closed at any moment, so nothing of it stays on the device. */}
      {query.data && isReleased(owner) ? <KeepHere /> : null}
      {query.data && isReleased(owner) ? (
        <OfflineCopy
          ownerId={ownerId}
          stoppedAt={owner.release_stopped_at}
          letters={{
            who: owner.full_name,
            bornOn: bornOn(parts),
            diedOn: owner.died_on,
            role: roleWords[role].name.toLowerCase(),
          }}
          withFinances={canViewFinances}
          openParts={openParts}
          steps={steps.filter(({ key }) => !isKeptOffDevices(key))}
          marks={query.data.filter(({ step_key }) => !isKeptOffDevices(step_key))}
          // Only a whole list replaces the copy.
          inputs={isWhole ? [query.data, chosen.country, ...parts.map((part) => part.query.data)] : null}
        />
      ) : null}
    </PageSection>
  )
}

const linkTo = (to: string, label: string) => ({ to, label, name: label })

interface OfflineCopyProps {
  ownerId: string
  stoppedAt: string | null
  letters: Omit<LetterGiven, 'writer'>
  withFinances: boolean
  openParts: readonly string[]
  steps: readonly PlanStep[]
  marks: readonly SentMark[]
  /** What the copy is made from: it is made again when one of these is another; null: not now. */
  inputs: readonly unknown[] | null
}

/** Keeps the list on this device whenever it has changed, and the app's own files, for where there is no connection. */
function OfflineCopy({
  ownerId,
  stoppedAt,
  letters,
  withFinances,
  openParts,
  steps,
  marks,
  inputs,
}: OfflineCopyProps) {
  const { id: me } = useUser()
  const writer = useQuery(profileQuery(me)).data?.full_name ?? null
  const copied = useRef<readonly unknown[]>([])
  useEffect(() => {
    if (inputs === null) return
    const sources = [...inputs, writer, letters.diedOn]
    if (sources.length === copied.current.length && sources.every((one, n) => one === copied.current[n]))
      return
    copied.current = sources
    keepStepCopy(me, ownerId, {
      savedAt: new Date().toISOString(),
      letters: { ...letters, writer },
      stoppedAt,
      withFinances,
      openParts,
      steps,
      marks,
    })
  })
  useEffect(() => {
    // This code is needed when it can no longer be loaded.
    const tabs = memorialParts.map(({ facts }) => facts?.get())
    void Promise.all([import('./copied-first-days'), import('./letter-page'), ...tabs]).then(
      keepAppOffline,
      () => {},
    )
  }, [])
  return null
}
