import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Memorial } from '@/data/memorial/memorials'
import type { Shown } from '@/plan/facts/facts'
import { type AlertsOwner, MemorialAlerts } from '@/plan/memorial/memorial-alerts'
import { MemorialBadge } from '@/plan/memorial/memorial-badge'
import { roleWords } from '@/plan/people/role-words'
import { isReadBy } from '@/plan/section'
import { memorialParts } from '@/sections/facts'
import { MemorialHead } from '@/sections/memorial-head'
import { PartTab } from '@/sections/part-tab'
import type { ReadPart } from '@/sections/plan'
import { Badge } from '@/ui/badge'
import { prepare } from '@/ui/page/code-on-demand'
import { Page, type PageProps } from '@/ui/page/page'
import { type TabItem, Tabs } from '@/ui/tabs'

// The tab that most readers see first comes along with its data.
const [first] = memorialParts
if (first?.facts) prepare(first.facts)

const CERTIFICATE = 'certificate'

export interface MemorialBodyProps extends Pick<Memorial, 'role' | 'canView' | 'canViewFinances'> {
  owner: AlertsOwner
  /** Every part of the plan; parts that the reader may not see are skipped. */
  parts: readonly ReadPart[]
  /** The content of the tab Death Certificate. */
  certificate: ReactNode
  /** Called when a tab of an open memorial is shown. */
  onView?: (tab: string) => void
  /** Opens a file in a tab: see Shown. */
  open: (tab: string, ...file: Parameters<Shown['open']>) => Promise<string>
  /** See Shown. */
  look: Shown['look']
  /** See Shown. */
  messageIds?: ReadonlySet<string>
  /** The tab about what to do; left out where there is none. It comes first once the death is verified. */
  firstDays?: ((title: string, parts: readonly ReadPart[]) => ReactNode) | undefined
  /** What the tab Memories shows; left out while no one can leave one. */
  memories?: ReactNode
  /** What stands between the owner's portrait and the tabs. */
  beforeTabs?: ReactNode
}

/** The names of these tabs in addresses and in the access history. */
const FIRST_DAYS = 'first-days'
const MEMORIES = 'memories'

interface MemorialViewProps
  extends Omit<MemorialBodyProps, 'beforeTabs'>,
    Pick<PageProps, 'back' | 'intro' | 'actions' | 'children'> {
  /** Links and buttons that few readers need, and none at first. */
  quietActions: ReactNode
}

/**
 * A memorial as a designee sees it: the person first, then what can be done, then the tabs.
 * @param children what an action opened
 */
export function MemorialView({
  back,
  intro,
  actions,
  quietActions,
  children,
  ...memorial
}: MemorialViewProps) {
  return (
    <Page title={`${ownerNameOf(memorial)}'s Memorial`} back={back} aside={<MemorialBadges {...memorial} />}>
      <MemorialBody
        {...memorial}
        beforeTabs={
          <>
            {intro ? <p className="mb-4 max-w-prose text-lead text-ink-soft">{intro}</p> : null}
            <div className="mb-3 flex flex-wrap gap-3 empty:hidden print:hidden">{actions}</div>
            <div className="-mx-3 mb-8 flex flex-wrap gap-x-1 print:hidden">{quietActions}</div>
            {children}
          </>
        }
      />
    </Page>
  )
}

/** The reader's role, and the state of the memorial. */
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
 * The alerts and tabs of a memorial. They get all data as props and request only the links to files, so that the same
 * view can show a preview or a sample.
 */
export function MemorialBody(props: MemorialBodyProps) {
  const {
    owner,
    canView,
    canViewFinances,
    parts,
    certificate,
    onView,
    open,
    look,
    messageIds,
    firstDays,
    memories,
    beforeTabs,
  } = props
  const [search, setSearch] = useSearchParams()
  const ownerName = ownerNameOf(props)

  const opened = parts.filter((part) => canView && isReadBy(part, canViewFinances))
  const shownIn = (tab: string): Shown => ({
    ownerName,
    look,
    diedOn: owner.died_on,
    open: (...file) => open(tab, ...file),
    ...(messageIds ? { messageIds } : {}),
  })
  const tabs = [...new Set(opened.flatMap(({ facts, tab }) => (facts ? tab : [])))]
  const isDeceased = owner.death_review === 'approved'
  const doTitle = isDeceased ? 'What to do now' : 'The first days'
  const whatToDo: TabItem[] =
    canView && firstDays ? [{ value: FIRST_DAYS, label: doTitle, content: firstDays(doTitle, opened) }] : []
  const items: TabItem[] = [
    ...(isDeceased ? whatToDo : []),
    ...tabs.map((tab) => {
      // Parts that share a tab are shown one below the other.
      const inTab = opened.filter((part) => part.tab === tab)
      return {
        value: tab,
        label: inTab[0]?.source.name ?? tab,
        content: inTab.map((part) => <PartTab key={part.key} part={part} shown={shownIn(tab)} />),
      }
    }),
    ...(isDeceased ? [] : whatToDo),
    ...(canView && memories ? [{ value: MEMORIES, label: 'Memories', content: memories }] : []),
    { value: CERTIFICATE, label: 'Death Certificate', keep: true, content: certificate },
  ]
  const wanted = search.get('tab')
  const value = items.find((item) => item.value === wanted)?.value ?? items[0]?.value ?? CERTIFICATE
  const tell = useEffectEvent((tab: string) => onView?.(tab))
  useEffect(() => {
    if (value !== CERTIFICATE) tell(value)
  }, [value])

  return (
    <>
      <MemorialHead parts={opened} shown={shownIn('')} />
      <MemorialAlerts owner={owner} canView={canView} />
      {beforeTabs}
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
            // A person who reads down the page stays where the tabs are.
            { replace: true, preventScrollReset: true },
          )
        }
      />
    </>
  )
}

function ownerNameOf({ owner }: Pick<MemorialBodyProps, 'owner'>): string {
  return owner.full_name ?? 'A loved one'
}
