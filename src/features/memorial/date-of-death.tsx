import { lazy, Suspense, useState } from 'react'
import { Button } from '@/ui/button'
import type { DateOfDeathProps } from './date-of-death-dialog'

const DateOfDeathDialog = lazy(async () => ({
  default: (await import('./date-of-death-dialog')).DateOfDeathDialog,
}))

/** The executor's button for the day the owner died, which stands at the head of the memorial. */
export function DateOfDeath(owner: Omit<DateOfDeathProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button icon="edit" onClick={() => setIsOpen(true)}>
        {owner.diedOn ? 'Change the date of death' : 'Add the date of death'}
      </Button>
      {isOpen ? (
        <Suspense>
          <DateOfDeathDialog {...owner} onClose={() => setIsOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
