import { useQuery } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { useSearchParams } from 'react-router-dom'
import { NewBrowserNotice, useHeldUntil } from '@/account/new-browser-notice'
import { profileQuery } from '@/data/account/profiles'
import { designationState } from '@/data/people/designation-state'
import { type Designation, designationsQuery, invitationsQuery } from '@/data/people/designations'
import { hasDied, useDiedOwners } from '@/data/people/died-designees'
import { useUser } from '@/data/session/session'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { UnlessFrozen, WhilePlanOpen } from '@/parts/kit/plan-open'
import { useListDialogs } from '@/parts/kit/use-list-dialogs'
import { VisibilityNote } from '@/parts/kit/visibility-note'
import { Button, ButtonLink } from '@/ui/base/button'
import { allLoaded, Loaded } from '@/ui/base/loaded'
import { Page, PageSection } from '@/ui/base/page'
import { Reserved } from '@/ui/base/skeletons'
import { EmptyState } from '@/ui/base/states'
import { inDialog, onDemand } from '@/ui/late'
import { roles } from '@/words/roles'
import { DesignationRow } from './designation-row'
import { RoleGuide } from './role-guide'

type Prefilled = ComponentProps<typeof AddPersonDialog>['prefilled']

const AddPersonDialog = onDemand(async () => (await import('./add-person-dialog')).AddPersonDialog, inDialog)

/** /beneficiaries: the people whom the owner named, and the state of their invitations. */
export function Component() {
  const user = useUser()
  const people = useQuery(designationsQuery(user.id))
  const profile = useQuery(profileQuery(user.id))
  const { dialog, add, close } = useListDialogs()
  // Loaded data is kept when loading it again fails, so that an open dialog stays, with what was typed.
  const both = allLoaded(people, profile)
  const ready = both.data !== undefined
  const isHeld = useHeldUntil() !== null
  const invitations = useQuery(invitationsQuery(user.id))
  const diedOwners = useDiedOwners(user.id)
  const prefilled = prefilledFrom(useSearchParams()[0].get('add'), invitations)
  const addButton = (
    <WhilePlanOpen>
      <Button variant="primary" icon="plus" disabled={!ready || isHeld} onClick={add}>
        Add Person
      </Button>
    </WhilePlanOpen>
  )

  return (
    <Page
      title="Beneficiaries & Trustees"
      intro="The people you trust with your plan, and what each of them can see."
      actions={
        people.data?.length === 0 ? undefined : (
          <Reserved until={people.data !== undefined}>{addButton}</Reserved>
        )
      }
      back={{ to: paths.dashboard, label: 'Dashboard' }}
    >
      <UnlessFrozen>
        <NewBrowserNotice what="change who you’ve named" />
      </UnlessFrozen>
      <PageSection
        title="People you’ve named"
        actions={
          people.data?.some(
            (person) => designationState(person) === 'accepted' && !hasDied(person, diedOwners),
          ) ? (
            <UnlessFrozen>
              <ButtonLink to={paths.askToPractice}>Practice run</ButtonLink>
            </UnlessFrozen>
          ) : undefined
        }
      >
        <Loaded
          query={both}
          loading="Loading the people you’ve named"
          errorTitle="Unable to load designations"
        >
          {([named]) =>
            named.length === 0 ? (
              <EmptyState title="You haven’t named anyone yet" drawing="people" action={addButton}>
                When it’s needed, your plan will open only to people you’ve named.{' '}
                <UnlessFrozen>Most people start with one person they trust.</UnlessFrozen>
              </EmptyState>
            ) : (
              <People named={named} diedOwners={diedOwners} />
            )
          }
        </Loaded>
        <VisibilityNote className="mt-4">
          Only you can see this list; each person sees their own invitation. If someone submits a death
          certificate for you, everyone who has accepted is told who did.
        </VisibilityNote>
      </PageSection>
      <RoleGuide />
      {ready && dialog?.name === 'add' && prefilled !== null ? (
        <AddPersonDialog
          ownerId={user.id}
          ownerHasName={profile.data?.full_name != null}
          prefilled={prefilled}
          onClose={close}
        />
      ) : null}
    </Page>
  )
}

/**
 * What a link to "Add Person" fills in: a role, or the owner in an invitation that the signed-in person accepted, in the
 * role that this owner gave them. Null while that is read. A link to anything else fills in nothing.
 */
function prefilledFrom(
  asked: string | null,
  invitations: { data: Designation[] | undefined; isError: boolean },
): Prefilled | null {
  if (asked === 'executor') return { role: 'executor' }
  if (!asked) return {}
  const invitation = invitations.data?.find(
    (given) => String(given.id) === asked && designationState(given) === 'accepted',
  )
  if (invitation) return { person_name: invitation.owner_name ?? '', role: invitation.role }
  return invitations.data !== undefined || invitations.isError ? {} : null
}

/**
 * Executors first, then trustees and beneficiaries. Whom the owner revoked is folded away; a person who stepped down or
 * deleted their account is not, because the owner may want to name someone else.
 */
function People({ named, diedOwners }: { named: readonly Designation[]; diedOwners: readonly string[] }) {
  const inOrder = [...named].sort((one, other) => roles.indexOf(other.role) - roles.indexOf(one.role))
  const isRevoked = (person: Designation) =>
    designationState(person) === 'revoked' && person.left_at !== person.revoked_at
  const revoked = inOrder.filter(isRevoked)
  return (
    <>
      <Rows people={inOrder.filter((person) => !isRevoked(person))} diedOwners={diedOwners} />
      {revoked.length > 0 ? (
        <details className="mt-4">
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            {count(revoked.length, 'person', 'people')} whose access you ended
          </summary>
          <Rows people={revoked} diedOwners={diedOwners} />
        </details>
      ) : null}
    </>
  )
}

function Rows({ people, diedOwners }: { people: readonly Designation[]; diedOwners: readonly string[] }) {
  return (
    <ul className="grid grid-cols-1 gap-4">
      {people.map((designation) => (
        <DesignationRow
          key={designation.id}
          designation={designation}
          isDead={hasDied(designation, diedOwners)}
        />
      ))}
    </ul>
  )
}
