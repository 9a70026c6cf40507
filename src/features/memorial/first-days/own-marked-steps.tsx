import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { profileQuery } from '@/data/account/profiles'
import { stepMarksQuery } from '@/data/memorial/step-marks'
import { MarkedSteps } from './marked-steps'
import { StepsList } from './steps-list'

/** The steps of the signed-in owner's frozen plan, with what the people they named have done of them once that is read. */
export function OwnMarkedSteps(list: ComponentProps<typeof StepsList>) {
  const marks = useQuery(stepMarksQuery(list.me, [])).data
  // What was marked before a stop doesn't count.
  const profile = useQuery(profileQuery(list.me)).data
  if (!marks || !profile) return <StepsList {...list} />
  return (
    <MarkedSteps
      {...list}
      marks={marks}
      stoppedAt={profile.release_stopped_at}
      addedTitle="Added by the people you’ve named"
    />
  )
}
