import type { ComponentType } from 'react'
import { onFirstTouch } from '@/browser/first-touch'
import { codeOnDemand, prepare, useCode } from './code-on-demand'
import { Loaded, type LoadedProps } from './loaded'

/**
 * A part of a page that most visits do not show: its code is not part of the page. It loads with the first touch, and
 * where it is drawn earlier, a skeleton stands in its place. If it does not come, the rest of the page stays as it is,
 * and the person can try again.
 * @param load imports the component
 * @param words said while it loads, and when it does not come
 */
export function partOnDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  words: Pick<LoadedProps<unknown>, 'loading' | 'errorTitle' | 'cards'>,
): ComponentType<Props> {
  const code = codeOnDemand(load)
  onFirstTouch(() => prepare(code))

  // biome-ignore lint/correctness/noComponentHookFactories: called once for each part, outside of components, as lazy is.
  return function PartOnDemand(props: Props) {
    return (
      <Loaded query={useCode(code)} {...words}>
        {(Part) => <Part {...props} />}
      </Loaded>
    )
  }
}
