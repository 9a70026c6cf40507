import { useEffect, useState } from 'react'
import { createPortal, flushSync } from 'react-dom'
import { Button } from '@/ui/base/button'
import type { Letter } from '..'

/** The words of a letter, with their lines as they were written. */
export function LetterWords({ body }: Pick<Letter, 'body'>) {
  return <p className="max-w-prose font-serif text-lead wrap-anywhere whitespace-pre-wrap">{body}</p>
}

// Whatever else is on the page stays off the paper.
const alone = `@media print {
  body > :not(.letter-sheet) { display: none !important }
  @page { margin: 25mm }
}`

/** Prints one letter by itself, on a page of its own. */
export function PrintLetterButton({ title, body }: Pick<Letter, 'title' | 'body'>) {
  const [isPrinting, setPrinting] = useState(false)
  useEffect(() => {
    if (!isPrinting) return
    const done = () => setPrinting(false)
    window.addEventListener('afterprint', done)
    return () => window.removeEventListener('afterprint', done)
  }, [isPrinting])
  const print = () => {
    // Some browsers print only during the press itself, so the letter has to be there by then.
    flushSync(() => setPrinting(true))
    window.print()
  }
  return (
    <>
      <Button icon="print" aria-label={`Print this letter: ${title}`} onClick={print}>
        Print this letter
      </Button>
      {isPrinting
        ? createPortal(
            <article className="letter-sheet hidden print:block">
              <style>{alone}</style>
              <h1 className="mb-6 font-serif text-heading wrap-anywhere">{title}</h1>
              <LetterWords body={body} />
            </article>,
            document.body,
          )
        : null}
    </>
  )
}
