import { cx } from '@/ui/base/cx'

/** The first letters of the first and the last name: "MH" for "Margaret Anne Hughes"; empty for "A loved one". */
function initialsOf(name: string): string {
  const letters = name
    .split(/\s+/)
    .filter((word) => word.length > 1)
    .map((word) => Array.from(word)[0] ?? '')
    .filter((letter) => letter !== '' && letter === letter.toLocaleUpperCase())
  return [letters[0], letters.length > 1 ? letters.at(-1) : ''].join('')
}

/** In place of a portrait that no one has: growth rings, and the initials. The name itself stands beside it. */
export function Initials({ name, className }: { name: string; className: string }) {
  return (
    <div
      aria-hidden="true"
      className={cx(
        'relative grid place-items-center overflow-hidden border border-line bg-well [container-type:size] print:hidden',
        className,
      )}
    >
      <div className="rings absolute -inset-[12%] text-heart opacity-15" />
      <span className="relative font-serif text-[34cqh] text-heart">{initialsOf(name)}</span>
    </div>
  )
}
