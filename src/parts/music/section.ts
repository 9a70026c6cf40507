import { missing, type SectionDescription, there } from '@/parts/kit/part'

export const section: SectionDescription = {
  key: 'music',
  viewed: 'the music',
  state: ({ music_chosen }) =>
    music_chosen
      ? there('Playlist added.')
      : missing('Nothing here yet: someone else would choose the music.'),
  lost: ({ music_chosen }) => (music_chosen ? 'your music' : null),
}
