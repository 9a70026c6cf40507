import type { ComponentType } from 'react'
import { createPortal } from 'react-dom'
import { onFirstTouch } from '@/browser/first-touch'
import { errorSentence } from '@/words/refusals'
import { Button } from './button'
import { codeOnDemand, prepare, useCode } from './code-on-demand'
import { LoadingNote } from './loading-note'
import { Notice } from './notice'

/**
 * A dialog whose code is not part of the page, because most visits are for reading. It loads when the person first moves
 * or presses anything, so that it is there before a button is found and pressed. If it is drawn earlier, "Loading..." shows
 * until it comes. If it does not come, the page stays as it is, with what was typed, and the person can try again.
 * @param load imports the component
 */
export function onDemand<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const code = codeOnDemand(load)
  onFirstTouch(() => prepare(code))

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each dialog, outside of components, as lazy is.
  return function OnDemand(props: Props) {
    const { data: Part, error, refetch } = useCode(code)
    if (Part) return <Part {...props} />
    if (error === null) return <LoadingNote />
    // In the body, because some browsers fix it to the nearest container instead of the window.
    return createPortal(
      <div className="fixed inset-x-0 top-0 z-50 mx-auto max-w-form p-4 print:hidden">
        <Notice
          tone="danger"
          role="alert"
          title="Not loaded"
          action={
            <>
              <Button variant="primary" onClick={() => void refetch()}>
                Try again
              </Button>
              <Button onClick={props.onClose}>Close</Button>
            </>
          }
        >
          {errorSentence(error)}
        </Notice>
      </div>,
      document.body,
    )
  }
}
