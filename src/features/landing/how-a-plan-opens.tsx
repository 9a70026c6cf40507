import { Band } from '@/ui/base/band'
import { Icon, type IconName } from '@/ui/base/icons'

const stations: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'document',
    title: 'A death certificate comes in',
    text: 'Only someone who has accepted your invitation can submit one, or someone signed in to your account. We email you at once, and everyone who has accepted.',
  },
  {
    icon: 'eye',
    title: 'A person checks it',
    text: 'An administrator reads it and decides. Nothing opens until then.',
  },
  {
    icon: 'waiting',
    title: 'Your waiting period',
    text: 'Up to 30 days, or none: your choice. From here on, no one can change your plan.',
  },
  {
    icon: 'key',
    title: 'Your plan opens',
    text: 'Each person signs in and sees what their role allows, whether or not anyone still pays.',
  },
]

/** The privacy section: until when a plan stays closed, and the four stations on the way to its opening. */
export function HowAPlanOpens() {
  return (
    <section aria-labelledby="privacy-title" className="grove relative overflow-clip">
      <div
        aria-hidden="true"
        className="rings absolute -right-64 -bottom-72 size-152 opacity-10 max-md:hidden"
      />
      <Band className="relative py-16 sm:py-24">
        <h2 id="privacy-title" className="text-page">
          Private until it’s needed
        </h2>
        <p className="mt-4 max-w-prose text-lead text-on-grove-soft">
          We share your information only with the people you name, and only after your death has been
          verified. Want them to see it sooner? That’s up to you.
        </p>
        <h3 className="mt-12 text-heading">How a plan opens</h3>
        <ol className="plan-path mt-8">
          {stations.map(({ icon, title, text }) => (
            <li key={title} className="plan-station">
              <span className="plan-mark">
                <Icon name={icon} className="size-7" strokeWidth={1.5} />
              </span>
              <div>
                <h4 className="font-serif text-title font-semibold">{title}</h4>
                <p className="mt-1.5 text-on-grove-soft">{text}</p>
              </div>
              <p className="plan-way-out">
                <Icon name="danger" className="shrink-0" />
                <span>
                  <span className="sr-only">At this point you can still press: </span>
                  I’m alive: stop this
                </span>
              </p>
            </li>
          ))}
        </ol>
        <p className="mt-10 max-w-prose">
          If someone reports your death by mistake, we tell you at once and you can stop it with one button,
          at every step and even after your plan has opened. It closes, and everyone is told.
        </p>
      </Band>
    </section>
  )
}
