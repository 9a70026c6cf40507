import type { Reach } from '@/lib/ways-to-contact'
import { ButtonLink } from '@/ui/base/button'

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
