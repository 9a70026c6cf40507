import { useEffect, useRef } from 'react'

/** The heading of the dialog's current stage. Takes the focus, because the button that led here was removed. */
export function StageHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="text-title focus:outline-none">
      {children}
    </h3>
  )
}
