import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/base/button'

/** Tells people who are signed out where to see their membership. */
export function SignInHint() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <p>
        <strong>Already a member?</strong> Sign in to see your membership, change it or end it.
      </p>
      {/* Leads to sign-in first, then to the membership. */}
      <ButtonLink to={paths.billing}>View billing details</ButtonLink>
    </div>
  )
}
