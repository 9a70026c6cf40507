import { useOffered } from '@/data/offered-parts'
import { useIsFrozen } from '@/parts/kit/plan-open'
import { Card } from '@/ui/base/card'
import { PageSection } from '@/ui/base/page'
import { partChoices } from '@/words/part-choices'
import { roles, roleWords } from '@/words/roles'
import { whatRolesSee } from '@/words/what-roles-see'

/** Explains the roles in plain words, first the one that may do most. */
export function RoleGuide() {
  const { isOffered } = useOffered()
  const isFrozen = useIsFrozen()
  return (
    <PageSection
      title="What the roles mean"
      intro={
        isFrozen
          ? undefined
          : 'No one can see your plan until after your death, unless you share it sooner or choose parts of it for the first hours. You can also choose, for each person, which parts they can read.'
      }
    >
      {isOffered('health') ? (
        <p className="mb-4 max-w-prose">
          No one can read {partChoices.health.name}, whatever their role, unless you’ve chosen them for it.
        </p>
      ) : null}
      <div className="grid gap-4 lg:grid-cols-3">
        {roles.toReversed().map((role) => (
          <Card key={role} title={roleWords[role].name} headingLevel={3}>
            <p className="font-semibold">{roleWords[role].description}</p>
            <p className="mt-2 text-ink-soft">{whatRolesSee[role].toOwner}</p>
          </Card>
        ))}
      </div>
    </PageSection>
  )
}
