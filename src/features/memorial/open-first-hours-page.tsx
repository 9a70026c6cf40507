import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import { type Profile, profileQuery } from '@/data/account/profiles'
import {
  type FirstHours,
  firstHoursQuery,
  openingReasons,
  useOpenFirstHours,
} from '@/data/people/first-hours'
import { formatDate, formatDateTime } from '@/lib/dates'
import { paths } from '@/lib/paths'
import { inWords } from '@/lib/text'
import { MemorialDenied } from '@/reading/notices/memorial-unread'
import { useOpenedBy } from '@/reading/opened-by'
import { ButtonLink } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Notice } from '@/ui/base/notice'
import { Page } from '@/ui/base/page'
import { ChoiceField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'
import { useHasCome } from '@/ui/hooks/use-is-past'
import { deathAnnounced, firstHoursTitle } from '@/words/first-hours'
import { partsInWords } from '@/words/part-readers'
import { untoldWords } from '@/words/untold'

const title = 'If something has happened'

/** /memorial/{ownerId}/first-hours: where a person of the circle opens an owner's first hours. */
export function Component() {
  const { ownerId = '' } = useParams()
  const owner = useQuery(profileQuery(ownerId))
  const firstHours = useQuery(firstHoursQuery(ownerId))
  // Someone who can't open them must not learn whether anyone can.
  if (firstHours.data === null || owner.data === null) {
    return (
      <MemorialDenied title={title}>
        A plan opens once a death certificate is verified. The people named in it can send one from its
        memorial.
      </MemorialDenied>
    )
  }
  const name = owner.data?.full_name ?? 'the owner'
  return (
    <Page
      title={owner.data ? firstHoursTitle(name, owner.data.is_deceased) : title}
      back={{ to: paths.memorial(ownerId), label: 'The plan' }}
      width="narrow"
    >
      <Loaded
        query={allLoaded(owner, firstHours)}
        loading="Loading what can be opened"
        errorTitle="Unable to load what can be opened"
        cards={1}
      >
        {([profile, open]) => profile && open && <Opening owner={profile} name={name} firstHours={open} />}
      </Loaded>
    </Page>
  )
}

interface Props {
  owner: Pick<Profile, 'user_id' | 'is_deceased'>
  name: string
  firstHours: FirstHours
}

function Opening({ owner, name, firstHours }: Props) {
  const { reason, opens_at, died_opens_at, wait_until, waits_for_owner } = firstHours
  const isOpen = useHasCome(opens_at)
  const openedBy = useOpenedBy(owner.user_id, firstHours)
  if (waits_for_owner || wait_until !== null) {
    return (
      <Notice tone="warning" title="You can’t open it now">
        {name} closed what you had opened, and hasn’t said that it was right. You can open it again{' '}
        {waits_for_owner ? `once ${name} allows it` : `from ${formatDate(wait_until)} on`}. Anyone else {name}{' '}
        chose for this can open it now.
      </Notice>
    )
  }
  const isOpenForAll = reason === 'died' || (reason === 'ill' && firstHours.died_opens_at !== null)
  return (
    <div className="grid gap-6">
      {reason === null ? null : (
        <Notice
          title={
            isOpen
              ? `${openedBy} opened the first hours`
              : `${openedBy} asked to open the first hours: from ${formatDateTime(opens_at)}`
          }
          action={
            isOpen ? <ButtonLink to={paths.memorial(owner.user_id)}>Read what’s open</ButtonLink> : undefined
          }
        >
          {isOpen ? `Until ${formatDateTime(firstHours.ends_at)}.` : `For 14 days, unless ${name} says no.`}{' '}
          {reason === 'ill' && died_opens_at ? deathAnnounced(name, died_opens_at) : ''}
        </Notice>
      )}
      {isOpenForAll ? null : <OpenForm owner={owner} name={name} firstHours={firstHours} />}
    </div>
  )
}

const schema = z.object({
  reason: z.enum(openingReasons, { error: 'Please choose what has happened.' }),
})

function OpenForm({ owner: { user_id: ownerId, is_deceased: isDeceased }, name, firstHours }: Props) {
  const open = useOpenFirstHours(ownerId)
  const navigate = useNavigate()
  const { values, field, busy, problem, submit } = useForm({
    schema,
    values: { reason: isDeceased ? 'died' : '' },
    send: async ({ reason }) => {
      await open.mutateAsync(reason)
      void navigate(paths.memorial(ownerId))
    },
  })
  const { parts_if_ill, parts_if_died, notice_hours, members, untold } = firstHours
  // Once the death has been verified, it's the only reason.
  const isForDeath = values.reason === 'died'
  const parts = isForDeath ? parts_if_died : parts_if_ill
  const others = members.length > 1 ? `chosen for this (${inWords(members)})` : null
  const told = isForDeath
    ? [
        others ? `Everyone ${others} will be told now, with your name.` : 'No one else was chosen for this.',
        // Until someone stops it, even a verified death may be a mistake.
        `In case this is a mistake, we’ll email ${name}’s own address${others ? ' too' : ''}, with your name. No one else will be told.`,
      ]
    : [
        `${others ? `${name} and everyone ${others}` : name} will be told now, with your name. No one else will.`,
      ]
  const reasons = [
    {
      value: 'ill',
      label: `${name} can’t speak for themselves`,
      hint: 'Unconscious, or too ill to decide.',
    },
    { value: 'died', label: `${name} has died`, hint: 'You don’t need a death certificate for this.' },
  ].filter(({ value }) => value !== firstHours.reason)
  return (
    <FormFrame
      busy={busy}
      submit={submit}
      submitLabel="Open the first hours"
      busyLabel="Opening..."
      problem={<FailureNotice title="It isn’t open yet" problem={problem} />}
      onCancel={() => void navigate(paths.memorial(ownerId))}
      cancelLabel="Not now"
    >
      {isDeceased ? null : (
        <ChoiceField
          label="What has happened?"
          hint={`Not being able to reach ${name} isn’t a reason. Call first.`}
          options={reasons}
          {...field('reason')}
        />
      )}
      {values.reason === '' ? null : (
        <Notice title="Before you press">
          <ul className="list-disc pl-5">
            <li>
              {parts?.length
                ? `You’ll see: ${partsInWords(parts)}.`
                : `Nothing opens to you for this reason, but others may read what ${name} chose for them.`}
            </li>
            <li>
              {notice_hours === 0
                ? 'At once, for 14 days.'
                : `${notice_hours} hours from now${isDeceased ? '' : `, unless ${name} says no`}; then for 14 days.`}
            </li>
            {told.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
            {untold.length > 0 ? <li>{untoldWords(untold)}</li> : null}
            <li>It’s kept in the history.</li>
          </ul>
        </Notice>
      )}
    </FormFrame>
  )
}
