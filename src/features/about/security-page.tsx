import { Link } from 'react-router-dom'
import { paths } from '@/lib/paths'
import { PageSection } from '@/ui/base/page'
import { Bullets, Paragraphs, ReadingPage, WhereToWrite } from './reading'

/** Who might try what, and what stops them: SECURITY.md in plain words. */
const dangers = [
  {
    who: 'A stranger on the internet',
    tries: 'tries to read your plan.',
    stops:
      'The database itself refuses every row and every file to anyone you haven’t named. The screens only show what it allows.',
  },
  {
    who: 'Someone who guesses codes',
    tries: 'tries to sign in as you.',
    stops:
      'There are no passwords to steal. A code works once, for 10 minutes, and for 5 tries. We count wrong tries per email address, wherever they come from.',
  },
  {
    who: 'Someone you’ve named',
    tries: 'looks before it’s time.',
    stops:
      'Until your plan opens, they see your name and nothing in your plan, apart from what you chose for the first hours. Each role sees only its own part: beneficiaries see no accounts or insurance, unless you choose otherwise for someone.',
  },
  {
    who: 'Someone with a false certificate',
    tries: 'claims that you have died.',
    stops:
      'Only someone who has accepted your invitation can submit one, or someone signed in as you. We’ll email you right away, someone on our team checks it, and you can stop it with one button, in the email or here. You can add a waiting period of up to 30 days.',
  },
  {
    who: 'Someone you’ve removed',
    tries: 'keeps looking.',
    stops: 'Their access ends at once, and links to files that were already open end within 5 minutes.',
  },
  {
    who: 'Someone reading the email of a person who has died',
    tries: 'tries to change or delete what was left.',
    stops:
      'Once a certificate is approved, no one can change the plan, delete it or move it to another address, unless they stop the release as you. Everyone who has accepted your invitation is told that.',
  },
]

/** /security: what is protected from whom, and what is not. */
export function Component() {
  return (
    <ReadingPage
      title="Security"
      intro="Who might try to get at your plan, what stops them, and what we can’t stop."
    >
      <PageSection title="Who might try what">
        <dl className="grid gap-4">
          {dangers.map(({ who, tries, stops }) => (
            <div key={who} className="rounded-card border border-line bg-sheet p-5 shadow-card">
              <dt>
                <strong>{who}</strong> {tries}
              </dt>
              <dd className="mt-1.5 text-ink-soft">{stops}</dd>
            </div>
          ))}
        </dl>
      </PageSection>
      <PageSection title="How it works">
        <Bullets>
          <li>
            <strong>Encrypted on the way</strong> between your device and us, always. On Supabase, it’s also
            encrypted at rest.
          </li>
          <li>
            <strong>Rules in the database.</strong> Who can see what is decided for every single row, not by a
            screen that someone could get around.
          </li>
          <li>
            <strong>Private files.</strong> Videos and documents open through links that last 5 minutes and
            are made only when they’re needed. A stored file is never replaced.
          </li>
          <li>
            <strong>A history that can’t be edited.</strong> You can read who was given access, and who opened
            your plan.
          </li>
          <li>
            <strong>Emails give nothing away.</strong> They never quote your plan, and no link in them opens
            it.
          </li>
          <li>
            <strong>Tested with every change.</strong> What must be refused is tested as thoroughly as what
            must work, including attacks known from other apps.
          </li>
        </Bullets>
      </PageSection>
      <PageSection title="Where the protection ends">
        <Paragraphs>
          <p>Nothing protects against everything. Here’s what we can’t stop:</p>
          <Bullets>
            <li>
              Someone who reads your email while you’re alive can sign in as you, because codes go there. In a
              browser your account doesn’t know yet, they can read your plan and change what’s in it. But if
              you’ve used Heartwood within a year, they have to wait a day before they can share the plan,
              change when it opens or the people you’ve named, change your email address, export everything,
              or delete the account. The browsers you’ve used before will tell you, and can sign them out.
              Protect your email account well.
            </li>
            <li>A device that’s taken over while you’re signed in on it.</li>
            <li>Copies that someone made of what they were allowed to see.</li>
            <li>
              Someone who keeps entering wrong codes for your address can fill your inbox with codes, and keep
              you from signing in on a new device for as long as they go on. Browsers you’ve signed in on
              before keep working.
            </li>
            <li>
              Someone who has your wallet card can email the people you’ve named a false report that you have
              died, until you end the card. Nothing in your plan opens, and we’ll email you right away.
            </li>
            <li>
              Someone you chose for the first hours can open them without a reason, and copy what you chose
              for them. We’ll email you right away with a link that closes them, and they may have to wait
              before they can do it again. Money, wills and other documents, messages and your portrait never
              open that way; signed health papers do if you chose that.
            </li>
            <li>
              A guest’s link to your service works for anyone who has it: they can read when and where it is,
              and answer as that guest. If an executor shows guests who you were, with your portrait and
              dates, they can see that too.
            </li>
            <li>
              It isn’t end-to-end encrypted. Your plan has to open without you, so anyone who holds the keys
              of this service could read it, and so could its hosting company.
            </li>
          </Bullets>
          <p>
            Don’t write passwords into your plan. Say where the sealed envelope is, or use a password
            manager’s emergency access.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="Found a weakness?">
        <p>
          <WhereToWrite lead="Please tell us privately first" /> What we keep and for how long is on the{' '}
          <Link to={paths.privacy}>privacy page</Link>.
        </p>
      </PageSection>
    </ReadingPage>
  )
}
