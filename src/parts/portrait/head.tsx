import type { Shown } from '@/parts/kit/facts'
import type { Portrait } from './data'
import { PortraitHead } from './portrait-head'

/** The head of the memorial and of the binder: null where there is nothing to show. */
export const head = {
  key: 'portrait',
  show: ([portrait]: Portrait[], { ownerName, diedOn, besideDates, look }: Shown) =>
    portrait || diedOn || besideDates ? (
      <PortraitHead
        ownerName={ownerName}
        portrait={portrait}
        diedOn={diedOn}
        besideDates={besideDates}
        link={look}
      />
    ) : null,
}
