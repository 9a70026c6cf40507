import { telHref } from '@/lib/ways-to-contact'
import type { ToCall } from './service-words'

interface Props {
  /** What they have to be told or asked, for the sentence that is shown: "to tell them". */
  what: string
  people: readonly ToCall[]
  className?: string
}

/** Names those whom no email reaches, each with the number and the reason; nothing when there are none. */
export function PeopleToCall({ what, people, className }: Props) {
  if (people.length === 0) return null
  return (
    <div className={className}>
      <p>Our emails don’t reach these people. Please call {what}:</p>
      <ul className="mt-2 max-h-60 list-disc overflow-y-auto pl-6 print:max-h-none">
        {people.map(({ guest: { id, name, phone }, why }) => (
          <li key={id} className="wrap-anywhere">
            {name}
            {phone ? (
              <>
                , <a href={telHref(phone)}>{phone}</a>
              </>
            ) : null}
            : {why}
          </li>
        ))}
      </ul>
    </div>
  )
}
