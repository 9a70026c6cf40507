import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useParams } from 'react-router-dom'
import { isReleased } from '@/data/account/profiles'
import { memoriesQuery } from '@/data/memorial/memories'
import { paths } from '@/lib/paths'
import { MemorialAlerts } from '@/reading/notices/memorial-alerts'
import { MemorialUnread } from '@/reading/notices/memorial-unread'
import { useMemorial } from '@/reading/use-memorial'
import { binderParts } from '@/reading/use-plan'
import { allLoaded } from '@/ui/base/loaded'
import { Page } from '@/ui/base/page'
import { usePartsToPrint } from './binder-sections'
import { PrintFrame } from './print-frame'

/** /memorial/{ownerId}/print: the parts of a plan that a designee may see, as a binder. */
export function Component() {
  const { ownerId = '' } = useParams()
  const { memorial, parts, record } = useMemorial(binderParts, ownerId, { isWhole: true })
  const plan = usePartsToPrint(parts)
  const hasMemories = memorial.data ? isReleased(memorial.data.owner) : false
  const memories = useQuery({ ...memoriesQuery(ownerId), enabled: hasMemories })
  const canView = memorial.data?.canView === true
  const tabs = [...new Set(parts.map(({ tab }) => tab))]
  const recordAll = useEffectEvent(() => tabs.forEach(record))
  const seen = tabs.join(' ')
  useEffect(() => {
    if (canView && seen) recordAll()
  }, [canView, seen])

  const title = 'Print the plan'
  const back = { to: paths.memorial(ownerId), label: 'The plan' }
  if (!memorial.data) {
    return <MemorialUnread query={memorial} title={title} back={back} loading="Loading the plan" />
  }
  const { owner, role } = memorial.data
  if (!canView) {
    return (
      <Page title={title} back={back}>
        <MemorialAlerts owner={owner} canView={canView} />
      </Page>
    )
  }
  const both = allLoaded(plan, memories)
  return (
    <PrintFrame
      title={title}
      back={back}
      hint={`What you can see of ${owner.full_name ?? 'a loved one'}’s plan. Keep it somewhere private.`}
      query={hasMemories ? { ...both, data: both.data?.[0] } : plan}
      ownerName={owner.full_name}
      diedOn={owner.died_on}
      memories={memories.data?.filter(({ is_hidden }) => !is_hidden) ?? []}
      reader={role}
      byOwner={null}
    />
  )
}
