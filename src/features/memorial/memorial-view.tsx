import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Profile } from '@/data/profiles'
import type { Enums } from '@/lib/database.types'
import { roleWords } from '@/lib/wording'
import { Badge } from '@/ui/badge'
import { Page, type PageProps } from '@/ui/page'
import { MemorialAlerts } from '@/ui/plan/memorial-alerts'
import { MemorialBadge } from '@/ui/plan/memorial-badge'
import { type TabItem, Tabs } from '@/ui/tabs'
import { type PlanLinks, type PlanLists, type PlanSection, planTabs } from './plan-tabs'

export interface MemorialViewProps extends Pick<PageProps, 'back' | 'actions'> {
  owner: Pick<Profile, 'full_name' | 'death_review' | 'release_at'>
  /** What the reader is to the owner. */
  role: Enums<'designation_role'>
  canView: boolean
  canViewFinances: boolean
  lists: PlanLists
  links: PlanLinks
  /** The content of the tab Death Certificate. */
  certificate: ReactNode
  /** Above everything else: what the reader looks at, when it is not the memorial itself. */
  notice?: ReactNode
  /** Told when a part of an open memorial is shown, and when one of its files is opened: the row that names it. */
  onView: (section: PlanSection, itemId?: string) => void
}

/**
 * A memorial as a designee sees it: header, alerts and tabs. Everything it shows is handed to it, and it asks for nothing
 * but the links, so the same view shows what somebody will see one day.
 */
export function MemorialView(props: MemorialViewProps) {
  const { owner, role, canView, canViewFinances, certificate, back, actions, notice, onView } = props
  const [search, setSearch] = useSearchParams()
  const ownerName = owner.full_name ?? 'A loved one'

  const items: (TabItem & { value: PlanSection | 'certificate' })[] = [
    ...(canView ? planTabs({ ...props, ownerName, withFinances: canViewFinances }) : []),
    { value: 'certificate', label: 'Death Certificate', keep: true, content: certificate },
  ]
  const wanted = search.get('tab')
  const value = items.find((item) => item.value === wanted)?.value ?? items[0]?.value ?? 'certificate'
  useView(value === 'certificate' ? null : value, onView)

  return (
    <Page
      title={`${ownerName}'s Memorial`}
      back={back}
      actions={actions}
      aside={
        <>
          <Badge>{roleWords[role].name}</Badge>
          <MemorialBadge review={owner.death_review} canView={canView} />
        </>
      }
    >
      {notice}
      <MemorialAlerts owner={owner} canView={canView} />
      <Tabs
        label="Parts of the memorial"
        items={items}
        value={value}
        onValueChange={(tab) =>
          setSearch(
            (before) => {
              before.set('tab', tab)
              return before
            },
            { replace: true },
          )
        }
      />
    </Page>
  )
}

/** Tells once which part is shown, however often the page is drawn. */
function useView(section: PlanSection | null, onView: (section: PlanSection) => void) {
  const tell = useRef(onView)
  useEffect(() => {
    tell.current = onView
  })
  useEffect(() => {
    if (section) tell.current(section)
  }, [section])
}
