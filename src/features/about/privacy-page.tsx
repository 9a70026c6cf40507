import { Link } from 'react-router-dom'
import { operator, supportEmail, turnstileSiteKey } from '@/lib/env'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { PageSection } from '@/ui/base/page'
import { Bullets, Paragraphs, ReadingPage, WhereToWrite, whatDeletingDoes } from './reading'

/** /privacy: what is kept, who can read it, and for how long. */
export function Component() {
  const { name, address, dataLocation, backupDays } = operator()
  const email = supportEmail()
  const responsible = [name, address, email].filter((fact) => fact !== null).join(', ')
  return (
    <ReadingPage
      title="Privacy"
      changed="2026-11-30"
      intro="What we keep, who can read it, and when it’s deleted. We don’t sell data, show ads, or follow you around the web."
    >
      {responsible ? (
        <PageSection title="Who is responsible">
          <p className="wrap-anywhere">{responsible}.</p>
        </PageSection>
      ) : null}
      <PageSection title="What we keep">
        <Bullets>
          <li>
            <strong>Your account:</strong> email address, name, and your settings, such as the waiting period
            and how often we remind you.
          </li>
          <li>
            <strong>The browsers you sign in with:</strong> a scrambled form of a random number, the kind of
            browser, such as “Chrome on Windows”, and when it was first and last used. From that we tell a
            browser that’s new to your account.
          </li>
          <li>
            <strong>Your plan:</strong> what you write, upload and record, including what you tell us about
            others: the contacts you list and the people you name.
          </li>
          <li>
            <strong>Your health:</strong> only what you write in Health & Care, where it’s offered, and only
            after you’ve agreed to it. <Link to={paths.healthPrivacy}>Health Privacy</Link> says more.
          </li>
          <li>
            <strong>The access history:</strong> who was named, accepted or removed, when a certificate was
            submitted and decided, when a plan or its first hours were opened, and by whom, which parts of a
            plan people read and what they did there, and when a new browser signed in. You can read yours.
          </li>
          <li>
            <strong>Death certificates</strong> that were submitted, and what was decided.
          </li>
          <li>
            <strong>Your membership:</strong> plan, dates, and your customer and subscription numbers at
            Stripe. Only Stripe has your card details.
          </li>
          <li>
            <strong>Your wallet card:</strong> its code. If someone uses it: their name, how to reach them and
            what they wrote. The people you’ve named and our administrators can read that.
          </li>
          <li>
            <strong>The guests of a service:</strong> the names, email addresses and phone numbers of people
            your trustees and executors invite after your death, and what they answer. Your trustees and
            executors can read that; everyone named can read when and where the service is. Guests can read
            the name of the person who invited them, a phone number if the family gives one, and your
            portrait, the line you’d like to be remembered by, your dates and where you were born, if an
            executor shows them.
          </li>
          <li>
            <strong>Memories:</strong> what people named in a plan write about someone who has died, with a
            photo if they like, under the name they’re listed by. Guests of the service can too, if an
            executor lets them. Everyone named in that plan can read them.
          </li>
          <li>
            <strong>Emails we sent you,</strong> and whether they bounced or were marked as spam.
          </li>
        </Bullets>
      </PageSection>
      <PageSection title="Who can read it">
        <Paragraphs>
          <p>
            You, always. The people you’ve named, once they’ve accepted your invitation: after your death has
            been verified, or sooner if you open your plan to them. In your first hours, when you can’t speak
            or on the day you die, those you chose can read the parts you chose, without a certificate.
            Beneficiaries see your accounts, insurance and notes about home and pets only if you choose that
            for someone, and a message for one person is seen by that person alone. Before that, they see your
            name, and whether your plan is open.
          </p>
          <p>
            Our administrators open death certificates to check them. Like the operator of any such service,
            we hold the keys of the database, so that your plan can open without you. We read what’s in plans
            only when you ask us to, or when the law requires it.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="Who helps us">
        <Paragraphs>
          <p>These companies process data for us, each only as much as its job requires:</p>
          <Bullets>
            <li>
              <strong>Supabase</strong> makes the database, file storage and sign-in that hold your account
              and your plan.
              {dataLocation ? ` Their servers are in ${dataLocation}.` : ''} Its logs keep the network
              addresses that requests come from, for a while.
            </li>
            <li>
              <strong>Resend</strong> delivers our emails. They name you and the people you’ve named, but
              never quote your plan.
            </li>
            <li>
              <strong>Stripe</strong> takes payments, where a membership is charged for.
            </li>
            {turnstileSiteKey() ? (
              <li>
                <strong>Cloudflare</strong> checks on the sign-in page that a person, not a program, is asking
                for a code.
              </li>
            ) : null}
          </Bullets>
        </Paragraphs>
      </PageSection>
      <PageSection title="What stays in your browser">
        <Paragraphs>
          <p>
            {PRODUCT_NAME} sets no cookies of its own and uses no analytics. Fonts and scripts come from our
            own site. Your browser remembers that you’re signed in, that you’ve signed in here before, which
            notices you’ve put away, how you like to read, how far you were in a form, and which of our files
            it has. If you help with someone’s plan and it’s open to you, the list of what to do can be read
            on that device for 14 days without a connection. Signing out forgets your session and that list.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="How long we keep it">
        <Bullets>
          <li>
            Your plan and your account: until you delete them, or after your death until your family asks us
            to. {whatDeletingDoes}
          </li>
          <li>What someone wrote with a wallet card: 30 days.</li>
          <li>A browser you’ve signed in with: until you haven’t used it for a year.</li>
          <li>
            Copies of emails we sent: 30 days. Wrong sign-in codes and wrong links to a service are counted
            for a day.
          </li>
          <li>
            When you delete your account, everything above is deleted, except what you wrote in memory of
            someone, and its photo. That stays with their family, under your name. If you don’t want that,
            delete it before you delete your account. A scrambled form of your email address stays, so that a
            free trial isn’t used twice. Stripe keeps its records of payments as the law asks.
          </li>
          {backupDays ? <li>Backups still hold what was deleted for up to {backupDays} days.</li> : null}
        </Bullets>
      </PageSection>
      <PageSection title="What you can do">
        <Paragraphs>
          <p>
            Once you’ve signed in, Settings has everything: correct your name, export all your data as a zip
            file, or delete your account. “Who Can See My Plan” has a page of its own. None of it needs a
            membership.
          </p>
          <p>
            Someone has named you and you’d rather they hadn’t? Decline the invitation or, if you’ve accepted
            it, step down.{' '}
            <WhereToWrite lead="For anything else, and for the rights that the law where you live gives you, this is where to write" />
          </p>
          <p>
            How all this is protected is on the <Link to={paths.security}>security page</Link>.
          </p>
        </Paragraphs>
      </PageSection>
    </ReadingPage>
  )
}
