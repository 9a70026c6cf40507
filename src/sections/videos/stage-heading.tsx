import { useEffect, useRef } from 'react'

/** Names what the dialog has come to. Takes the focus, because the button that led here is gone. */
export function StageHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <h3 ref={heading} tabIndex={-1} className="text-title focus:outline-none">
      {children}
    </h3>
  )
}
