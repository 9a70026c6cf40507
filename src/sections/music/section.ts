import { missing, type SectionDescription, there } from '@/plan/section'

export const section: SectionDescription = {
  key: 'music',
  viewed: 'the music',
  state: ({ music_chosen }) =>
    music_chosen
      ? there('A playlist is chosen.')
      : missing('Nothing here yet: somebody else would choose the music.'),
  lost: ({ music_chosen }) => (music_chosen ? 'your music' : null),
}
