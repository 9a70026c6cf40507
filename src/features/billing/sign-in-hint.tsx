import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'

/** For those who are signed out: where their membership is to be seen. */
export function SignInHint() {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-8 gap-y-4">
      <p>
        <strong>Already a member?</strong> Sign in to see your plan, and to change or end it.
      </p>
      {/* Leads to sign-in, and from there to the membership. */}
      <ButtonLink to={paths.billing}>View billing details</ButtonLink>
    </div>
  )
}
