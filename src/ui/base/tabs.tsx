import * as Radix from '@radix-ui/react-tabs'
import { type ReactNode, useRef, useState } from 'react'

/** One tab and what it shows. */
export interface TabItem {
  value: string
  label: string
  content: ReactNode
  /** Keeps the tab's content mounted once it was shown, because an upload may be running there. */
  keep?: boolean
}

export interface TabsProps {
  /** Names the row of tabs for assistive technology. */
  label: string
  items: readonly TabItem[]
  /** The open tab, best kept in the URL, so that a reload keeps it. */
  value: string
  onValueChange: (value: string) => void
}

/** Tabs that wrap onto more rows on narrow screens, so that none is hidden. Arrow keys move between them. */
export function Tabs({ label, items, value, onValueChange }: TabsProps) {
  const [shown, setShown] = useState<ReadonlySet<string>>(new Set([value]))
  if (!shown.has(value)) setShown(new Set([...shown, value]))
  const panels = useRef<HTMLDivElement>(null)
  // As high as from here to the end of the window: a shorter tab would move the row of tabs, away from under the finger.
  const [room, setRoom] = useState(0)
  const change = (next: string) => {
    setRoom(window.innerHeight - (panels.current?.getBoundingClientRect().top ?? 0))
    onValueChange(next)
  }
  return (
    <Radix.Root value={value} onValueChange={change}>
      <Radix.List
        aria-label={label}
        className="mb-6 flex flex-wrap gap-1 border-b border-line pb-3 print:hidden"
      >
        {items.map((item) => (
          <Radix.Trigger
            key={item.value}
            value={item.value}
            className="min-h-11 rounded-control border border-line bg-sheet px-2 py-1.5 text-ink-soft hover:bg-well hover:text-ink data-[state=active]:border-forest data-[state=active]:bg-forest-wash data-[state=active]:font-semibold data-[state=active]:text-ink"
          >
            {item.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      <div ref={panels} style={{ minHeight: room }} className="print:min-h-0!">
        {items.map((item) => (
          <Radix.Content
            key={item.value}
            value={item.value}
            className="rounded-small"
            {...(item.keep && shown.has(item.value)
              ? { forceMount: true, hidden: item.value !== value }
              : {})}
          >
            {item.content}
          </Radix.Content>
        ))}
      </div>
    </Radix.Root>
  )
}
