import { type DesignationStanding, designationState, liveDesignations } from '@/data/people/designation-state'
import type { Tables } from '@/lib/database.types'
import { formatDate } from '@/lib/dates'
import { archiveName } from '@/lib/files/archive-names'
import { roleWords } from '@/words/roles'
import type { VideoMessage } from '.'

/** In the address of the dialogs: "?add=letter", "?edit=<id>&captions". */
export const LETTER = 'letter'
export const CAPTIONS = 'captions'

/** A person whom an owner has named. */
export type NamedPerson = Pick<Tables<'designations'>, 'id' | 'person_name' | 'role'> & DesignationStanding

/**
 * "Anna Ellis (Executor)", with a note when the person was revoked, stepped down or declined.
 * @param who the owner, where others read it
 */
export function personWords(person: NamedPerson, who = 'you'): string {
  const state = designationState(person)
  const name = `${person.person_name} (${roleWords[person.role].name})`
  if (state === 'stepped_down') return `${name}, who stepped down`
  if (state === 'revoked') return `${name}, whose access ${who} ended`
  return state === 'declined' ? `${name}, who declined` : name
}

/**
 * Describes who receives a message.
 * @param who the owner, where others read it
 */
export function recipientWords(
  message: Pick<Tables<'video_messages'>, 'for_beneficiary'>,
  people: readonly NamedPerson[],
  who?: string,
): string {
  if (message.for_beneficiary === null) return who ? `Everyone ${who} has named` : 'Everyone you’ve named'
  const person = people.find(({ id }) => id === message.for_beneficiary)
  if (!person) return 'Only one person'
  return `${hasEnded(person) ? 'No one: it’s only for' : 'Only'} ${personWords(person, who)}`
}

/** Whether a person declined, stepped down or was revoked, so that a message for them alone reaches no one. */
export function hasEnded(person: DesignationStanding): boolean {
  return liveDesignations([person]).length === 0
}

/** Describes when a message is delivered. */
export function deliveryWords({ deliver_on }: Pick<Tables<'video_messages'>, 'deliver_on'>): string {
  return deliver_on === null ? 'As soon as the plan is open' : `From ${formatDate(deliver_on)} on`
}

/** The stored file of a video, to play it or to save it under its title. */
export function videoFile(
  { storage_path, title }: Pick<VideoMessage, 'storage_path' | 'title'>,
  purpose: 'play' | 'save',
) {
  const ending = /\.\w+$/.exec(storage_path)?.[0] ?? ''
  return {
    bucket: 'videos',
    path: storage_path,
    saveAs: purpose === 'save' ? `${archiveName(title, 'video')}${ending}` : undefined,
  } as const
}
