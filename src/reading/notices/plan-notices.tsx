import { useQuery } from '@tanstack/react-query'
import { planNoticesQuery } from '@/data/memorial/plan-notices'
import { useUser } from '@/data/session/session'
import { formatDate } from '@/lib/dates'
import { inWords } from '@/lib/text'
import { Notice } from '@/ui/base/notice'

/**
 * Above a memorial whose plan has been released: that the account will be closed, and whom our email doesn't reach. The
 * emails have said both, so it says nothing when loading fails.
 */
export function PlanNotices({ ownerId, ownerName }: { ownerId: string; ownerName: string }) {
  const user = useUser()
  const { data } = useQuery(planNoticesQuery(user.id))
  const notice = data?.find(({ owner_id }) => owner_id === ownerId)
  if (!notice) return null
  const { closes_on, unreached } = notice
  return (
    <div className="mb-6 grid gap-4 empty:hidden">
      {closes_on ? (
        <Notice
          tone="warning"
          title={`${ownerName}’s account will be closed on ${formatDate(closes_on)} or soon after`}
        >
          The family asked for it. Then the plan and everything in it will be deleted. Download what you want
          to keep before that day: choose “About this plan”, then “Download everything I can see”.
        </Notice>
      ) : null}
      {unreached.length > 0 ? (
        <Notice>
          Our email doesn’t reach {inWords(unreached)}. Please call them, so that no one is left out.
        </Notice>
      ) : null}
    </div>
  )
}
