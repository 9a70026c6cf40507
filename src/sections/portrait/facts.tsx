import type { Facts } from '@/plan/facts/facts'
import { sampleTimes } from '@/plan/facts/sample'
import type { Portrait } from './data'
import { PortraitHead } from './portrait-head'

/** Without a tab and a section of its own: it is shown at the head of the memorial and of the binder. */
export const facts: Facts<Portrait[]> = {
  key: 'portrait',
  title: 'Portrait',
  name: 'Portrait',
  loading: 'Loading the portrait',
  errorTitle: 'Unable to load the portrait',
  sample: [
    {
      id: 'portrait',
      picture_path: null,
      born_on: null,
      born_in: null,
      remembered_by: "This is a sample. On the day, you'll see a line to remember them by here.",
      ...sampleTimes,
    },
  ],
  bornOn: ([portrait]) => portrait?.born_on ?? null,
  show: ([portrait], { ownerName, diedOn, look }) =>
    portrait || diedOn ? (
      <PortraitHead ownerName={ownerName} portrait={portrait} diedOn={diedOn} link={look} />
    ) : null,
}
