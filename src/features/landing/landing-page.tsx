import { paths } from '@/lib/paths'
import { PRODUCT_NAME } from '@/lib/product'
import { ButtonLink } from '@/ui/button'
import { Icon, type IconName } from '@/ui/icons'
import { useDocumentTitle } from '@/ui/page/document-title'

const features: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'leaf',
    title: 'Funeral planning',
    text: 'Say what you want for the service, the ceremony and the final arrangements. Decide some things now and leave others open.',
  },
  {
    icon: 'people',
    title: 'Beneficiaries and trustees',
    text: 'Designate the people who get access, and those who will manage your affairs. Each sees what their role allows.',
  },
  {
    icon: 'video',
    title: 'Video messages',
    text: 'Record a message for someone you love. You choose who receives each message, and when.',
  },
  {
    icon: 'lock',
    title: 'Secure document storage',
    text: 'Keep wills, trusts and insurance policies in one place, encrypted, where the right people will find them.',
  },
  {
    icon: 'music',
    title: 'Personal touches',
    text: 'Choose the music for the service, and write an obituary in your own words.',
  },
  {
    icon: 'bell',
    title: 'Regular reminders',
    text: 'Life changes. We remind you to look at your plan again, as often as you like.',
  },
]

const steps = [
  {
    title: 'Create your plan',
    text: 'Answer guided questions, upload documents and record messages. Stop at any point; what you saved stays.',
  },
  {
    title: 'Designate beneficiaries',
    text: 'Name the people you trust. They are notified securely when needed.',
  },
  {
    title: 'Rest easy',
    text: 'Your wishes are written down. You can update them at any time.',
  },
]

const promises = [
  'Only the people you designate can be given access. Each of them signs in to see it.',
  'A person checks the death certificate before anything is released.',
  'If something is reported by mistake, you are told at once and can stop it yourself.',
]

/** The landing page. It loads no data, and the build puts it into index.html so that it can be read at once. */
export function Component() {
  useDocumentTitle('Plan with peace. Leave with purpose.')
  return (
    <div className="-mx-4 overflow-x-clip sm:-mx-6">
      <Hero />
      <Features />
      <HowItWorks />
      <Privacy />
      <Closing />
    </div>
  )
}

function Hero() {
  return (
    <div className="relative mx-auto max-w-wide px-4 pt-14 pb-20 sm:px-6 sm:pt-24 sm:pb-28">
      <div
        aria-hidden="true"
        className="rings absolute -top-12 -right-72 size-152 text-heart opacity-15 sm:-right-96 lg:-right-24 lg:size-160 lg:opacity-30"
      />
      <div className="relative">
        <h1 className="text-hero">
          <span className="block">Plan with peace. </span>
          <span className="block">Leave with purpose.</span>
        </h1>
        <p className="mt-6 max-w-form text-lead text-ink-soft">
          Write down what you want for your funeral, keep what matters in one place, and choose who may see it
          after your death.
        </p>
        <div className="mt-8 flex flex-wrap gap-3">
          <ButtonLink variant="primary" to={paths.auth('signup')} className="px-6 py-3">
            Start Your 7-Day Free Trial
          </ButtonLink>
          <ButtonLink to={{ hash: 'features' }} className="px-6 py-3">
            Learn More
          </ButtonLink>
        </div>
        <Terms className="mt-5 max-w-form" />
      </div>
    </div>
  )
}

function Terms({ className }: { className: string }) {
  return (
    <p className={className}>No credit card required. Cancel anytime. $9.99 per month after the trial.</p>
  )
}

function Features() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="relative scroll-mt-4 border-y border-line bg-sheet"
    >
      <div className="mx-auto max-w-wide px-4 py-16 sm:px-6 sm:py-20">
        <h2 id="features-title" className="max-w-prose text-page">
          Everything your people will need to know
        </h2>
        <ul className="mt-10 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ icon, title, text }) => (
            <li key={title} className="border-t border-line py-7">
              <Icon name={icon} className="size-8 text-heart" strokeWidth={1.4} />
              <h3 className="mt-3 text-title">{title}</h3>
              <p className="mt-1.5 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function HowItWorks() {
  return (
    <section aria-labelledby="steps-title" className="mx-auto max-w-wide px-4 py-16 sm:px-6 sm:py-24">
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
    </section>
  )
}

function Privacy() {
  return (
    <section aria-labelledby="privacy-title" className="grove relative overflow-hidden">
      <div
        aria-hidden="true"
        className="rings absolute -bottom-72 -left-64 size-152 opacity-10 max-md:hidden"
      />
      <div className="relative mx-auto grid max-w-wide gap-x-16 gap-y-8 px-4 py-16 sm:px-6 sm:py-24 lg:grid-cols-2">
        <div>
          <h2 id="privacy-title" className="text-page">
            Private until it is needed
          </h2>
          <p className="mt-4 max-w-form text-lead text-on-grove-soft">
            Your information is shared only with the people you designate, and only after your death has been
            verified. If you would rather let them see your plan sooner, that is your choice to make.
          </p>
        </div>
        <ul className="grid content-center gap-5">
          {promises.map((promise) => (
            <li key={promise} className="flex gap-4">
              <Icon name="check" className="mt-0.5 size-6 shrink-0 text-heart" />
              <span>{promise}</span>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function Closing() {
  return (
    <section
      aria-labelledby="closing-title"
      className="mx-auto max-w-prose px-4 pt-20 pb-8 text-center sm:px-6 sm:pt-28"
    >
      <h2 id="closing-title" className="text-page">
        A few quiet minutes are enough to begin
      </h2>
      <p className="mt-4 text-lead text-ink-soft">
        {PRODUCT_NAME} keeps what you write today. The rest can wait for another day.
      </p>
      <ButtonLink variant="primary" to={paths.auth('signup')} className="mt-7 px-6 py-3">
        Get Started Free
      </ButtonLink>
      <Terms className="mt-5 text-ink-soft" />
    </section>
  )
}
