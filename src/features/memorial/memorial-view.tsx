import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Profile } from '@/data/account/profiles'
import type { Enums } from '@/lib/database.types'
import { MemorialAlerts } from '@/plan/memorial/memorial-alerts'
import { MemorialBadge } from '@/plan/memorial/memorial-badge'
import { roleWords } from '@/plan/people/role-words'
import { Badge } from '@/ui/badge'
import { Page, type PageProps } from '@/ui/page/page'
import { type TabItem, Tabs } from '@/ui/tabs'
import { type PlanLinks, type PlanLists, type PlanSection, planTabs } from './plan-tabs'

export interface MemorialBodyProps {
  owner: Pick<Profile, 'full_name' | 'death_review' | 'release_at'>
  /** What the reader is to the owner. */
  role: Enums<'designation_role'>
  canView: boolean
  canViewFinances: boolean
  lists: PlanLists
  links: PlanLinks
  /** The content of the tab Death Certificate. */
  certificate: ReactNode
  /** Told when a part of an open memorial is shown, and when one of its files is opened: the row that names it. */
  onView: (section: PlanSection, itemId?: string) => void
}

/** A memorial as a designee sees it: header, alerts and tabs. */
export function MemorialView({
  back,
  actions,
  ...memorial
}: MemorialBodyProps & Pick<PageProps, 'back' | 'actions'>) {
  return (
    <Page
      title={`${ownerNameOf(memorial)}'s Memorial`}
      back={back}
      actions={actions}
      aside={<MemorialBadges {...memorial} />}
    >
      <MemorialBody {...memorial} />
    </Page>
  )
}

/** What the reader is to the owner, and how the memorial stands. */
export function MemorialBadges({
  owner,
  role,
  canView,
}: Pick<MemorialBodyProps, 'owner' | 'role' | 'canView'>) {
  return (
    <>
      <Badge>{roleWords[role].name}</Badge>
      <MemorialBadge review={owner.death_review} canView={canView} />
    </>
  )
}

/**
 * The alerts and tabs of a memorial. Everything they show is handed to them, and they ask for nothing but the links, so
 * the same view shows what somebody will see one day, or a sample.
 */
export function MemorialBody(props: MemorialBodyProps) {
  const { owner, canView, canViewFinances, certificate, onView } = props
  const [search, setSearch] = useSearchParams()
  const ownerName = ownerNameOf(props)

  const items: (TabItem & { value: PlanSection | 'certificate' })[] = [
    ...(canView ? planTabs({ ...props, ownerName, withFinances: canViewFinances }) : []),
    { value: 'certificate', label: 'Death Certificate', keep: true, content: certificate },
  ]
  const wanted = search.get('tab')
  const value = items.find((item) => item.value === wanted)?.value ?? items[0]?.value ?? 'certificate'
  useView(value === 'certificate' ? null : value, onView)

  return (
    <>
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
    </>
  )
}

function ownerNameOf({ owner }: Pick<MemorialBodyProps, 'owner'>): string {
  return owner.full_name ?? 'A loved one'
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
