import { Link } from 'react-router-dom'
import { operator } from '@/lib/env'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { PageSection } from '@/ui/base/page'
import { TRIAL_DAYS } from '@/words/offers'
import { Bullets, Paragraphs, ReadingPage, WhereToWrite } from './reading'

/** /terms: what people agree to when they sign in. */
export function Component() {
  const { name, law } = operator()
  return (
    <ReadingPage
      title="Terms"
      changed="2026-11-30"
      intro={`What you can expect from ${PRODUCT_NAME}, and what we ask of you, in plain words.`}
    >
      <PageSection title={`What ${PRODUCT_NAME} is`}>
        <Paragraphs>
          <p>
            {PRODUCT_NAME} keeps what you want your family to know: funeral wishes, documents, messages,
            contacts, insurance and accounts. You name the people who can see it after your death has been
            verified, or sooner if you share it.{name ? ` ${name} runs this service.` : ''}
          </p>
          <p>
            It isn’t a will, and it doesn’t replace one. It doesn’t give legal, tax or medical advice. What
            you write about your funeral is a guide for your family and usually isn’t legally binding. Naming
            someone as executor or trustee here gives them access to your plan. It doesn’t make them one in
            law.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="What we ask of you">
        <Bullets>
          <li>Use {PRODUCT_NAME} only for your own plan and the plans of people who have named you.</li>
          <li>
            Submit a death certificate only for someone who has died. The owner of the plan and everyone who
            has accepted an invitation to it are told who submitted it.
          </li>
          <li>Add only what you’re allowed to keep and share.</li>
          <li>
            Keep your email account safe. Sign-in codes go there, so anyone who reads your email can sign in
            as you.
          </li>
          <li>Don’t try to get into other people’s plans, or to overload the service.</li>
        </Bullets>
      </PageSection>
      <PageSection title="How a plan opens">
        <Paragraphs>
          <p>
            Someone who has accepted your invitation, or someone signed in to your account, submits a death
            certificate. Someone on our team checks it. If it’s approved, your plan opens to the people you’ve
            named, after any waiting period you’ve chosen. We tell you at each step, and you can stop it
            anytime with one button.
          </p>
          <p>
            People you choose for the first hours can open what you chose for them without a certificate. We
            tell you at once, and you can close it.
          </p>
          <p>
            Once a certificate has been approved, no one can change the plan, unless the approval is taken
            back or you stop it. We check certificates with care, but a careful forgery could deceive us. A
            waiting period gives you time to notice.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="What it costs">
        <Paragraphs>
          <p>
            The first {TRIAL_DAYS} days are free, with no credit card required. After that, you need a
            membership to add to a plan or change it, wherever one is charged for. The{' '}
            <Link to={paths.pricing}>pricing page</Link> has the prices. Monthly and annual memberships renew
            until you cancel, which you can do anytime; you keep what you’ve paid for until it ends. People
            you name never pay.
          </p>
          <p>
            If you stop paying, we don’t take anything away. You can read, export and delete what you’ve
            recorded, and the people you’ve named keep their access after your death.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="What’s yours stays yours">
        <Paragraphs>
          <p>
            Everything you record belongs to you. We store it and show it to the people you’ve named, and to
            guests of your service what an executor shows them, and use it for nothing else. You can export
            all of it, print it, or delete your account in Settings anytime, and bring an export into the
            empty plan of another account. Two things can make exporting or deleting wait. In a browser that’s
            new to an account you’ve used within a year, exporting and deleting wait a day. And an account
            can’t be deleted from the app while a death certificate is being reviewed or after one was
            approved, while your first hours are open or asked for, or for 7 days after you stop a release or
            your first hours end. Otherwise someone with access to your email could take your plan, or make it
            disappear.
          </p>
          <p>
            No service can promise to be there every hour of every day. Keep a printed or exported copy where
            your family will find it.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="Changes and questions">
        <Paragraphs>
          <p>
            The version on this page is the one that applies, from the date below.
            {law ? ` Where a dispute can’t be settled by talking, ${law} applies.` : ''}
          </p>
          <p>
            <WhereToWrite lead="Questions" /> What we keep about you is on the{' '}
            <Link to={paths.privacy}>privacy page</Link>.
          </p>
        </Paragraphs>
      </PageSection>
    </ReadingPage>
  )
}
