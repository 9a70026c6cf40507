import { z } from 'zod'
import { supabase } from '@/data/client'
import { saveWithFile } from '@/data/files/row-files'
import type { FileUpload } from '@/data/files/uploads'
import { defineOwnedList, useSaving } from '@/data/rows/owned-list'
import { Constants, type Tables } from '@/lib/database.types'
import { optionalText, requiredLine } from '@/lib/validation'

const columns = 'id, doc_type, description, file_path, original_location, created_at, updated_at'

export type EstateDocument = Pick<
  Tables<'estate_documents'>,
  'id' | 'doc_type' | 'description' | 'file_path' | 'original_location' | 'created_at' | 'updated_at'
>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const documentLimits = { description: 500, original_location: 500 } as const

const documentTypes = Constants.public.Enums.document_type

/** Type and description are required; an empty location of the original is saved as null. */
export const documentSchema = z.object({
  // In the form, '' means that no type has been chosen yet.
  doc_type: z.union([z.enum(documentTypes), z.literal('')]).pipe(z.enum(documentTypes, 'Choose what it is.')),
  description: requiredLine('Enter a description.', documentLimits.description),
  original_location: optionalText(documentLimits.original_location),
})
/** The form's values. */
export type DocumentForm = z.input<typeof documentSchema>
/** The values that are saved. */
export type DocumentInput = z.output<typeof documentSchema>

export const documents = defineOwnedList<EstateDocument, DocumentInput & { file_path: string }>({
  table: 'estate_documents',
  select: () => supabase.from('estate_documents').select(columns),
  insert: (row) => supabase.from('estate_documents').insert(row).select(columns),
  update: (values) => supabase.from('estate_documents').update(values).select(columns),
  words: { added: 'Document added', saved: 'Document saved', deleted: 'Document deleted' },
})
export const { query } = documents

/** A new document is saved with its file. Editing changes only the description of the document, never its file. */
type SaveDocument = { input: DocumentInput } & (
  | { loaded: EstateDocument }
  | { loaded: null; id: string; file: File; onUpload: (upload: FileUpload | null) => void }
)

/** Uploads a document and adds its row, or saves an edited row. The dialog shows the error. */
export function useSaveDocument(ownerId: string) {
  return useSaving(
    documents,
    ownerId,
    (given: SaveDocument) =>
      given.loaded
        ? documents.change(given.loaded, given.input)
        : saveWithFile({
            ownerId,
            area: 'estate',
            file: given.file,
            onUpload: given.onUpload,
            save: (file_path) => documents.add(ownerId, given.id, { ...given.input, file_path }),
            find: () => documents.find(given.id),
            pathOf: ({ file_path }) => file_path,
            correct: (row) => documents.settle(row, given.input),
          }),
    { sendsFile: ({ loaded }) => loaded === null },
  )
}
