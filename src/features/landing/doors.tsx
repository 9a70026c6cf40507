import { paths } from '@/lib/paths'
import { Band } from '@/ui/base/band'
import { ButtonLink } from '@/ui/base/button'

const doors = [
  {
    title: 'I’m planning for myself',
    text: 'Begin with three short questions: your name, what kind of funeral you’d like, and who will carry out your wishes. It takes about five minutes. The rest can come later.',
    to: paths.auth('signup'),
    label: 'Start my plan',
    variant: 'primary',
  },
  {
    title: 'Someone named me',
    text: 'Sign in with the email address that your invitation came to, before a death or after it. You never pay, and you don’t need a plan of your own.',
    to: paths.invites(),
    label: 'See my invitations',
    variant: 'secondary',
  },
] as const

/** The two ways in: for owners, and for the people they have named. */
export function Doors() {
  return (
    <section aria-labelledby="doors-title" className="laid-out-late">
      <Band className="py-16 sm:py-24">
        <h2 id="doors-title" className="text-page">
          Where would you like to go?
        </h2>
        <ul className="mt-8 grid gap-5 md:grid-cols-2">
          {doors.map(({ title, text, to, label, variant }) => (
            <li
              key={title}
              className="flex flex-col items-start rounded-card border border-line bg-sheet p-6 shadow-card sm:p-8"
            >
              <h3 className="text-heading">{title}</h3>
              <p className="mt-2 mb-6 text-ink-soft">{text}</p>
              <ButtonLink variant={variant} to={to} className="mt-auto">
                {label}
              </ButtonLink>
            </li>
          ))}
        </ul>
      </Band>
    </section>
  )
}
