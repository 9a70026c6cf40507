import * as z from 'zod/mini'
import { optionalText } from '@/lib/validation'

/** The longest text, in characters; the table's check enforces the same limit. */
export const MEMORY_LIMIT = 3000

/** What a person writes; nothing when they leave a photo alone. */
export const memorySchema = z.object({ words: optionalText(MEMORY_LIMIT) })
export type MemoryInput = z.output<typeof memorySchema>

/** What a person leaves. The id is the same in each try, so that a retry leaves no second memory. */
export interface NewMemory {
  id: string
  input: MemoryInput
  /** A small picture, as smallPicture makes it. */
  file: Blob | null
}
