import { useState } from 'react'
import { useUser } from '@/data/session/session'
import { readStepCopy } from '@/reading/steps/step-copies'

/** The copy of a list that this device kept, for a page that was opened without a connection; null when there is none. */
export function useStepCopy(ownerId: string) {
  const { id } = useUser()
  const [copy] = useState(() => readStepCopy(id, ownerId))
  return copy
}
