import type { ComponentProps, ReactNode } from 'react'
import { cx } from './cx'
import { Icon } from './icons'

type NoticeTone = 'info' | 'good' | 'warning' | 'danger'

const looks = {
  info: { box: 'border-edge bg-well', mark: 'text-ink-soft', icon: 'info', word: 'Note' },
  good: { box: 'border-good bg-good-wash', mark: 'text-good', icon: 'check', word: 'Done' },
  warning: {
    box: 'border-warning bg-warning-wash',
    mark: 'text-warning',
    icon: 'warning',
    word: 'Please note',
  },
  danger: { box: 'border-danger bg-danger-wash', mark: 'text-danger', icon: 'danger', word: 'Problem' },
} as const

export interface NoticeProps extends Omit<ComponentProps<'div'>, 'title'> {
  tone?: NoticeTone
  title?: string | undefined
  /** A button or link under the text. */
  action?: ReactNode
}

/**
 * A message that stays on the page. Give it role="status" or role="alert" if it appears after an action. Without a
 * title, assistive technology reads the tone first, as a word.
 */
export function Notice({ tone = 'info', title, action, className, children, ...rest }: NoticeProps) {
  const { box, mark, icon, word } = looks[tone]
  return (
    <div className={cx('flex gap-3 rounded-control border-l-4 px-4 py-3.5', box, className)} {...rest}>
      <Icon name={icon} className={cx('mt-0.5 shrink-0', mark)} />
      <div className="min-w-0">
        {title ? <p className="font-semibold">{title}</p> : <span className="sr-only">{word}: </span>}
        {children ? <div className="[&_p+p]:mt-2">{children}</div> : null}
        {action ? <div className="mt-3 flex flex-wrap gap-3">{action}</div> : null}
      </div>
    </div>
  )
}

/**
 * The ref of an element that takes the focus when it appears, because the button that was pressed is gone or can no
 * longer be pressed. Give the element tabIndex={-1}.
 */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}

export interface DoneNoticeProps extends Omit<NoticeProps, 'ref' | 'role' | 'tabIndex'> {
  /** Whether the button that was pressed is gone or can no longer be pressed. */
  takesFocus?: boolean
}

/** Says what was done. It takes the focus if it stands in place of the button that was just pressed. */
export function DoneNotice({ takesFocus = true, ...props }: DoneNoticeProps) {
  return (
    <Notice tone="good" {...props} ref={takesFocus ? takeFocus : undefined} tabIndex={-1} role="status" />
  )
}

/** A band across the whole page, under its header. */
export function Strip({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <div className="mx-auto max-w-wide px-4 py-4 sm:px-6">{children}</div>
    </div>
  )
}
