import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router-dom'
import type { Memorial } from '@/data/memorial/memorials'
import type { Shown } from '@/parts/kit/facts'
import { isReadBy, type OpenPlan } from '@/parts/kit/part'
import { MemorialHead } from '@/reading/memorial-head'
import { type AlertsOwner, MemorialAlerts } from '@/reading/notices/memorial-alerts'
import { MemorialBadge } from '@/reading/notices/memorial-badge'
import { PartTab } from '@/reading/part-tab'
import { memorialParts, type ReadPart } from '@/reading/use-plan'
import { Badge } from '@/ui/base/badge'
import { type TabItem, Tabs, type TabsProps } from '@/ui/base/tabs'
import { inPage, onDemand } from '@/ui/late'
import { roleWords } from '@/words/roles'

// The tab that most readers see first comes along with its data.
const [first] = memorialParts
first?.facts?.ahead()

/** Stands where the steps will be. */
export const untilSteps = inPage({
  loading: 'Loading what to do',
  errorTitle: 'Unable to load what to do',
  cards: 3,
})

/** The steps where nothing can be checked off: see steps-to-read.tsx. */
export const StepsToRead = onDemand(
  async () => (await import('./first-days/steps-to-read')).StepsToRead,
  untilSteps,
)

const CERTIFICATE = 'certificate'

export interface MemorialBodyProps extends OpenPlan, Pick<Memorial, 'role'> {
  owner: AlertsOwner
  /** The heading with the owner's name. @param className its size */
  heading: (className: string) => ReactNode
  /** Whether it is a page of its own, and not a part of one. */
  isPage?: boolean
  /** Every part of the plan; parts that the reader may not see are skipped. */
  parts: readonly ReadPart[]
  /** The content of the tab Death Certificate. */
  certificate: ReactNode
  /** Called when a tab of an open memorial is shown. */
  onView?: (tab: string) => void
  /** Opens a file in a tab: see Shown. */
  open: (tab: string, ...file: Parameters<Shown['open']>) => Promise<string>
  /** Records that a row of a tab was opened: see Shown. */
  noteOpened?: (tab: string, itemId: string) => void
  /** See Shown. */
  look: Shown['look']
  /** See Shown. */
  messageIds?: ReadonlySet<string>
  /** The tab about what to do; left out where there is none. It comes first once the death is verified. */
  firstDays?: ((title: string, parts: readonly ReadPart[]) => ReactNode) | undefined
  /**
   * Whether its tabs stand as after a death although none was verified: in practice. It opens at the first part all the
   * same, because a sample comes with the code of all parts, and with that of the steps it would come late on a phone.
   */
  asAfterDeath?: boolean
  /** What happened to the first hours; then nothing says that all is calm. @param isFolded as of the head, see MemorialHead */
  firstHours?: ((isFolded: boolean) => ReactNode) | undefined
  /** Who said that something is wrong with a certificate that waits, and the way to say so. @param isFolded as of the head */
  objections?: ((isFolded: boolean) => ReactNode) | undefined
  /** Whether that delays the opening. */
  isDelayed?: boolean
  /** What there is to say to the reader of a released plan. */
  releaseNotices?: ReactNode
  /** When the first hours were opened, while only they are open. */
  openedAt?: string | null
  /** What the tab Memories shows; left out while no one can leave one. */
  memories?: ReactNode
  /** Whether what the reader is to the owner, and the state of the plan, stand in the head. */
  hasBadges?: boolean
  /** What is said to the reader under the dates. */
  greeting?: ReactNode
  /** What the reader can do as long as the plan isn't open. @param isFolded as of the head */
  actions?: ((isFolded: boolean) => ReactNode) | undefined
  /** The page of the service, beside the tabs. */
  service?: TabsProps['link']
}

/** The names of these tabs in addresses and in the access history. */
const FIRST_DAYS = 'first-days'
const MEMORIES = 'memories'

/** Whether some of a plan is open to its reader in the first hours, and the plan is not. */
export function isOpenEarly({ canView, openParts }: OpenPlan): boolean {
  return !canView && openParts.length > 0
}

/** What the reader is to the owner, and the state of the plan. */
export function Badges({ owner, role, ...access }: Pick<MemorialBodyProps, 'owner' | 'role'> & OpenPlan) {
  return (
    <div className="flex flex-wrap items-center gap-2.5">
      <Badge>{roleWords[role].name}</Badge>
      {isOpenEarly(access) ? (
        <Badge tone="good">Open in the first hours</Badge>
      ) : (
        <MemorialBadge review={owner.death_review} canView={access.canView} />
      )}
    </div>
  )
}

/**
 * A memorial: whose it is, with face and dates, and only then what the reader is waiting for, and the tabs. It gets all data
 * as props and requests only the links to files, so that the same view can show a preview or a sample.
 */
export function MemorialBody(props: MemorialBodyProps) {
  const {
    owner,
    heading,
    isPage = false,
    canView,
    openParts,
    parts,
    certificate,
    onView,
    open,
    noteOpened,
    look,
    messageIds,
    firstDays,
    asAfterDeath = false,
    firstHours,
    objections,
    isDelayed,
    releaseNotices,
    openedAt = null,
    memories,
    hasBadges = true,
    greeting,
    actions,
    service,
  } = props
  const [search, setSearch] = useSearchParams()
  const ownerName = ownerNameOf(props)
  const isEarly = isOpenEarly(props)
  const isReviewed = owner.death_review === 'pending' || owner.death_review === 'approved'

  const opened = parts.filter((part) => isReadBy(part, { canView, openParts }))
  const shownIn = (tab: string): Shown => ({
    ownerName,
    look,
    diedOn: owner.died_on,
    openedAt,
    open: (...file) => open(tab, ...file),
    ...(noteOpened ? { noteOpened: (itemId) => noteOpened(tab, itemId) } : {}),
    ...(messageIds ? { messageIds } : {}),
  })
  const tabs = [...new Set(opened.flatMap(({ facts, tab }) => (facts ? tab : [])))]
  // While it is not open, its steps are for a death that someone told of.
  const isDeceased = asAfterDeath || owner.death_review === 'approved' || !canView
  const doTitle = isDeceased ? 'What to do now' : 'The first days'
  const whatToDo: TabItem[] = firstDays
    ? [{ value: FIRST_DAYS, label: doTitle, content: firstDays(doTitle, opened) }]
    : []
  const items: TabItem[] = [
    ...(isDeceased ? whatToDo : []),
    ...tabs.map((tab) => {
      // Parts that share a tab are shown one below the other.
      const inTab = opened.filter((part) => part.tab === tab)
      return {
        value: tab,
        label: inTab[0]?.words.name ?? tab,
        content: inTab.map((part) => <PartTab key={part.key} part={part} shown={shownIn(tab)} />),
      }
    }),
    ...(isDeceased ? [] : whatToDo),
    ...(canView && memories ? [{ value: MEMORIES, label: 'Memories', content: memories }] : []),
    { value: CERTIFICATE, label: 'Death Certificate', keep: true, content: certificate },
  ]
  const wanted = search.get('tab')
  const start = asAfterDeath ? tabs[0] : items[0]?.value
  const value = items.find((item) => item.value === wanted)?.value ?? start ?? CERTIFICATE
  const tell = useEffectEvent((tab: string) => onView?.(tab))
  useEffect(() => {
    if (value !== CERTIFICATE) tell(value)
  }, [value])

  const isFolded = items.length > 1 && value !== start
  const head = (
    <>
      <MemorialHead parts={opened} shown={shownIn('')} heading={heading} isFolded={isFolded}>
        {greeting ? <p>{greeting}</p> : null}
      </MemorialHead>
      {hasBadges && !isFolded ? (
        <div className="mb-6">
          <Badges {...props} />
        </div>
      ) : null}
      {firstHours?.(isFolded)}
      {firstHours && !isReviewed ? null : (
        <MemorialAlerts
          owner={owner}
          canView={canView || (isEarly && owner.death_review === 'pending')}
          isDelayed={isDelayed}
        />
      )}
      {objections?.(isFolded)}
      {releaseNotices}
      {actions ? (
        <div className="row-of-actions mb-8 items-center empty:hidden print:hidden">{actions(isFolded)}</div>
      ) : null}
    </>
  )

  return (
    <Tabs
      label="Parts of the plan"
      head={head}
      link={service}
      staysInView={isPage && items.length > 1}
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
  )
}

/** Whose plan it is, and what it is: someone alive has a plan, and no memorial. */
export function memorialTitle({ owner, ...access }: Pick<MemorialBodyProps, 'owner'> & OpenPlan): string {
  const isVerified = owner.death_review === 'approved'
  return `${ownerNameOf({ owner })}’s ${isOpenEarly(access) ? 'first hours' : isVerified ? 'Memorial' : 'plan'}`
}

function ownerNameOf({ owner }: Pick<MemorialBodyProps, 'owner'>): string {
  return owner.full_name ?? 'A loved one'
}
