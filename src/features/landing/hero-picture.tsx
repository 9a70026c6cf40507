import { Icon } from '@/ui/base/icons'

const firstPage = [
  'Before anything is arranged, read section 1: it says what he wrote down about the funeral.',
  'Tell the people in section 4.',
]

/**
 * What the family gets, in one picture: a video message, and behind it the first page of the printed plan. It's drawn by
 * the page itself, so that its words are as sharp and as large as the others, on a phone too.
 */
export function HeroPicture() {
  return (
    <div
      role="img"
      aria-label="A video message: an old man by a lake looks at you, under him the words he says. Behind it, the first page of his printed plan, headed “Start here”, says what to do first."
      className="relative"
    >
      <div className="ml-auto w-11/12 rounded-small border border-line bg-sheet px-6 pt-5 pb-56 font-serif shadow-card sm:px-8 sm:pt-7 sm:pb-64 lg:rotate-2">
        <p className="text-ink-soft">Walter Hughes’s plan</p>
        <p className="mt-1 text-heading font-semibold">Start here</p>
        <ol className="mt-3 grid list-decimal gap-2 pl-6 marker:text-heart">
          {firstPage.map((step) => (
            <li key={step} className="max-sm:not-first:hidden">
              {step}
            </li>
          ))}
        </ol>
      </div>
      <div className="relative -mt-48 mr-auto w-11/12 overflow-hidden rounded-card border border-line bg-sheet shadow-raised sm:-mt-56">
        <div className="relative">
          <img
            src="/pictures/lake.webp"
            alt=""
            width={960}
            height={540}
            fetchPriority="high"
            className="drawing block h-auto w-full"
          />
          <span className="absolute bottom-3 left-3 grid size-11 place-items-center rounded-full bg-paper text-ink shadow-card sm:size-12">
            <Icon name="play" fill="currentColor" />
          </span>
        </div>
        <div className="px-5 py-5 sm:px-6">
          <p className="font-serif text-title font-semibold">For the first row in spring</p>
          <p className="mt-2">
            “The boathouse key is where it always was. Take the green boat, she pulls to the left a little. Go
            out early, when the lake is still.”
          </p>
        </div>
      </div>
    </div>
  )
}
