import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useParams } from 'react-router-dom'
import { memorialQuery, recordView } from '@/data/memorial/memorials'
import { paths } from '@/lib/paths'
import { MemorialAlerts } from '@/plan/memorial/memorial-alerts'
import { MemorialDenied } from '@/plan/memorial/memorial-denied'
import { isReadBy } from '@/plan/section'
import { binderParts } from '@/sections/facts'
import { usePlan } from '@/sections/plan'
import { LoadFailed } from '@/ui/page/loaded'
import { Page } from '@/ui/page/page'
import { SkeletonCards } from '@/ui/page/states'
import { wholePlan } from './binder-sections'
import { PrintFrame } from './print-frame'

/** /memorial/{ownerId}/print: the parts of a plan that a designee may see, as a binder. */
export function Component() {
  const { ownerId = '' } = useParams()
  const memorial = useQuery(memorialQuery(ownerId))
  const plan = wholePlan(usePlan(binderParts, ownerId, memorial.data?.canView))
  const { canView = false, canViewFinances = false } = memorial.data ?? {}
  useEffect(() => {
    if (!canView) return
    const tabs = binderParts.filter((part) => isReadBy(part, canViewFinances)).map(({ tab }) => tab)
    for (const tab of new Set(tabs)) recordView(ownerId, tab)
  }, [ownerId, canView, canViewFinances])

  const title = 'Print the plan'
  const back = { to: paths.memorial(ownerId), label: 'Memorial' }
  if (memorial.data === undefined) {
    return (
      <Page title={title} back={back}>
        {memorial.error === null ? (
          <SkeletonCards label="Loading the plan" count={4} />
        ) : (
          <LoadFailed title="Unable to load memorial" query={memorial} />
        )}
      </Page>
    )
  }
  if (memorial.data === null) {
    return <MemorialDenied title={title} />
  }
  const { owner, role } = memorial.data
  if (!canView) {
    return (
      <Page title={title} back={back}>
        <MemorialAlerts owner={owner} canView={canView} />
      </Page>
    )
  }
  return (
    <PrintFrame
      title={title}
      back={back}
      hint={`What you may see of the plan of ${owner.full_name ?? 'a loved one'}. Keep it where no stranger gets at it.`}
      query={{
        ...plan,
        data: plan.data && {
          ownerName: owner.full_name,
          reader: role,
          parts: plan.data,
          people: null,
          withFinances: canViewFinances,
        },
      }}
    />
  )
}
