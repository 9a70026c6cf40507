import { ownedRows } from '@/data/rows/owned-rows'
import type { Tables } from '@/lib/database.types'
import { paths } from '@/lib/paths'
import { count } from '@/lib/text'
import { firstNames, part } from '@/parts/kit/part'

/** A video or a letter. */
export type Message = Tables<'video_messages'>
export type VideoMessage = Message & { storage_path: string }
export type Letter = Message & { body: string }

export const isVideo = (message: Message): message is VideoMessage => message.storage_path !== null
export const isLetter = (message: Message): message is Letter => message.body !== null

/** How its rows are read, by the owner and by others. */
export const rows = ownedRows<Message>('video_messages')

export const messages = part<Message[]>({
  table: 'video_messages',
  title: 'Video Messages',
  icon: 'video',
  group: 'After my death',
  screens: [{ path: paths.videos, lazy: () => import('./page') }],
  choice: null,
  tab: 'messages',
  rowName: 'title',
  viewed: 'the list of messages',
  opened: (title) => `the message${title}`,
  words: {
    name: 'Messages',
    loading: 'Loading the messages',
    errorTitle: 'Unable to load video messages',
  },
  query: rows.query,
  held: (all) => firstNames(all.map(({ title }) => title)),
  next: () => null,
  lost: ({ videos: all }) => (all ? count(all, 'message') : null),
  files: {
    folder: 'Video messages',
    of: ({ id, title, storage_path }) =>
      storage_path === null ? null : { title, bucket: 'videos', path: storage_path, row: id },
    texts: () => import('./letter/texts'),
  },
  facts: () => import('./facts'),
  print: () => import('./print'),
  steps: null,
  sample: () => import('./sample'),
  incoming: () => import('./incoming'),
})
