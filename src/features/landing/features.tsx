import { Band } from '@/ui/base/band'
import { Icon, type IconName } from '@/ui/base/icons'

const features: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'leaf',
    title: 'Funeral planning',
    text: 'Say what you want for the service, the ceremony and the final arrangements. Decide some things now and leave others open.',
  },
  {
    icon: 'people',
    title: 'Beneficiaries and trustees',
    text: 'Choose who gets access, and who will manage your affairs. Each person sees only what they need.',
  },
  {
    icon: 'video',
    title: 'Video messages',
    text: 'Record a message for someone you love. You choose who receives each message, and when.',
  },
  {
    icon: 'lock',
    title: 'Secure document storage',
    text: 'Keep your will, trusts and insurance policies in one encrypted place, where the right people can find them.',
  },
  {
    icon: 'music',
    title: 'Personal touches',
    text: 'Choose the music for the service, and write an obituary in your own words.',
  },
  {
    icon: 'bell',
    title: 'Regular reminders',
    text: 'Life changes. We’ll remind you to review your plan every 3, 6 or 12 months.',
  },
]

/** The six features, at #features. */
export function Features() {
  return (
    <section
      id="features"
      aria-labelledby="features-title"
      className="scroll-mt-4 border-y border-line bg-sheet"
    >
      <Band className="py-16 sm:py-20">
        <h2 id="features-title" className="max-w-prose text-page">
          Everything your people will need to know
        </h2>
        <ul className="mt-10 grid gap-x-10 sm:grid-cols-2 lg:grid-cols-3">
          {features.map(({ icon, title, text }) => (
            <li key={title} className="border-t border-line py-6">
              <Icon name={icon} className="size-7 text-heart" strokeWidth={1.4} />
              <h3 className="mt-2.5 text-title">{title}</h3>
              <p className="mt-1.5 text-ink-soft">{text}</p>
            </li>
          ))}
        </ul>
      </Band>
    </section>
  )
}
