import type { Enums } from '@/lib/database.types'
import { roleWords } from '@/plan/people/role-words'
import { Card } from '@/ui/page/card'
import { Section } from '@/ui/page/page'

const guide: { role: Enums<'designation_role'>; explanation: string }[] = [
  {
    role: 'executor',
    explanation:
      'The person who carries out your will and settles what you leave behind. An executor has full administrative access to all information in your plan, financial accounts and insurance included.',
  },
  {
    role: 'trustee',
    explanation:
      'Somebody who looks after money or property for others. A trustee sees your funeral plan, music, contacts, messages and estate documents, and your financial accounts and insurance too.',
  },
  {
    role: 'beneficiary',
    explanation:
      'Somebody who receives something from you, be it only a message. A beneficiary sees your funeral plan, music, contacts, messages and estate documents, but neither financial accounts nor insurance.',
  },
]

/** Explains the three roles in plain words. */
export function RoleGuide() {
  return (
    <Section
      title="What the roles mean"
      intro="All of them see your plan only after your death has been verified, or earlier if you lift the visibility hold. A video message for one person is seen by that person alone."
    >
      <div className="grid gap-4 lg:grid-cols-3">
        {guide.map(({ role, explanation }) => (
          <Card key={role} title={roleWords[role].name} headingLevel={3}>
            <p className="font-semibold">{roleWords[role].description}</p>
            <p className="mt-2 text-ink-soft">{explanation}</p>
          </Card>
        ))}
      </div>
    </Section>
  )
}
