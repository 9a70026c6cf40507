import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import type { CardReport } from '@/data/account/card-report'
import { groupCardCode, readCardCode } from '@/lib/card-code'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { Notice } from '@/ui/base/notice'
import { Page, PageSection } from '@/ui/base/page'
import { ChoiceField, TextArea, TextField } from '@/ui/forms/field'
import { FormFrame } from '@/ui/forms/form-frame'
import { useForm } from '@/ui/forms/use-form'
import { errorSentence } from '@/words/refusals'

// Checking and sending are needed only once something is filled in.
const loadReport = () => import('@/data/account/card-report')
const loadSchema = async () => (await loadReport()).cardReportSchema

/** /card: for anyone who holds an owner's card. Needs no account, and tells nothing of the owner. */
export function Component() {
  const { hash } = useLocation()
  const [sent, setSent] = useState<CardReport['kind'] | null>(null)
  return (
    <div className="py-10 sm:py-16">
      <Page
        title="You have someone’s card"
        width="narrow"
        intro={
          sent
            ? undefined
            : `It means they planned ahead with ${PRODUCT_NAME}, and hoped that you would let the right people know. You don’t need an account, and you don’t pay anything.`
        }
      >
        {sent ? <WhatNow kind={sent} /> : <ReportForm code={readCardCode(hash.slice(1))} onSent={setSent} />}
        {sent ? null : <BeforeYouSend />}
      </Page>
    </div>
  )
}

interface ReportFormProps {
  /** From the card's link; null when the person has to type it. */
  code: string | null
  onSent: (kind: CardReport['kind']) => void
}

function ReportForm({ code, onSent }: ReportFormProps) {
  const [id] = useState(() => crypto.randomUUID())
  const { field, busy, problem, submit } = useForm({
    schema: loadSchema,
    values: { code: code ? groupCardCode(code) : '', kind: '', name: '', contact: '', message: '' },
    send: async (report) => {
      const { sendCardReport } = await loadReport()
      await sendCardReport(id, report)
      onSent(report.kind)
    },
  })
  return (
    <FormFrame
      busy={busy}
      submit={submit}
      submitLabel="Send"
      busyLabel="Sending..."
      problem={
        problem ? (
          <Notice tone="danger" role="alert" title="We couldn’t send it just now">
            <p>{errorSentence(problem)}</p>
          </Notice>
        ) : null
      }
    >
      {/* Of several lines, because a narrow screen would cut the code off. */}
      <TextArea
        label="Code on the card"
        hint={
          code
            ? 'Filled in from the card.'
            : '28 letters and numbers, in groups of four. Capitals and spaces don’t matter.'
        }
        limit={100}
        rows={2}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        {...field('code')}
      />
      <ChoiceField
        label="What happened?"
        options={[
          {
            value: 'death',
            label: 'They have died',
            hint: 'We’ll tell the people they named. This report alone opens nothing.',
          },
          {
            value: 'reach',
            label: 'I need to reach someone close to them',
            hint: 'For example from a hospital, or because you found the card.',
          },
        ]}
        {...field('kind')}
      />
      <TextField label="Your name" autoComplete="name" {...field('name')} />
      <TextField
        label="How can they reach you?"
        hint="A phone number or an email address."
        autoCapitalize="off"
        spellCheck={false}
        {...field('contact')}
      />
      <TextArea
        label="Your message"
        optional
        hint="Where they are, who you are to them, or anything that helps. We leave out web addresses."
        limit={500}
        {...field('message')}
      />
    </FormFrame>
  )
}

function BeforeYouSend() {
  return (
    <>
      <PageSection title="What happens when you send it">
        <ul className="grid list-disc gap-2.5 pl-6 marker:text-heart">
          <li>
            Within a few minutes we’ll email the people they’ve named. They, and the people who run this site,
            will see your name, your message and how to reach you.
          </li>
          <li>We’ll also email the owner of the card. If they’re alive, they can stop it with one button.</li>
          <li>
            Nothing in their plan is opened or changed. To protect them, we answer the same for every card: we
            can’t tell you whether it’s still in use, or who was emailed.
          </li>
        </ul>
      </PageSection>
      <PageSection title="If you can’t wait">
        <p>
          In an emergency, call your local emergency number. If someone close to them is named on the card,
          write to that person as well.
        </p>
      </PageSection>
      <NamedYourself />
    </>
  )
}

const sentWords = {
  death: {
    title: 'We’ve received it. We’re sorry.',
    text: 'If this card is in use, we’ll email the people they’ve named within a few minutes. They may get in touch with you. You don’t need to do anything else.',
  },
  reach: {
    title: 'We’ve received it',
    text: 'If this card is in use, we’ll email the people they’ve named within a few minutes, and they can get in touch with you. You don’t need to do anything else.',
  },
}

function WhatNow({ kind }: { kind: CardReport['kind'] }) {
  const { title, text } = sentWords[kind]
  return (
    <>
      <Notice tone="good" role="status" title={title}>
        <p>{text}</p>
        <p>
          If you don’t hear from anyone in a day or two, our <Link to={paths.contact}>contact page</Link> says
          how to reach us.
        </p>
      </Notice>
      <div className="mt-10">
        <NamedYourself />
      </div>
    </>
  )
}

function NamedYourself() {
  return (
    <PageSection title="If they’ve named you">
      <p>
        Then you can do more yourself: <Link to={paths.auth()}>sign in</Link> with the address they invited
        you at, open their plan, and submit a photo or scan of the death certificate. There’s no hurry.
      </p>
    </PageSection>
  )
}
