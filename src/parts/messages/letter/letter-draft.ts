import * as z from 'zod/mini'
import { keepOnDevice, readFromDevice } from '@/browser/device-storage'
import { keepInTab, readFromTab } from '@/browser/tab-storage'
import { draftsOf, draftsOnDevice } from '@/browser/unsaved'
import type { LetterForm } from '../data'

const formSchema = z.object({
  title: z.string(),
  audience: z.enum(['', 'everyone', 'person']),
  person: z.string(),
  timing: z.enum(['opening', 'date']),
  date: z.string(),
  body: z.string(),
}) satisfies z.ZodMiniType<LetterForm>

const versionSchema = z.object({ updated_at: z.string(), values: formSchema })
/** A saved letter: its version, and what the form was filled with from it. */
export type LetterVersion = z.output<typeof versionSchema>

const draftSchema = z.object({
  /** The id of the letter's row, which may not have been added yet. */
  id: z.string(),
  /** Whether it was begun here, and not opened to be changed. */
  isNew: z.boolean(),
  /** The version that was written on; null while none is known to be saved. */
  over: z.nullable(versionSchema),
  values: formSchema,
})
/**
 * What was written and is not saved. It stays on this device when the tab is closed, when the session ends by itself and
 * when the plan takes no changes, until it is saved or the person lets it go.
 */
export type LetterDraft = z.output<typeof draftSchema>

const placeOf = (userId: string) => `${draftsOf(userId)}letter.`

/** The letters of this person that are only on this device. */
export function readLetterDrafts(userId: string): LetterDraft[] {
  return draftsOnDevice(placeOf(userId)).flatMap((key) => readFromDevice(key, draftSchema) ?? [])
}

/** Keeps what was written on this device, where the browser lets it: see keepsDrafts. */
export function keepLetterDraft(userId: string, draft: LetterDraft): void {
  keepOnDevice(placeOf(userId) + draft.id, draft)
}

/** Whether this browser keeps what is written: its storage may be full or blocked. */
export function keepsDrafts(): boolean {
  const probe = `${draftsOf('')}probe`
  return keepOnDevice(probe, 'x'.repeat(100_000)) && keepOnDevice(probe, null)
}

/** Lets go of what this device kept of a letter. */
export function forgetLetterDraft(userId: string, id: string): void {
  keepOnDevice(placeOf(userId) + id, null)
}

const BEGUN = 'heartwood.letter-begun'

/** The id of the letter that is being begun in this tab, for a page that is loaded again meanwhile; null for none. */
export function readBegunLetter(): string | null {
  return readFromTab(BEGUN, (stored) => (typeof stored === 'string' ? stored : null))
}

/** Remembers it until the tab is closed; null forgets it. */
export function rememberBegunLetter(id: string | null): void {
  keepInTab(BEGUN, id)
}
