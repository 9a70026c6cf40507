import { useAnswerOpening } from '@/data/people/first-hours'
import { Button } from '@/ui/base/button'
import { Strip, takeFocus } from '@/ui/base/notice'
import { focusHeading } from '@/ui/base/page'

interface Props {
  name: string | null
  /** Whether the button that closed it was pressed here, and is gone now. */
  isClosedHere: boolean
}

/** Asks an owner whether it was right to open the first hours that were closed, and what to do about the person. */
export function WasItRight({ name, isClosedHere }: Props) {
  const answer = useAnswerOpening()
  const say = (wasRight: boolean) => void answer.mutateAsync(wasRight).then(focusHeading, () => {})
  const who = name ?? 'them'
  return (
    <Strip className="border-t border-line bg-well">
      <div
        ref={isClosedHere ? takeFocus : undefined}
        tabIndex={-1}
        role="status"
        className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3"
      >
        <div>
          <p className="font-semibold">It’s closed. Was it right to open it?</p>
          <p>If it wasn’t, {who} won’t be able to open it again. They may have copied what they read.</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button
            busy={answer.isPending && answer.variables}
            busyLabel="Saving..."
            disabled={answer.isPending}
            onClick={() => say(true)}
          >
            Yes, leave my choices
          </Button>
          <Button
            busy={answer.isPending && !answer.variables}
            busyLabel="Saving..."
            disabled={answer.isPending}
            onClick={() => say(false)}
          >
            No, take {who} off
          </Button>
        </div>
      </div>
    </Strip>
  )
}
