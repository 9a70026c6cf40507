import type { NamedText } from '@/parts/kit/part'
import { isLetter, type Message } from '..'

/** The text of a message that is a file of the archive: a letter, or the captions beside a video. */
export function textOf(message: Message): NamedText | null {
  const { id: row, title, captions } = message
  if (isLetter(message))
    return {
      row,
      title,
      folder: 'Letters',
      ending: '.txt',
      text: message.body,
      about: 'a letter',
      opens: true,
    }
  return captions === null
    ? null
    : { row, title, folder: null, ending: '.vtt', text: captions, about: 'the captions of the video' }
}
