import { useQuery } from '@tanstack/react-query'
import { Suspense } from 'react'
import { membershipQuery } from '@/data/membership'
import { useUser } from '@/data/session'
import { TrialEnded } from './later'

/**
 * The premium gate, on top of every planning screen. It explains what the database enforces and takes nothing away: the
 * screen stays below it, to be read, printed and deleted from. Nothing waits for it, and what is being typed stays when
 * a membership ends meanwhile.
 */
export function PremiumGate() {
  const user = useUser()
  const { data } = useQuery(membershipQuery(user.id))
  if (data?.premium !== false) return null
  return (
    <Suspense fallback={null}>
      <TrialEnded subscription={data.subscription} />
    </Suspense>
  )
}
