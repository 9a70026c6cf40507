import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { createQueryClient } from '@/browser/query-client'
import { membershipQuery } from '@/data/membership/membership'
import { type SessionUser, useSession } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/base/button'
import { Loaded } from '@/ui/base/loaded'
import { SkeletonPage } from '@/ui/base/skeletons'
import { Toaster } from '@/ui/base/toaster'
import type { Offer } from '@/words/offers'
import { StatusBadge } from './membership-card'
import { isAtStripe, offerName, renewalWords, runningOffer, trialWords } from './membership-words'
import { PaymentButton } from './payment-button'
import { SignInHint } from './sign-in-hint'

interface Props {
  /** Called with the offer that the person pays for, once it is known. */
  onRunningOffer: (offer: Offer | null) => void
}

/** The reader's membership; a hint to sign in if the session turns out to have ended. */
export function PricingMembership({ onRunningOffer }: Props) {
  const session = useSession()
  if (session.status === 'loading') return null
  if (session.status === 'signed-out') return <SignInHint />
  return <OwnMembership key={session.user.id} user={session.user} onRunningOffer={onRunningOffer} />
}

function OwnMembership({ user, ...rest }: Props & { user: SessionUser }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Summary userId={user.id} {...rest} />
      <Toaster />
    </QueryClientProvider>
  )
}

function Summary({ userId, onRunningOffer }: Props & { userId: string }) {
  const membership = useQuery(membershipQuery(userId))
  const running = runningOffer(membership.data?.subscription ?? null)
  useEffect(() => onRunningOffer(running), [running, onRunningOffer])
  return (
    <Loaded
      query={membership}
      loading="Loading your membership"
      errorTitle="Unable to load your membership"
      skeleton={<SkeletonPage label="Loading your membership" />}
    >
      {({ subscription }) => (
        <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
          <div className="min-w-0 max-w-prose">
            <h2 className="sr-only">Your membership</h2>
            <p className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-title">
              <span className="font-serif font-semibold">{offerName(subscription)}</span>
              <StatusBadge subscription={subscription} />
            </p>
            <p>Trial: {trialWords(subscription)}</p>
            <p>Next renewal: {renewalWords(subscription)}</p>
          </div>
          <div className="flex flex-wrap gap-3">
            {isAtStripe(subscription) ? <PaymentButton /> : null}
            <ButtonLink to={paths.billing}>View billing details</ButtonLink>
          </div>
        </div>
      )}
    </Loaded>
  )
}
