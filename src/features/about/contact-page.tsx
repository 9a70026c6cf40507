import { Link } from 'react-router-dom'
import { canBeWrittenTo, operator, reviewTime, supportEmail } from '@/lib/env'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { PageSection } from '@/ui/base/page'
import { ReadingPage } from './reading'

/** /contact: who runs this installation, and what most people are looking for when they come here. */
export function Component() {
  const { name, address } = operator()
  const email = supportEmail()
  const review = reviewTime()
  const canWrite = canBeWrittenTo()
  return (
    <ReadingPage
      title="Contact"
      intro={
        email
          ? 'A person reads what you write.'
          : `${address ? `How to reach the people who run ${PRODUCT_NAME} here, and quick` : 'Quick'} answers for those in a hurry.`
      }
    >
      <PageSection title="How to reach us">
        {name || address || email ? (
          <address className="grid gap-1 text-lead not-italic wrap-anywhere">
            {name ? <strong>{name}</strong> : null}
            {address ? <span>{address}</span> : null}
            {email ? (
              <a href={`mailto:${email}`} className="w-fit py-1.5">
                {email}
              </a>
            ) : null}
          </address>
        ) : null}
        {canWrite ? null : (
          <p className="not-first:mt-2">
            No address is published here yet. You may not need one: below is what you can do by yourself. For
            anything else, ask someone else who was named, or who told you about {PRODUCT_NAME}: they may know
            how to reach us.
          </p>
        )}
      </PageSection>
      <PageSection title="Someone has died, and they named you">
        <p>
          <Link to={paths.auth()}>Sign in</Link> with the email address your invitation was sent to. Under
          Invitations, open the plan and submit a photo or scan of the death certificate. A person checks it
          {review ? `, usually within ${review}` : ''}, and we’ll email you when there’s a decision. It’s
          free.
        </p>
      </PageSection>
      <PageSection title="You’d like a loved one’s account to be closed">
        <p>
          Once the plan of someone who has died is open, their family can have the account closed.{' '}
          {canWrite
            ? 'Write to us from an address that the plan knows.'
            : 'There’s no address to write to here yet, so this has to wait.'}{' '}
          We tell everyone who can read the plan, and give them 30 days to download what they want to keep.
          Then it’s deleted for good. It costs nothing to leave it open.
        </p>
      </PageSection>
      <PageSection title="You got an email about your own death">
        <p>
          Use the link in that email to stop it: you don’t need to sign in. Or{' '}
          <Link to={paths.auth()}>sign in</Link> and press “I’m alive: stop this” at the top of any page. Your
          plan closes right away, and everyone who has accepted your invitation is told.
        </p>
      </PageSection>
      <PageSection title="You can’t sign in">
        <p>
          There’s no password: enter your email address, then the 6-digit code we send you. If it doesn’t
          arrive in a few minutes, check your spam folder. If you no longer have that email account, ask the
          person who named you to invite you again at your new address. If that person has died,{' '}
          {canWrite
            ? 'write to us'
            : 'ask someone else they named, if you know one: they may see other parts than you would'}
          .
        </p>
      </PageSection>
    </ReadingPage>
  )
}
