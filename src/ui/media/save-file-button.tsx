import { useState } from 'react'
import { downloadFrom } from '@/browser/files/download-from'
import { Button } from '@/ui/base/button'
import { errorSentence } from '@/words/refusals'

interface Props {
  /** Distinguishes this button from similar ones: "Save this video: About the garden". Begins with the button's text. */
  label?: string
  /** Makes the download link, once the button is pressed. */
  link: () => Promise<string>
  children: string
}

/**
 * Lets the browser save a file of any size, with a link that is made on the press; a failure is shown beside the button.
 */
export function SaveFileButton({ label, link, children }: Props) {
  const [saving, setSaving] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const save = async () => {
    setSaving(true)
    setProblem(null)
    try {
      downloadFrom(await link())
    } catch (error) {
      setProblem(errorSentence(error))
    } finally {
      setSaving(false)
    }
  }
  return (
    <>
      <Button icon="document" aria-label={label} busy={saving} onClick={() => void save()}>
        {children}
      </Button>
      {problem ? (
        <p role="alert" className="basis-full font-semibold text-danger">
          The file couldn't be saved. {problem}
        </p>
      ) : null}
    </>
  )
}
