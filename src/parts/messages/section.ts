import { count } from '@/lib/count'
import type { Tables } from '@/lib/database.types'
import { missing, type SectionDescription, there } from '@/parts/kit/part'

export const section: SectionDescription = {
  key: 'messages',
  rowName: 'title',
  viewed: 'the list of video messages',
  opened: (title) => `the video message${title}`,
  state: ({ videos: all }) =>
    all
      ? there(`${count(all, 'message')} recorded.`)
      : missing('Nothing here yet: a few words in your own voice can mean a lot later.'),
  files: {
    folder: 'Video messages',
    of: ({ id, title, storage_path }: Tables<'video_messages'>) => ({
      title,
      bucket: 'videos',
      path: storage_path,
      row: id,
    }),
  },
  lost: ({ videos: all }) => (all ? count(all, 'video message') : null),
}
