import { useState } from 'react'
import { Button } from '@/ui/base/button'
import { inDialog, onDemand } from '@/ui/late'
import type { DateOfDeathProps } from './date-of-death-dialog'

const DateOfDeathDialog = onDemand(
  async () => (await import('./date-of-death-dialog')).DateOfDeathDialog,
  inDialog,
)

/** The executor's button for the day the owner died, among the tools of an open plan. */
export function DateOfDeath(owner: Omit<DateOfDeathProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon="edit" onClick={() => setIsOpen(true)}>
        {owner.diedOn ? 'Change the date of death' : 'Add the date of death'}
      </Button>
      {isOpen ? <DateOfDeathDialog {...owner} onClose={() => setIsOpen(false)} /> : null}
    </>
  )
}
