import { Notice } from '@/ui/base/notice'

export const frozenTitle = "Your plan can't be changed now"

/** Explains why a screen of a frozen plan offers no changes. The banner above it says more, and has the button. */
export function FrozenNotice() {
  return (
    <Notice tone="warning" className="mb-10 print:hidden" title={frozenTitle}>
      <p>It stays as you left it. Once you stop this, you can change it again.</p>
    </Notice>
  )
}
