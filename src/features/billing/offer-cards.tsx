import type { ReactNode } from 'react'
import { cx } from '@/ui/base/cx'
import { Icon } from '@/ui/base/icons'
import { type Offer, offers } from '@/words/offers'

interface Props {
  /** The offer that the person has: it is marked, and needs no button. */
  own?: Offer | null
  headingLevel?: 2 | 3
  /** The button or link of any other offer. @param words "Choose Annual", or "Switch to Annual" for a person who has one */
  children: (offer: Offer, words: string) => ReactNode
}

/** A card for each offer. */
export function OfferCards({ own, headingLevel = 2, children }: Props) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3'
  return (
    <ul className="grid gap-8 pt-2 md:grid-cols-3 md:gap-3 lg:gap-5">
      {offers.map((offer) => {
        const isOwn = offer.id === own?.id
        return (
          <li
            key={offer.id}
            className={cx(
              'relative flex flex-col rounded-card border bg-sheet p-5 shadow-card sm:p-6 md:max-lg:p-4',
              isOwn || (offer.badge && !own) ? 'border-forest ring-2 ring-forest' : 'border-line',
            )}
          >
            <Heading className="text-title">{offer.label}</Heading>
            {offer.badge ? (
              <p className="absolute -top-4 right-4 rounded-full border border-forest bg-forest px-3 py-0.5 text-small font-semibold text-on-forest">
                {offer.badge}
              </p>
            ) : null}
            <Price>{offer.price}</Price>
            <p className="mt-3 mb-6 text-ink-soft">{offer.description}</p>
            <div className="mt-auto grid gap-3">
              {isOwn ? (
                <p className="flex items-center gap-2 font-semibold text-forest">
                  <Icon name="check" className="shrink-0" />
                  Your plan
                </p>
              ) : (
                children(offer, `${own ? 'Switch to' : 'Choose'} ${offer.label}`)
              )}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

/** The amount large, "per month" after it. */
function Price({ children }: { children: string }) {
  const [amount, ...term] = children.split(' ')
  return (
    <p className="mt-1">
      <span className="font-serif text-heading">{amount}</span> {term.join(' ')}
    </p>
  )
}
