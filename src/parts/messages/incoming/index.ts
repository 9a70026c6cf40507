import { checkVideo, videoRules } from '@/lib/files/video-format'
import {
  asForm,
  checkExported,
  type Destination,
  type ExportedRow,
  type ExportedTables,
  eachExported,
  type Incoming,
} from '@/parts/kit/incoming'
import type { Message } from '..'
import { captionsSchema } from '../captions/captions-file'
import { addVideoMessage, earliestDay, letterSchema, letters, videoMessageSchema } from '../data'

/**
 * Videos and letters. Whom one is for is a person of the old plan, so it comes in once the new plan names someone with
 * the same email address. Until then it stays out: addressed to no one it would be everyone's.
 */
export const incoming: Incoming<Message[]> = (exported, to) => {
  const addressOf = readers(exported, to)
  const { ownerId } = to
  return eachExported(
    exported('video_messages'),
    to,
    ({ title }) => title,
    (row, id) => {
      const address = addressOf(row.for_beneficiary)
      if (typeof address === 'string') return address
      const day = typeof row.deliver_on === 'string' ? row.deliver_on : ''
      const form = { ...asForm(row), ...address, timing: day === '' ? 'opening' : 'date', date: day }
      // A day that has passed stays as it was.
      const earliest = earliestDay({ deliver_on: day || null })
      const { storage_path: path } = row
      if (typeof path !== 'string') {
        const letter = checkExported(letterSchema(earliest), row, form)
        if (letter.why !== undefined) return letter.why
        return { file: null, add: () => letters.addMissing(ownerId, [{ ...letter.input, id }]) }
      }
      const video = checkExported(videoMessageSchema(earliest), row, form)
      if (video.why !== undefined) return video.why
      const words = checkExported(captionsSchema, row, form)
      if (words.why !== undefined) return words.why
      const input = { ...video.input, ...words.input }
      return {
        file: { stored: `videos/${path}`, check: checkVideo, limit: videoRules.limit, isNeeded: true },
        add: async ({ file, onUpload }) =>
          file && addVideoMessage(ownerId, { id, loaded: null, input, file, onUpload }),
      }
    },
  )
}

/** Finds whom a message is for among the people of the new plan: the values of the form, or why it stays out. */
function readers(exported: ExportedTables, { people }: Destination) {
  const before = new Map(exported('designations').map((person) => [person.id, person]))
  const now = new Map(people.map(({ id, person_email }) => [person_email, id]))
  return (reader: unknown): ExportedRow | string => {
    // Only what says so is for everyone.
    if (reader === null) return { audience: 'everyone', person: '' }
    const { person_name: name, person_email: email } = before.get(reader) ?? {}
    const id = typeof email === 'string' ? now.get(email.toLowerCase()) : undefined
    if (id !== undefined) return { audience: 'person', person: String(id) }
    const who = typeof name === 'string' && typeof email === 'string' ? `${name} (${email})` : 'one person'
    return `This is for ${who}. Name them in your plan, then choose the zip again. Until then it stays out, because a message for no one in particular would be for everyone.`
  }
}
