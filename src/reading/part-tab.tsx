import type { ReactNode } from 'react'
import { onFirstTouch } from '@/browser/first-touch'
import type { Late } from '@/browser/late'
import { planParts } from '@/parts'
import type { Facts, Shown } from '@/parts/kit/facts'
import type { PartData } from '@/parts/kit/part'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { useLate } from '@/ui/late'
import type { ReadPart } from './use-plan'

// So that each tab opens at once, also if the connection is lost by then.
onFirstTouch(() => {
  for (const { facts } of planParts) facts?.ahead()
})

interface Props {
  part: ReadPart
  shown: Shown
}

/** A part as a tab of the memorial. Its code comes when it is first shown, as its data does. */
export function PartTab({ part, shown }: Props) {
  return part.facts ? <Tab part={part} shown={shown} facts={part.facts} /> : null
}

function Tab({ part: { words, query }, shown, facts }: Props & { facts: Late<Facts<PartData>> }) {
  const code = useLate(facts)
  return (
    <Loaded query={code} loading={words.loading} errorTitle={words.errorTitle} cards={2}>
      {({ tab }) => tab(query, shown, words)}
    </Loaded>
  )
}

/** A part without the heading of a tab. @param none what is shown when there is no data */
export function PartShown({ part, shown, none }: Props & { none: ReactNode }) {
  return part.facts ? <Content part={part} shown={shown} none={none} facts={part.facts} /> : null
}

function Content({
  part: { words, query },
  shown,
  none,
  facts,
}: Props & { none: ReactNode; facts: Late<Facts<PartData>> }) {
  const code = useLate(facts)
  const both = allLoaded(code, query)
  return (
    <Loaded query={both} loading={words.loading} errorTitle={words.errorTitle}>
      {([{ show }, data]) => show(data, shown, words) ?? none}
    </Loaded>
  )
}
