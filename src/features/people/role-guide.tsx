import { useOffered } from '@/data/offered-parts'
import { Card } from '@/ui/base/card'
import { PageSection } from '@/ui/base/page'
import { partChoices } from '@/words/part-choices'
import { type Role, roles, roleWords } from '@/words/roles'

const explanations: Record<Role, string> = {
  executor:
    'Carries out your wishes and settles your affairs. Can see everything in your plan, including accounts and insurance, except messages for someone else.',
  trustee:
    'Looks after money or property for others. Can see everything in your plan, including accounts and insurance, except messages for someone else.',
  beneficiary:
    "Someone you're leaving something to, even if it's only a message. Can see your portrait, funeral plan, music, contacts, documents and the messages for them or for everyone, but not your accounts, your insurance or your notes about home and pets.",
}

/** Explains the roles in plain words, first the one that may do most. */
export function RoleGuide() {
  const { isOffered } = useOffered()
  return (
    <PageSection
      title="What the roles mean"
      intro="They can see your plan only after your death, or sooner if you choose. You can also choose, for each person, which parts they can read: the button is beside their name, above."
    >
      {isOffered('health') ? (
        <p className="mb-4 max-w-prose">
          {partChoices.health.name} is for no one, whatever their role, until you choose who can read it.
        </p>
      ) : null}
      <div className="grid gap-4 lg:grid-cols-3">
        {roles.toReversed().map((role) => (
          <Card key={role} title={roleWords[role].name} headingLevel={3}>
            <p className="font-semibold">{roleWords[role].description}</p>
            <p className="mt-2 text-ink-soft">{explanations[role]}</p>
          </Card>
        ))}
      </div>
    </PageSection>
  )
}
