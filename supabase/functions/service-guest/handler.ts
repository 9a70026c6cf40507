import { Buffer } from 'node:buffer'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { throwRefusal } from '../_shared/database.ts'
import { readGuestToken } from '../_shared/guest-link.ts'
import { callerNetwork, type Handler, HttpError, readBody } from '../_shared/http.ts'
import type { Services } from '../_shared/serve.ts'

type GuestDeps = Pick<Services, 'rpc' | 'codeKey' | 'codeKeys' | 'storeFile' | 'signFiles'>

/** The largest picture in bytes, the same as the bucket's. */
const pictureLimit = 1024 * 1024
/** A picture travels in base64, which takes a third more, beside the words. */
const bodyLimit = 1.5 * 1024 * 1024
/** How long a link to a picture works: as long as the app's own. */
const linkSeconds = 300

const answerSchema = z.discriminatedUnion('answer', [
  z.object({ answer: z.literal('yes'), people: z.int().min(1).max(20), message: z.string().max(1000) }),
  z.object({ answer: z.literal('no'), message: z.string().max(1000) }),
])

const pictureSchema = z.string().transform((text, context) => {
  const bytes = Buffer.from(text, 'base64')
  const isJpeg = bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
  // Other characters would be left out.
  if (isJpeg && bytes.length <= pictureLimit && bytes.toString('base64') === text) return bytes
  context.addIssue('not a JPEG of at most 1 MB in base64')
  return z.NEVER
})

const memorySchema = z
  .object({
    /** Made by the client, so that a repeated request leaves no second memory. */
    id: z.uuid(),
    words: z.string().trim().max(3000),
    picture: pictureSchema.optional(),
  })
  .refine(({ words, picture }) => words || picture, 'neither words nor a picture')

const bodySchema = z.object({
  token: z.string().min(1).max(200),
  /** The guest's answer, in place of an earlier one. */
  answer: answerSchema.optional(),
  /** The guest asks for no more mail about this service, or takes that back. */
  unsubscribe: z.boolean().optional(),
  /** What the guest remembers, for the people whom the owner named. */
  memory: memorySchema.optional(),
  /** The id of a memory of theirs that the guest removes. */
  take_back: z.uuid().optional(),
})

/** What the guest's page shows. Times of day are those of the place. */
const pageSchema = z.tuple([
  z.object({
    owner_name: z.string().nullable(),
    guest_name: z.string(),
    held_on: z.string(),
    held_at: z.string(),
    time_zone: z.string(),
    starts_at: z.string(),
    place: z.string(),
    address: z.string().nullable(),
    dress: z.string().nullable(),
    livestream_url: z.string().nullable(),
    flowers: z.string().nullable(),
    note: z.string().nullable(),
    phone: z.string().nullable(),
    invited_by: z.string().nullable(),
    is_called_off: z.boolean(),
    is_over: z.boolean(),
    /** Grows with each change of when and where it is, and whether it is. */
    calendar_version: z.int(),
    calendar_changed_at: z.string(),
    answer: z.enum(['yes', 'no']).nullable(),
    people: z.int().nullable(),
    message: z.string().nullable(),
    /** They answered when the service was to be on another day or at another time. */
    answered_earlier: z.boolean(),
    /** Someone who arranges the service entered the answer after a call. */
    answer_was_taken: z.boolean(),
    is_unsubscribed: z.boolean(),
    portrait: z
      .object({
        picture_path: z.string().nullable(),
        born_on: z.string().nullable(),
        born_in: z.string().nullable(),
        remembered_by: z.string().nullable(),
        died_on: z.string().nullable(),
      })
      .nullable(),
    takes_memories: z.boolean(),
    /** The guest's own. */
    memories: z.array(
      z.object({
        id: z.string(),
        words: z.string().nullable(),
        picture_path: z.string().nullable(),
        is_hidden: z.boolean(),
        created_at: z.string(),
      }),
    ),
  }),
])

/** Whether the guest was invited by mistake, because someone was wrongly taken for dead. */
const mistakeSchema = z
  .array(z.object({ owner_name: z.string().nullable(), owner_lives: z.boolean() }))
  .max(1)

/**
 * The page of a guest, who has no account: the token of the link is all that proves them, and opens nothing else. Reading
 * changes nothing, because mail robots open links too.
 * @returns the handler; it answers with the service, the guest's answer and their memories as they are after the change
 *   that was asked for, with a link in place of each picture's path; once the death turned out to be a mistake, with
 *   `mistake` alone. It refuses with 404 HW064, 429
 *   HW066 after 30 wrong links in an hour from one network, and as the database functions do
 */
export function serviceGuest(deps: GuestDeps): Handler {
  const { rpc, codeKey, codeKeys } = deps
  return async (request) => {
    const { token, ...wanted } = await readBody(request, bodySchema, bodyLimit)
    const guestId = readGuestToken(codeKeys, token)
    if (!guestId) {
      // Right links are not counted, so that a made-up address can keep no guest out.
      const p_network = callerNetwork(request, codeKey)
      await rpc('note_wrong_link', { p_network }, z.unknown()).catch(throwRefusal)
      throw new HttpError('HW064', 'This is not the link of a mail.')
    }
    try {
      return await changeAndRead(deps, guestId, wanted)
    } catch (error) {
      if (!(error instanceof HttpError) || error.code !== 'HW064') throw error
      const [mistake] = await rpc('mistake_of_guest', { p_guest_id: guestId }, mistakeSchema)
      if (!mistake) throw error
      return { mistake }
    }
  }
}

async function changeAndRead(
  deps: GuestDeps,
  p_guest_id: string,
  { answer, unsubscribe, memory, take_back }: Omit<z.infer<typeof bodySchema>, 'token'>,
): Promise<object> {
  const { rpc } = deps
  if (answer) {
    const given = {
      p_guest_id,
      p_answer: answer.answer,
      p_people: answer.answer === 'yes' ? answer.people : null,
      p_message: answer.message,
    }
    await rpc('answer_service', given, z.unknown()).catch(throwRefusal)
  }
  if (unsubscribe !== undefined) {
    const asked = { p_guest_id, p_unsubscribed: unsubscribe }
    await rpc('unsubscribe_guest', asked, z.unknown()).catch(throwRefusal)
  }
  if (memory) await leaveMemory(deps, p_guest_id, memory)
  if (take_back) {
    const left = { p_guest_id, p_memory_id: take_back }
    await rpc('take_back_guest_memory', left, z.unknown()).catch(throwRefusal)
  }
  const [page] = await rpc('service_of_guest', { p_guest_id }, pageSchema).catch(throwRefusal)
  return withLinks(deps, page)
}

/**
 * Stores the picture before the row that names it. One whose row is refused is removed; one of which that is not known,
 * after a day, as any other.
 */
async function leaveMemory(
  { rpc, storeFile }: GuestDeps,
  p_guest_id: string,
  { id: p_memory_id, words, picture }: z.infer<typeof memorySchema>,
): Promise<void> {
  let p_picture_path: string | null = null
  if (picture) {
    const asked = { p_guest_id, p_memory_id }
    const askForFolder = () => rpc('guest_memory_folder', asked, z.string().nullable()).catch(throwRefusal)
    const folder = await askForFolder()
    // A try whose answer was lost has left this memory.
    if (folder === null) return
    // Named for its bytes too: a second try may come with another picture, and a stored one is never replaced.
    const digest = createHash('sha256').update(picture).digest('hex').slice(0, 16)
    p_picture_path = `${folder}/${p_memory_id}-${digest}.jpg`
    const failure = await storeFile('memories', p_picture_path, picture, 'image/jpeg')
    if (failure) {
      // Other requests may have filled the folder meanwhile; the database says so.
      await askForFolder()
      throw new Error(failure)
    }
  }
  const left = { p_guest_id, p_memory_id, p_words: words || null, p_picture_path }
  try {
    await rpc('leave_guest_memory', left, z.unknown()).catch(throwRefusal)
  } catch (error) {
    if (p_picture_path && error instanceof HttpError) {
      // If this fails too, it goes after a day.
      const refused = { p_guest_id, p_path: p_picture_path }
      await rpc('discard_guest_picture', refused, z.unknown()).catch(() => {})
    }
    throw error
  }
}

/** The page as it is answered. Paths name the owner's folder, so each picture is given as a link that soon ends. */
async function withLinks(
  { signFiles }: GuestDeps,
  { portrait, memories, ...page }: z.infer<typeof pageSchema>[0],
): Promise<object> {
  const linksTo = (bucket: string, files: { picture_path: string | null }[]) =>
    signFiles(
      bucket,
      files.flatMap(({ picture_path }) => picture_path ?? []),
      linkSeconds,
    )
  const [ofPortrait, ofMemories] = await Promise.all([
    linksTo('pictures', portrait ? [portrait] : []),
    linksTo('memories', memories),
  ])
  const linked = <File extends { picture_path: string | null }>(
    links: Map<string, string>,
    { picture_path, ...rest }: File,
  ) => ({ ...rest, picture: picture_path && (links.get(picture_path) ?? null) })
  return {
    ...page,
    portrait: portrait && linked(ofPortrait, portrait),
    memories: memories.map((memory) => linked(ofMemories, memory)),
  }
}
