import { useState } from 'react'
import { errorSentence } from '@/lib/errors'
import { openInNewTab } from '@/lib/files/open-in-new-tab'
import { Button } from '@/ui/button'

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
