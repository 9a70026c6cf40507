import { useState } from 'react'
import { errorSentence } from '@/lib/errors'
import { openInNewTab } from '@/lib/files/open-in-new-tab'
import { Button } from '@/ui/button'

export interface OpenFileButtonProps {
  /** Tells this button from others of its kind: "Open document: Last will". Begins with what stands on it. */
  label?: string
  /** Makes the link, now that it is wanted. */
  link: () => Promise<string>
  /** What stands on the button. */
  children?: string
}

/** Opens a file in a new tab, by a link that is made when it is pressed; says beside it when that fails. */
export function OpenFileButton({ label, link, children = 'Open document' }: OpenFileButtonProps) {
  const [opening, setOpening] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const open = async () => {
    setOpening(true)
    setProblem(null)
    try {
      await openInNewTab(link())
    } catch (error) {
      setProblem(errorSentence(error))
    } finally {
      setOpening(false)
    }
  }
  return (
    <>
      <Button icon="document" aria-label={label} busy={opening} onClick={() => void open()}>
        {children}
      </Button>
      {problem ? (
        <p role="alert" className="basis-full font-semibold text-danger">
          The file could not be opened. {problem}
        </p>
      ) : null}
    </>
  )
}
