import { useEffect, useRef } from 'react'

interface Props {
  children: string
  /** Shows that the stage ends by itself. */
  busy?: boolean
}

/** The heading of the dialog's current stage. Takes the focus, because the button that led here was removed. */
export function StageHeading({ children, busy = false }: Props) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="flex items-center gap-3 text-title focus:outline-none">
      {busy ? <span className="spinner shrink-0" aria-hidden="true" /> : null}
      {children}
    </h3>
  )
}
