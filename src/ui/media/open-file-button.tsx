import { openInNewTab } from '@/browser/files/open-in-new-tab'
import { Button } from '@/ui/base/button'
import { FailureLine } from '@/ui/base/failure-line'
import { useAction } from '@/ui/hooks/use-action'

export interface OpenFileButtonProps {
  /** Distinguishes this button from similar ones: "Open document: Last will". Begins with the button's text. */
  label?: string
  /** Makes the link, once the button is pressed. */
  link: () => Promise<string>
  /** The button's text. */
  children?: string
}

/** Opens a file in a new tab, with a link that is made on the press; a failure is shown beside the button. */
export function OpenFileButton({ label, link, children = 'Open document' }: OpenFileButtonProps) {
  const { busy, problem, follow } = useAction()
  return (
    <>
      <Button icon="document" aria-label={label} busy={busy} onClick={() => follow(openInNewTab(link()))}>
        {children}
      </Button>
      <FailureLine problem={problem} className="basis-full">
        The file couldn't be opened.
      </FailureLine>
    </>
  )
}
