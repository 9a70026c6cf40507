import type { ReactNode } from 'react'
import type { Facts, Shown } from '@/parts/kit/facts'
import { allLoaded } from '@/ui/base/all-loaded'
import { type CodeOnDemand, useCode } from '@/ui/base/code-on-demand'
import { Loaded } from '@/ui/base/loaded'
import type { ReadPart } from './use-plan'

interface Props {
  part: ReadPart
  shown: Shown
}

/** A part as a tab of the memorial. Its code comes when it is first shown, as its data does. */
export function PartTab({ part, shown }: Props) {
  return part.facts ? <Tab part={part} shown={shown} facts={part.facts} /> : null
}

function Tab({ part: { source, query }, shown, facts }: Props & { facts: CodeOnDemand<Facts> }) {
  const code = useCode(facts)
  return (
    <Loaded query={code} loading={source.loading} errorTitle={source.errorTitle} cards={2}>
      {({ tab }) => tab(query, shown)}
    </Loaded>
  )
}

/** A part without the heading of a tab. @param none what is shown when there is no data */
export function PartShown({ part, shown, none }: Props & { none: ReactNode }) {
  return part.facts ? <Content part={part} shown={shown} none={none} facts={part.facts} /> : null
}

function Content({
  part: { source, query },
  shown,
  none,
  facts,
}: Props & { none: ReactNode; facts: CodeOnDemand<Facts> }) {
  const code = useCode(facts)
  const both = allLoaded(code, query)
  return (
    <Loaded query={both} loading={source.loading} errorTitle={source.errorTitle}>
      {([{ show }, data]) => show(data, shown) ?? none}
    </Loaded>
  )
}
