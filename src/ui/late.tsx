import { type ComponentType, type ReactNode, useEffect, useMemo, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { onFirstTouch } from '@/browser/first-touch'
import { type Late, late } from '@/browser/late'
import { errorSentence } from '@/words/refusals'
import { Button } from './base/button'
import { type Loadable, Loaded, type LoadedProps } from './base/loaded'
import { Notice } from './base/notice'
import { LoadingNote } from './base/skeletons'

/** Code in the form of loaded data: there at once where it has come before, and loading from the first use on. */
export function useLate<Code>(code: Late<Code>): Loadable<Code> {
  const progress = useSyncExternalStore(code.listen, code.now, code.now)
  useEffect(() => code.ahead(), [code])
  return useMemo(() => ({ ...progress, refetch: () => code.get().catch(() => {}) }), [progress, code])
}

/** What stands in place of a piece while its code has not come. @param code says how far it is, and tries again */
type Waiting<Props> = (code: Omit<Loadable<unknown>, 'data'>, props: Props) => ReactNode

/**
 * A dialog or a piece of a page whose code is not part of the page, because most visits are for reading. It loads when the
 * person first moves or presses anything, so that it is there before a button is found and pressed. If it does not come,
 * the page stays as it is, with what was typed, and the person can try again.
 * @param load imports the component
 * @param waiting stands in its place until then: inDialog, inPage or nothing
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  waiting: Waiting<Props>,
): ComponentType<Props> {
  const code = late(load)
  // What no one waits for shows by itself, and seldom.
  if (waiting !== nothing) onFirstTouch(code.ahead)

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each piece, outside of components, as lazy is.
  return function OnDemand(props: Props) {
    const { data: Piece, ...progress } = useLate(code)
    return Piece ? <Piece {...props} /> : waiting(progress, props)
  }
}

/** For a dialog: "Loading..." at the top of the screen; or why it did not come, with "Try again" and "Close". */
export function inDialog(
  { error, refetch }: Omit<Loadable<unknown>, 'data'>,
  { onClose }: { onClose: () => void },
): ReactNode {
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
            <Button onClick={onClose}>Close</Button>
          </>
        }
      >
        {errorSentence(error)}
      </Notice>
    </div>,
    document.body,
  )
}

/** For a piece of a page: a skeleton in its place; or why it did not come, with "Try again". */
export function inPage(words: Omit<LoadedProps<unknown>, 'query' | 'children'>): Waiting<object> {
  return (code) => (
    <Loaded query={{ ...code, data: undefined }} {...words}>
      {() => null}
    </Loaded>
  )
}

/** For what few people ever see, and the page works without: it is left out until its code comes. */
export const nothing: Waiting<object> = () => null
