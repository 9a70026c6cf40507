import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { designationsQuery } from '@/data/designations'
import { profileQuery } from '@/data/profiles'
import { useUser } from '@/data/session'
import { errorSentence } from '@/lib/errors'
import { paths } from '@/lib/paths'
import { Button } from '@/ui/button'
import { Page, Section } from '@/ui/page'
import { EmptyState, ErrorPanel, SkeletonList } from '@/ui/states'
import { VisibilityNote } from '@/ui/visibility-note'
import { AddPersonDialog } from './add-person-dialog'
import { DesignationRow } from './designation-row'
import { RoleGuide } from './role-guide'

/** /beneficiaries: the people whom the owner names, and where their invitations stand. */
export function Component() {
  const user = useUser()
  const people = useQuery(designationsQuery(user.id))
  const profile = useQuery(profileQuery(user.id))
  const [adding, setAdding] = useState(false)
  const ready = people.isSuccess && profile.isSuccess
  const problem = people.error ?? profile.error
  const addButton = (
    <Button variant="primary" icon="plus" disabled={!ready} onClick={() => setAdding(true)}>
      Add Person
    </Button>
  )

  return (
    <Page
      title="Beneficiaries & Trustees"
      intro="The people you choose to see your plan, and what each of them may see and do."
      actions={people.data?.length ? addButton : undefined}
      back={{ to: paths.dashboard, label: 'Dashboard' }}
    >
      <Section title="People you have named">
        {problem ? (
          <ErrorPanel
            title="Unable to load designations"
            onRetry={() => void Promise.all([people.refetch(), profile.refetch()])}
            retrying={people.isFetching || profile.isFetching}
          >
            {errorSentence(problem)}
          </ErrorPanel>
        ) : !ready ? (
          <SkeletonList label="Loading the people you have named" />
        ) : people.data.length === 0 ? (
          <EmptyState title="Nobody is named yet" action={addButton}>
            <p>
              Without an executor, nobody is able to open your plan when it is needed. Most people begin with
              one person they trust, and add others later.
            </p>
          </EmptyState>
        ) : (
          <ul className="grid gap-4">
            {people.data.map((designation) => (
              <DesignationRow key={designation.id} designation={designation} />
            ))}
          </ul>
        )}
        <VisibilityNote className="mt-4">
          Only you see this list. Each person sees their own invitation, and never who else you have named.
        </VisibilityNote>
      </Section>
      <RoleGuide />
      {ready ? (
        <AddPersonDialog
          open={adding}
          onOpenChange={setAdding}
          ownerId={user.id}
          ownerHasName={profile.data?.full_name != null}
        />
      ) : null}
    </Page>
  )
}
