import { Link } from 'react-router-dom'
import { operator, supportEmail } from '@/lib/env'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { PageSection } from '@/ui/base/page'
import { whenTakingBackWaits } from '@/words/health-consent'
import { Bullets, Paragraphs, ReadingPage, WhereToWrite, whatDeletingDoes } from './reading'

/** /privacy/health: what an owner agrees to before anything about their health is kept. Laws ask for a page of its own. */
export function Component() {
  const { name, address, dataLocation, backupDays } = operator()
  const responsible = [name, address, supportEmail()].filter((fact) => fact !== null).join(', ')
  return (
    <ReadingPage
      title="Health Privacy"
      changed="2026-11-30"
      intro="What we keep about your health, why, who can read it, and how to have it deleted. It’s about the Health & Care part of a plan, where this site offers it. Nothing there is kept before you agree to this."
    >
      {responsible ? (
        <PageSection title="Who is responsible">
          <p className="wrap-anywhere">{responsible}.</p>
        </PageSection>
      ) : null}
      <PageSection title="What we keep">
        <Paragraphs>
          <p>Only what you write or upload there yourself. You can leave out whatever you like:</p>
          <Bullets>
            <li>Blood thinners, allergies, medicines, implants and devices, and conditions.</li>
            <li>
              Who decides for you if you can’t, and who does instead, with their phone numbers. Please ask
              them first.
            </li>
            <li>Your doctor’s name and phone number.</li>
            <li>How to talk with you, and what the people caring for you should know.</li>
            <li>Whether you want to donate organs.</li>
            <li>
              Where your signed papers are, and copies of them: a health care proxy, an advance directive,
              doctor’s orders, and a release of information.
            </li>
            <li>When you agreed to this, and which version of it.</li>
          </Bullets>
          <p>
            We get none of this from anyone else. Please don’t write down insurance or Social Security
            numbers, passwords or codes.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="What it’s for">
        <p>
          So that the people you choose can read it when you choose, and help a hospital or your family. We
          use it for nothing else. We don’t sell it, show ads with it, or work anything out from it.
        </p>
      </PageSection>
      <PageSection title="Who can read it">
        <Paragraphs>
          <p>
            You, always. Of the people you’ve named, only those you choose for it, whatever their role: in
            your first hours, or after your death. You can change that anytime under “Who Can See My Plan”.
            People who have read it may have copied it.
          </p>
          <p>
            Supabase stores it for us, with the rest of your plan.
            {dataLocation ? ` Their servers are in ${dataLocation}.` : ''} We hold the keys of the database,
            and read it only when you ask us to, or when the law requires it. No one else gets it. It isn’t in
            our emails, in the access history or in our logs, and {PRODUCT_NAME} doesn’t keep it on the
            devices of the people who read it. A copy that they open, save or print may stay there. The
            history says that someone looked at Health & Care, not what’s in it.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title="How long we keep it">
        <Bullets>
          <li>Until you delete it, take back your consent, or delete your account. {whatDeletingDoes}</li>
          <li>
            If you take back your consent, everything is deleted at once and the copies of your papers within
            minutes, also what could otherwise be brought back after a removal.
          </li>
          <li>
            {backupDays
              ? `Backups still hold it for up to ${backupDays} days.`
              : 'Backups still hold it until they are deleted.'}
          </li>
          <li>After your death: until your family asks us to delete your plan.</li>
        </Bullets>
      </PageSection>
      <PageSection title="What you can do">
        <Paragraphs>
          <p>
            On the Health & Care page: read it, change it, delete it, or take back your consent. In Settings:
            export all of it as a zip file; in a browser that’s new to your account, that waits a day. Only
            adding and changing need a membership.
          </p>
          <p>
            Taking back your consent can’t be undone, and no one else should be able to do it in your name.{' '}
            {whenTakingBackWaits}
          </p>
          <p>
            You can also ask us whether we hold anything about your health, for a copy, or to delete it. The
            law where you live may give you more rights, such as to appeal when we refuse, or to complain to
            an authority. <WhereToWrite lead="This is where to write" />
          </p>
          <p>
            If anyone gets to read it who shouldn’t, we’ll tell you, and the authorities where the law asks us
            to.
          </p>
          <p>
            Everything else is on the <Link to={paths.privacy}>Privacy</Link> page.
          </p>
        </Paragraphs>
      </PageSection>
      <PageSection title={`${PRODUCT_NAME} and your doctor`}>
        <p>
          {PRODUCT_NAME} isn’t a medical record, and nothing written here gives anyone the right to decide for
          you. Hospital staff act on signed papers.
        </p>
      </PageSection>
    </ReadingPage>
  )
}
