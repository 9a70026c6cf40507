import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { LIFTED_DAYS, useSetVisibilityHold } from '@/data/account/profiles'
import { type MemorialPreview, type Opening, openingQuery } from '@/data/memorial/memorial-preview'
import { errorSentence } from '@/lib/errors'
import { roleWords } from '@/plan/people/role-words'
import { Button } from '@/ui/button'
import { Dialog, DialogActions } from '@/ui/dialog'
import { ChoiceField } from '@/ui/forms/field'
import { Notice } from '@/ui/notice'
import { Loaded } from '@/ui/page/loaded'

const lengths = [
  {
    value: 'open-for-days',
    label: `For ${LIFTED_DAYS} days, then hidden again`,
    hint: 'It happens by itself. You can hide it earlier.',
  },
  { value: 'open', label: 'Until I hide it again', hint: 'It stays open for as long as you leave it so.' },
] as const

/** Asks before the plan is opened while its owner lives: names who gains what, and for how long. */
export function OpenPlanDialog({ ownerId, onClose }: { ownerId: string; onClose: () => void }) {
  const opening = useQuery(openingQuery(ownerId))
  const [length, setLength] = useState<(typeof lengths)[number]['value']>('open-for-days')
  const lift = useSetVisibilityHold(ownerId)
  return (
    <Dialog
      open
      onOpenChange={() => lift.isPending || onClose()}
      title="Open your plan now?"
      description="This is what the people you named gain at once, while you live. Please read it before you decide."
    >
      <Loaded query={opening} loading="Looking up who gains what" errorTitle="Unable to load designations">
        {(loaded) => (
          <div className="grid gap-5">
            <Gains {...loaded} />
            <ChoiceField
              label="For how long?"
              options={lengths}
              value={length}
              onChange={(event) => {
                const chosen = lengths.find(({ value }) => value === event.target.value)
                if (chosen) setLength(chosen.value)
              }}
            />
            <p className="text-ink-soft">
              What somebody has seen or kept, hiding cannot take back. We write you a mail about this.
            </p>
          </div>
        )}
      </Loaded>
      {lift.error ? (
        <Notice tone="danger" role="alert" title="Failed to update" className="mt-5">
          {errorSentence(lift.error)}
        </Notice>
      ) : null}
      <DialogActions>
        <Button
          variant="primary"
          disabled={opening.data === undefined}
          busy={lift.isPending}
          busyLabel="Opening..."
          onClick={() => lift.mutate(length, { onSuccess: onClose })}
        >
          Open my plan
        </Button>
        <Button disabled={lift.isPending} onClick={onClose}>
          Keep it hidden
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function Gains({ gains, notAccepted }: Opening) {
  return (
    <>
      {gains.length === 0 ? (
        <p className="font-semibold">
          Nobody has accepted your invitation yet, so nobody gains anything now.
        </p>
      ) : (
        <ul aria-label="Who gains what" className="grid gap-3">
          {gains.map((person) => (
            <li key={person.designationId} className="rounded-control border border-line bg-well px-4 py-3">
              <p className="font-semibold">
                {person.personName} <span className="font-normal">({roleWords[person.role].name})</span>
              </p>
              <p>{whatOpens(person)}</p>
            </li>
          ))}
        </ul>
      )}
      {notAccepted.length === 0 ? null : (
        <div>
          <p className="font-semibold">Not yet</p>
          <p>
            {inWords(notAccepted.map(({ name, role }) => `${name} (${roleWords[role].name})`))}{' '}
            {notAccepted.length === 1 ? 'has' : 'have'} not accepted your invitation and{' '}
            {notAccepted.length === 1 ? 'gains' : 'gain'} nothing now. Whoever accepts while your plan is open
            sees it at once.
          </p>
        </div>
      )}
    </>
  )
}

function whatOpens({ canViewFinances, messageIds, messagesLater }: MemorialPreview): string {
  const opens = inWords([
    'your funeral plan and music',
    'documents',
    'contacts',
    ...(canViewFinances ? ['financial accounts', 'life insurance'] : []),
    ...(messageIds.length > 0 ? [videos(messageIds.length)] : []),
  ])
  const later = messagesLater > 0 ? ` On a later day: ${videos(messagesLater)}.` : ''
  return `Sees ${opens}.${messageIds.length === 0 ? ' There is no video message for them now.' : ''}${later}`
}

const videos = (count: number) => (count === 1 ? '1 video message' : `${count} video messages`)

const inWords = (parts: string[]) => new Intl.ListFormat('en', { type: 'conjunction' }).format(parts)
