import type { Gap } from '@/parts/kit/part'
import { ButtonLink } from '@/ui/base/button'
import { Card } from '@/ui/base/card'

/** The one thing to do now: the page's only primary button. */
export function NextStep({ step, isFirst }: { step: Gap; isFirst: boolean }) {
  const { why, ask, minutes, action, to } = step
  return (
    <Card
      highlighted
      title={`${isFirst ? 'Start here' : 'Next'}: ${ask}`}
      actions={
        <ButtonLink to={to} variant="primary">
          {action}
        </ButtonLink>
      }
    >
      <p className="text-ink-soft">
        {why} {minutes === undefined ? '' : `About ${minutes} minutes.`}
      </p>
    </Card>
  )
}
