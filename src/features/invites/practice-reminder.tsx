import { useQuery } from '@tanstack/react-query'
import type { Designation } from '@/data/people/designations'
import { practicesQuery } from '@/data/people/practices'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { ButtonLink } from '@/ui/button'
import { Notice } from '@/ui/notice'

/**
 * Links to a practice that the owner asked for and that is not done yet. Only a reminder, so it shows nothing when
 * loading fails.
 */
export function PracticeReminder({ invitation }: { invitation: Designation }) {
  const user = useUser()
  const { data: practices } = useQuery(practicesQuery('viewer_id', user.id))
  const last = practices?.get(invitation.id)
  if (!last || last.completed_at !== null) return null
  return (
    <Notice
      className="mt-5"
      title={`${invitation.owner_name ?? 'A loved one'} asks you to practise`}
      action={<ButtonLink to={paths.practice(last.id)}>Begin the practice</ButtonLink>}
    >
      Try the way in with a sample, so that you know it on the day. Nothing has happened.
    </Notice>
  )
}
