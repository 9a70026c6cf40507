import type { ReactNode } from 'react'
import { cx } from './cx'
import { Icon } from './icons'

export type BadgeTone = 'neutral' | 'good' | 'waiting' | 'warning' | 'danger'

const looks = {
  neutral: { box: 'border-line bg-well text-ink', icon: null },
  good: { box: 'border-good/40 bg-good-wash text-good', icon: 'check' },
  waiting: { box: 'border-waiting/40 bg-waiting-wash text-waiting', icon: 'waiting' },
  warning: { box: 'border-warning/40 bg-warning-wash text-warning', icon: 'warning' },
  danger: { box: 'border-danger/40 bg-danger-wash text-danger', icon: 'danger' },
} as const

/** A short state in words. A tone that means something also has an icon, so that it never depends on color alone. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  const { box, icon } = looks[tone]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full border px-3 py-0.5 text-small font-semibold',
        box,
      )}
    >
      {icon ? <Icon name={icon} className="size-4 shrink-0" /> : null}
      {children}
    </span>
  )
}
