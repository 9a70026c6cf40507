import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { cardQuery, useMakeCard, useWithdrawCard } from '@/data/account/card'
import { type Profile, profileQuery } from '@/data/account/profiles'
import { liveDesignations } from '@/data/people/designation-state'
import { designationsQuery } from '@/data/people/designations'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { UnlessFrozen } from '@/parts/kit/plan-open'
import { Button, ButtonLink } from '@/ui/base/button'
import { FailureNotice } from '@/ui/base/failure'
import { allLoaded, Loaded, useIsDrawn } from '@/ui/base/loaded'
import { Page, PageSection } from '@/ui/base/page'
import { EmptyState } from '@/ui/base/states'
import { ConfirmDialog } from '@/ui/dialogs/confirm-dialog'
import { ChoiceCard } from '@/ui/forms/choice-card'
import { useAction } from '@/ui/hooks/use-action'
import { type NamedPerson, PrintedCard } from './printed-card'

/** How many people fit on a card of the size of a bank card. */
const mostPeople = 3

/** /print/card: the card that an owner carries, to make, print, replace and withdraw. */
export function Component() {
  const user = useUser()
  const card = useQuery(cardQuery(user.id))
  const profile = useQuery(profileQuery(user.id))
  const designations = useQuery(designationsQuery(user.id))
  const query = allLoaded(card, profile, designations)
  const isDrawn = useIsDrawn(query)
  // A card ends with the approval, and housekeeping may not have been there yet.
  const hasEnded = profile.data?.is_deceased === true
  return (
    <Page
      title="Wallet Card"
      back={{ to: paths.dashboard, label: 'Dashboard' }}
      intro={
        hasEnded
          ? undefined
          : 'A card to carry with you. It tells the person who finds it that you’ve planned ahead, and how to let the people you’ve named know.'
      }
      actions={
        card.data === null || hasEnded ? undefined : (
          <Button variant="primary" icon="print" disabled={!isDrawn} onClick={() => window.print()}>
            Print
          </Button>
        )
      }
      printsOwnHeading
    >
      <Loaded query={query} loading="Loading your card" errorTitle="Unable to load your card">
        {([made, owner, named]) =>
          made && !hasEnded ? (
            <OwnCard code={made.code} ownerName={owner?.full_name ?? null} named={liveDesignations(named)} />
          ) : (
            <NoCard owner={owner} isForNoOne={liveDesignations(named).length === 0} />
          )
        }
      </Loaded>
    </Page>
  )
}

interface NoCardProps {
  owner: Profile | null
  /** Whether no one is named who could be told. */
  isForNoOne: boolean
}

function NoCard({ owner, isForNoOne }: NoCardProps) {
  const { mutateAsync } = useMakeCard()
  const { busy, problem, follow } = useAction()
  if (owner?.is_deceased) {
    return (
      <EmptyState title="Your card has ended">
        A death certificate for you was approved, so no card of yours works anymore. If you’re alive, choose
        “I’m alive: stop this” at the top of the page. Then you can make a new card.
      </EmptyState>
    )
  }
  return (
    <>
      <EmptyState
        title={owner?.release_stopped_at ? 'You don’t have a card right now' : 'You don’t have a card yet'}
        action={
          <UnlessFrozen>
            {isForNoOne ? (
              <ButtonLink variant="primary" to={paths.adding(paths.beneficiaries)}>
                Name someone
              </ButtonLink>
            ) : (
              <Button
                variant="primary"
                busy={busy}
                busyLabel="Making your card..."
                onClick={() => follow(mutateAsync())}
              >
                Make my card
              </Button>
            )}
          </UnlessFrozen>
        }
      >
        After a death, it’s often someone outside the family who’s there first. The card shows them a page
        where they can tell the people you’ve named, without an account. It can’t open your plan.
        {isForNoOne ? ' No one is named right now whom it could tell, so name someone first.' : null}
        {owner?.release_stopped_at ? ' A card you printed before no longer works.' : null}
      </EmptyState>
      <FailureNotice title="Your card couldn’t be made" problem={problem} />
    </>
  )
}

interface OwnCardProps {
  code: string
  ownerName: string | null
  named: readonly NamedPerson[]
}

function OwnCard({ code, ownerName, named }: OwnCardProps) {
  const [chosen, setChosen] = useState<readonly number[]>([])
  return (
    <>
      <div className="print:hidden">
        <ul className="mb-6 grid max-w-prose list-disc gap-2 pl-6 marker:text-heart">
          <li>
            It prints on two pages: a card for your wallet, to cut out and fold, and a sheet to keep at home.
          </li>
          <li>
            The code only lets someone send an email to the people you’ve named and to us. If anyone uses it,
            we’ll email you at once, and you can stop it with one button.
          </li>
          <li>It keeps working if your membership ends.</li>
        </ul>
        {named.length === 0 ? (
          <p className="mb-6 max-w-prose">
            No one is named right now, so there’s no one we could email but you.{' '}
            <Link to={paths.adding(paths.beneficiaries)}>Name someone</Link> first.
          </p>
        ) : (
          <WhoIsOnIt named={named} chosen={chosen} onChange={setChosen} />
        )}
      </div>
      <PrintedCard code={code} ownerName={ownerName} people={named.filter(({ id }) => chosen.includes(id))} />
      <UnlessFrozen>
        <EndCard />
      </UnlessFrozen>
    </>
  )
}

interface WhoIsOnItProps {
  named: readonly NamedPerson[]
  chosen: readonly number[]
  onChange: (chosen: readonly number[]) => void
}

function WhoIsOnIt({ named, chosen, onChange }: WhoIsOnItProps) {
  return (
    <fieldset className="mb-8 max-w-form">
      <legend className="mb-1.5 font-semibold">Whose name and email should be on it?</legend>
      <p className="mb-3 text-ink-soft">
        Optional, up to {mostPeople}. Anyone who finds the card can read them.
      </p>
      <div className="grid gap-2.5">
        {named.map(({ id, person_name, person_email }) => (
          <ChoiceCard
            key={id}
            type="checkbox"
            label={person_name}
            hint={person_email}
            checked={chosen.includes(id)}
            disabled={!chosen.includes(id) && chosen.length >= mostPeople}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))
            }
          />
        ))}
      </div>
    </fieldset>
  )
}

const endings = {
  replace: {
    title: 'Make a new code?',
    consequence:
      'Every card you’ve printed so far stops working. If someone used it lately, the people we emailed will hear that it was ended.',
    confirmLabel: 'Make a new code',
    busyLabel: 'Making a new code...',
  },
  withdraw: {
    title: 'Withdraw the card?',
    consequence:
      'Every card you’ve printed stops working. If someone used it lately, the people we emailed will hear that it was ended.',
    confirmLabel: 'Withdraw the card',
    busyLabel: 'Withdrawing...',
  },
}

function EndCard() {
  const [isOpen, setIsOpen] = useState(false)
  // Kept while the dialog closes, so that its words don't change meanwhile.
  const [asking, setAsking] = useState<keyof typeof endings>('replace')
  const make = useMakeCard()
  const withdraw = useWithdrawCard()
  const ask = (ending: keyof typeof endings) => {
    setAsking(ending)
    setIsOpen(true)
  }
  return (
    <div className="mt-10 print:hidden">
      <PageSection
        title="Lost it, or someone misused it?"
        intro="Make a new code, and print the card again. Or withdraw it, and no card will work anymore."
      >
        <div className="flex flex-wrap gap-3">
          <Button onClick={() => ask('replace')}>Make a new code</Button>
          <Button onClick={() => ask('withdraw')}>Withdraw the card</Button>
        </div>
      </PageSection>
      <ConfirmDialog
        {...endings[asking]}
        open={isOpen}
        onOpenChange={setIsOpen}
        onConfirm={async () => {
          await (asking === 'replace' ? make : withdraw).mutateAsync()
          setIsOpen(false)
        }}
      />
    </div>
  )
}
