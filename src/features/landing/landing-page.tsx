import { StartLink, TrialTerms } from '@/account/start-link'
import { useBillingEnabled } from '@/data/membership/use-billing-enabled'
import { operator, supportEmail } from '@/lib/env'
import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/text'
import { Band, Bands } from '@/ui/base/band'
import { ButtonLink } from '@/ui/base/button'
import { useDocumentTitle } from '@/ui/base/page'
import { TRIAL_DAYS } from '@/words/offers'
import { Doors } from './doors'
import { Features } from './features'
import { HeroPicture } from './hero-picture'
import { HowAPlanOpens } from './how-a-plan-opens'
import { Questions } from './questions'
import { LANDING_TITLE } from './title'
import { WhatYourFamilyGets } from './what-your-family-gets'

const steps = [
  {
    title: 'Create your plan',
    text: 'Answer guided questions, upload documents and record messages. Stop whenever you like. We keep what you’ve saved.',
  },
  {
    title: 'Designate beneficiaries',
    text: 'Name the people you trust. They’re notified securely when needed.',
  },
  {
    title: 'Rest easy',
    text: 'Your wishes are written down. You can update them anytime.',
  },
]

/** The landing page. The build puts it into index.html, so that it can be read at once. */
export function Component() {
  useDocumentTitle(LANDING_TITLE)
  const billingEnabled = useBillingEnabled()
  return (
    <Bands>
      <Hero billingEnabled={billingEnabled} />
      <Trust />
      <WhatYourFamilyGets />
      <Features />
      <HowItWorks />
      <HowAPlanOpens />
      <Doors />
      <Questions />
      <WhoIsBehindIt />
      <Closing billingEnabled={billingEnabled} />
    </Bands>
  )
}

function Hero({ billingEnabled }: { billingEnabled: boolean }) {
  return (
    <Band className="relative grid items-center gap-x-12 gap-y-9 pt-9 pb-14 sm:gap-y-12 sm:pt-20 sm:pb-20 lg:grid-cols-[minmax(0,1fr)_25rem]">
      <div>
        <h1 className="text-hero">
          <span className="block">Plan with peace. </span>
          <span className="block">Leave with purpose.</span>
        </h1>
        <p className="mt-6 max-w-form text-lead text-ink-soft">
          Write down what you want for your funeral, keep what matters in one place, and choose who can see it
          after your death.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <StartLink billingEnabled={billingEnabled} className="px-6 py-3">
            {`Start Your ${TRIAL_DAYS}-Day Free Trial`}
          </StartLink>
          <ButtonLink to={{ hash: 'features' }} className="px-6 py-3">
            Learn More
          </ButtonLink>
        </div>
        <TrialTerms billingEnabled={billingEnabled} className="mt-5 max-w-form" />
      </div>
      <div className="relative mx-auto w-full max-w-form">
        <div
          aria-hidden="true"
          className="rings absolute -top-20 -right-24 -z-10 size-120 text-heart opacity-20 max-sm:hidden lg:-top-28 lg:-right-40 lg:size-152"
        />
        <HeroPicture />
      </div>
    </Band>
  )
}

const trust = [
  'Encrypted',
  'Checked by a person',
  'You can stop it',
  'Your family never pays',
  'Export or print anytime',
]

function Trust() {
  return (
    <div className="border-y border-line bg-sheet">
      <Band className="py-4">
        <ul className="flex flex-wrap justify-center gap-x-4 gap-y-1 text-center font-semibold">
          {trust.map((words) => (
            <li
              key={words}
              className="lg:not-first:before:mr-4 lg:not-first:before:text-heart lg:not-first:before:content-['·']"
            >
              {words}
            </li>
          ))}
        </ul>
      </Band>
    </div>
  )
}

function HowItWorks() {
  return (
    <section aria-labelledby="steps-title" className="laid-out-late">
      <Band className="py-16 sm:py-24">
        <h2 id="steps-title" className="text-page">
          How it works
        </h2>
        <ol className="mt-10 grid gap-10 md:grid-cols-3">
          {steps.map(({ title, text }, index) => (
            <li key={title} className="flex gap-5 md:block">
              <span
                aria-hidden="true"
                className="relative grid size-16 shrink-0 place-items-center font-serif text-heading text-heart"
              >
                <span className="absolute inset-0 rounded-full border border-heart opacity-40" />
                <span className="absolute inset-1.5 rounded-full border-2 border-heart" />
                {index + 1}
              </span>
              <div className="md:mt-5">
                <h3 className="text-title">{title}</h3>
                <p className="mt-1.5 text-ink-soft">{text}</p>
              </div>
            </li>
          ))}
        </ol>
      </Band>
    </section>
  )
}

function WhoIsBehindIt() {
  const { name, address } = operator()
  const email = supportEmail()
  return (
    <section aria-labelledby="behind-title" className="laid-out-late border-t border-line bg-sheet">
      <Band className="py-14 sm:py-20">
        <h2 id="behind-title" className="text-page">
          {name ? 'Who is behind it' : 'Open source'}
        </h2>
        <div className="mt-5 grid max-w-prose gap-4">
          {name ? (
            <p>
              <strong>{name}</strong> runs this service{address ? `, at ${address}` : ''}.
            </p>
          ) : null}
          <p>
            {PRODUCT_NAME} is open source: anyone can read how it keeps a plan closed, and how it opens one.
            It shows no ads and follows no one around the web.
          </p>
          {email ? (
            <p>
              Write to us: <a href={`mailto:${email}`}>{email}</a>
            </p>
          ) : null}
        </div>
        <div className="mt-6 flex flex-wrap gap-3">
          <ButtonLink to={paths.security}>How it’s protected</ButtonLink>
          <ButtonLink to={paths.contact}>Contact</ButtonLink>
        </div>
      </Band>
    </section>
  )
}

function Closing({ billingEnabled }: { billingEnabled: boolean }) {
  return (
    <section
      aria-labelledby="closing-title"
      className="mx-auto max-w-prose px-4 pt-20 pb-8 text-center sm:px-6 sm:pt-28"
    >
      <h2 id="closing-title" className="text-page">
        A few quiet minutes is all it takes to begin
      </h2>
      <p className="mt-4 text-lead text-ink-soft">Save what you write today. The rest can wait.</p>
      <StartLink billingEnabled={billingEnabled} className="mt-7 px-6 py-3">
        Get Started Free
      </StartLink>
      <TrialTerms billingEnabled={billingEnabled} className="mt-5 text-ink-soft" />
    </section>
  )
}
