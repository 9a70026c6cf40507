import { listFacts } from '@/parts/kit/facts'
import type { VideoMessage } from './data'
import { MessageCard } from './message-card'
import { source } from './source'
import { videoFile } from './video-file'

export const facts = listFacts<VideoMessage>({
  ...source,
  intro: () => 'Take your time. Nothing plays before you press play.',
  empty: (ownerName) => `There's no message here for you from ${ownerName}.`,
  rowsFor: (messages, { messageIds }) =>
    messageIds ? messages.filter(({ id }) => messageIds.has(id)) : messages,
  item: (message, { open, look, noLinkTitle }) => (
    <MessageCard
      message={message}
      noLinkTitle={noLinkTitle}
      look={look && (() => look(videoFile(message, 'play')))}
      makeLink={(purpose) => open(message.id, videoFile(message, purpose))}
    />
  ),
})
