import { useQuery } from '@tanstack/react-query'
import { messageNoticesQuery } from '@/data/memorial/message-notices'
import { useUser } from '@/data/session/session'
import { formatDate, formatDay } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { inWords } from '@/lib/text'
import { ButtonLink } from '@/ui/base/button'
import { Notice } from '@/ui/base/notice'

interface Props {
  /** Whose plan; it has been released. */
  ownerId: string
  ownerName: string
}

/** What there is to say about one plan. Only a reminder, so it says nothing when loading fails. */
function useMessageNotice(ownerId: string) {
  const user = useUser()
  const { data } = useQuery(messageNoticesQuery(user.id))
  return data?.find(({ owner_id }) => owner_id === ownerId)
}

/** "Margaret left you a message for today", until the reader has opened it. */
export function MessageCame({ ownerId, ownerName }: Props) {
  const day = useMessageNotice(ownerId)?.came_on
  if (!day) return null
  return (
    <Notice
      title={`${ownerName} left you a message for ${day === formatDay(new Date()) ? 'today' : formatDate(day)}`}
      action={
        <ButtonLink to={`${paths.memorial(ownerId)}?tab=messages`}>Go to {ownerName}’s messages</ButtonLink>
      }
    >
      Take your time. Nothing plays or opens before you press it.
    </Notice>
  )
}

/** Above a memorial: the message that came, that one waits, and to an executor which ones reach no one. */
export function MessageNotices(props: Props) {
  const { ownerName } = props
  const notice = useMessageNotice(props.ownerId)
  if (!notice) return null
  const { waits, reaching_no_one: names } = notice
  return (
    <div className="mb-6 grid gap-4 empty:hidden">
      <MessageCame {...props} />
      {waits ? (
        <Notice>
          {ownerName} left you a message for a later day. We’ll email you on that day, and you’ll find it
          here.
        </Notice>
      ) : null}
      {names.length > 0 ? (
        <Notice>
          {ownerName} left messages that reach no one, because they’re for{' '}
          {names.length === 1 ? 'someone' : 'people'} who can’t open this plan: {inWords(names)}.
        </Notice>
      ) : null}
    </div>
  )
}
