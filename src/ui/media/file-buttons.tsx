import { downloadFrom, openInNewTab } from '@/browser/files/download'
import { Button } from '@/ui/base/button'
import { FailureLine } from '@/ui/base/failure'
import { useAction } from '@/ui/hooks/use-action'

interface Props {
  /** Distinguishes this button from similar ones: "Open document: Last will". Begins with the button's text. */
  label?: string | undefined
  /** Makes the link, once the button is pressed. */
  link: () => Promise<string>
  /** The button's text. */
  children: string
}

/** Opens a file in a new tab, with a link that is made on the press; a failure is shown beside the button. */
export function OpenFileButton({
  label,
  link,
  children = 'Open document',
}: Partial<Props> & Pick<Props, 'link'>) {
  return (
    <FileButton label={label} use={() => openInNewTab(link())} failed="opened">
      {children}
    </FileButton>
  )
}

/** Lets the browser save a file of any size, with a link that is made on the press; a failure is shown beside the button. */
export function SaveFileButton({ label, link, children }: Props) {
  return (
    <FileButton label={label} use={async () => downloadFrom(await link())} failed="saved">
      {children}
    </FileButton>
  )
}

interface FileButtonProps extends Omit<Props, 'link'> {
  use: () => Promise<void>
  failed: 'opened' | 'saved'
}

function FileButton({ label, children, use, failed }: FileButtonProps) {
  const { busy, problem, follow } = useAction()
  return (
    <>
      <Button icon="document" aria-label={label} busy={busy} onClick={() => follow(use())}>
        {children}
      </Button>
      <FailureLine problem={problem} className="basis-full">
        The file couldn’t be {failed}.
      </FailureLine>
    </>
  )
}
