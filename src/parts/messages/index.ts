import { ownedRows } from '@/data/rows/owned-rows'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { missing, part, there } from '@/parts/kit/part'
import type { VideoMessage } from './data'

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<VideoMessage>('video_messages')

export const messages = part<VideoMessage[]>({
  table: 'video_messages',
  title: 'Video Messages',
  icon: 'video',
  group: 'Your plan',
  screens: [{ path: paths.videos, lazy: () => import('./page') }],
  choice: null,
  tab: 'messages',
  rowName: 'title',
  viewed: 'the list of video messages',
  opened: (title) => `the video message${title}`,
  words: {
    name: 'Messages',
    loading: 'Loading the messages',
    errorTitle: 'Unable to load video messages',
  },
  query: rows.query,
  state: ({ videos: all }) =>
    all
      ? there(`${count(all, 'message')} recorded.`)
      : missing('Nothing here yet: a few words in your own voice can mean a lot later.'),
  gap: null,
  lost: ({ videos: all }) => (all ? count(all, 'video message') : null),
  files: {
    folder: 'Video messages',
    of: ({ id, title, storage_path }) => ({
      title,
      bucket: 'videos',
      path: storage_path,
      row: id,
    }),
  },
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: null,
  sample: () => import('./facts'),
})
