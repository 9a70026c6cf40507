import { paths } from '@/lib/paths'
import { plans } from '@/lib/plans'
import { ButtonLink } from '@/ui/button'
import { Page, Section } from '@/ui/page'

/** /pricing: what membership costs. Choosing a plan here is remembered across sign-in. */
export function Component() {
  return (
    <div className="py-10 sm:py-16">
      <Page
        title="Simple pricing"
        intro="Every plan starts with a 7-day free trial. No credit card required, cancel anytime. The people you name never pay anything."
      >
        <ul className="grid gap-5 md:grid-cols-3">
          {plans.map(({ id, label, price, description, badge, savings }) => (
            <li
              key={id}
              className="flex flex-col rounded-card border border-line bg-sheet p-5 shadow-card sm:p-6"
            >
              <h2 className="text-title">{label}</h2>
              <p className="mt-1 font-serif text-heading">{price}</p>
              {badge ? (
                <p className="mt-1 font-semibold text-heart">
                  {badge} · {savings}
                </p>
              ) : null}
              <p className="mt-3 mb-6 text-ink-soft">{description}</p>
              <ButtonLink
                className="mt-auto"
                variant={id === 'monthly' ? 'primary' : 'secondary'}
                to={paths.auth('signup', id)}
              >
                {id === 'monthly' ? 'Start Free Trial' : `Start free, then ${label.toLowerCase()}`}
              </ButtonLink>
            </li>
          ))}
        </ul>
        <Section title="What happens to your plan when you stop paying">
          <p className="max-w-prose">
            Nothing is taken away. You can always read, export and delete what you recorded, and the people
            you named keep their access after your death. Only adding and changing needs a membership.
          </p>
        </Section>
      </Page>
    </div>
  )
}
