import type { Enums } from '@/lib/database.types'
import { Card } from '@/ui/base/card'
import { PageSection } from '@/ui/base/page'
import { roleWords } from '@/words/roles'

const guide: { role: Enums<'designation_role'>; explanation: string }[] = [
  {
    role: 'executor',
    explanation:
      'Carries out your wishes and settles your affairs. Can see everything in your plan, including accounts and insurance, except video messages for someone else.',
  },
  {
    role: 'trustee',
    explanation:
      'Looks after money or property for others. Can see everything in your plan, including accounts and insurance, except video messages for someone else.',
  },
  {
    role: 'beneficiary',
    explanation:
      "Someone you're leaving something to, even if it's only a message. Can see your portrait, funeral plan, music, contacts, documents and the video messages for them or for everyone, but not your accounts, your insurance or your notes about home and pets.",
  },
]

/** Explains the three roles in plain words. */
export function RoleGuide() {
  return (
    <PageSection
      title="What the roles mean"
      intro="They can see your plan only after your death, or sooner if you choose."
    >
      <div className="grid gap-4 lg:grid-cols-3">
        {guide.map(({ role, explanation }) => (
          <Card key={role} title={roleWords[role].name} headingLevel={3}>
            <p className="font-semibold">{roleWords[role].description}</p>
            <p className="mt-2 text-ink-soft">{explanation}</p>
          </Card>
        ))}
      </div>
    </PageSection>
  )
}
