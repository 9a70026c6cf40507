import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { reviewTime } from '@/lib/env'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { Band } from '@/ui/base/band'
import { Icon } from '@/ui/base/icons'

function answers(): { question: string; answer: ReactNode }[] {
  const review = reviewTime()
  return [
    {
      question: 'Is this a will?',
      answer: `No, and it doesn’t replace one. A will decides who gets what, and has to follow the law where you live. ${PRODUCT_NAME} says where that will is, what kind of funeral you’d like, who to call, and what you still wanted to say.`,
    },
    {
      question: 'Who can see it today?',
      answer: (
        <>
          Only you, unless you open it to the people you’ve named. Until then they see your name, and nothing
          in your plan. If you choose someone for it, they can read a little without a certificate in the
          first hours after a stroke or a death: whom to call, who feeds the dog. The{' '}
          <Link to={paths.security}>security page</Link> says how it’s protected, and where that protection
          ends.
        </>
      ),
    },
    {
      question: `What if ${PRODUCT_NAME} closes?`,
      answer:
        'You can export everything, files and videos included, or print it as a binder, anytime and without a membership. Keep a copy where your family will find it. The program itself is open source, so others could go on running it.',
    },
    {
      question: 'What if I stop paying?',
      answer:
        'Nothing is taken away. You can still read, export and delete what you recorded, and the people you named keep their access after your death. You only need a membership to add to your plan or change it.',
    },
    {
      question: 'Who checks the certificate?',
      answer: `A person who runs this service, never a program alone. They see who submitted it and when you were last here.${review ? ` It usually takes ${review}.` : ''} We tell you and everyone who has accepted your invitation at each step.`,
    },
    {
      question: 'How do I delete everything?',
      answer:
        'In Settings, under Delete Account: we email you a code, and then your plan and all its files are gone. While a death certificate is being reviewed it has to wait, so that no one can make your plan disappear.',
    },
  ]
}

/** Six questions that most people have before they begin. */
export function Questions() {
  return (
    <section aria-labelledby="questions-title" className="laid-out-late">
      <Band className="grid gap-x-14 gap-y-8 pb-16 sm:pb-24 lg:grid-cols-[5fr_7fr]">
        <h2 id="questions-title" className="text-page">
          Questions people ask first
        </h2>
        <div className="border-b border-line">
          {answers().map(({ question, answer }) => (
            <details key={question} className="group border-t border-line">
              <summary className="flex min-h-11 items-center justify-between gap-4 py-4 font-serif text-title font-semibold [&::-webkit-details-marker]:hidden">
                {question}
                <Icon
                  name="chevron-down"
                  className="shrink-0 text-heart transition-transform group-open:rotate-180"
                />
              </summary>
              <p className="pb-5 text-ink-soft">{answer}</p>
            </details>
          ))}
        </div>
      </Band>
    </section>
  )
}
