import * as z from 'zod/mini'
import { supabase } from '@/data/client'
import { rowFiles } from '@/data/files/late-row-files'
import type { FileUpload } from '@/data/files/uploads'
import { defineOwnedList, type SaveRow, useSaving } from '@/data/rows/owned-list'
import { Constants, type Tables } from '@/lib/database.types'
import { optionalText, requiredLine } from '@/lib/validation'
import { rows } from '.'

export type EstateDocument = Omit<Tables<'estate_documents'>, 'user_id'>

/** The longest texts, in characters; the table's checks enforce the same limits. */
export const documentLimits = { description: 500, original_location: 500 } as const

const documentTypes = Constants.public.Enums.document_type

/** Type and description are required; an empty location of the original is saved as null. */
export const documentSchema = z.object({
  // In the form, '' means that no type has been chosen yet.
  doc_type: z.pipe(
    z.union([z.enum(documentTypes), z.literal('')]),
    z.enum(documentTypes, 'Choose what it is.'),
  ),
  description: requiredLine('Enter a description.', documentLimits.description),
  original_location: optionalText(documentLimits.original_location),
})
/** The form's values. */
export type DocumentForm = z.input<typeof documentSchema>
/** The values that are saved. */
export type DocumentInput = z.output<typeof documentSchema>

export const documents = defineOwnedList<EstateDocument, DocumentInput & { file_path: string }>({
  rows,
  table: () => supabase.from('estate_documents'),
  words: { added: 'Document added', saved: 'Document saved', deleted: 'Document deleted' },
})

interface SaveDocument extends SaveRow<EstateDocument, DocumentInput> {
  /** The file of a new document. Editing changes only the description of a document, never its file. */
  file: File | null
  onUpload: (upload: FileUpload | null) => void
}

/** Uploads a document and adds its row, or saves an edited row. The dialog shows the error. */
export function useSaveDocument(ownerId: string) {
  return useSaving(
    documents,
    ownerId,
    async ({ file, ...given }: SaveDocument) => {
      if (given.loaded) return documents.change(given.loaded, given.input)
      if (!file) throw new Error('No document without a file.')
      return (await rowFiles.get()).saveWithFile(
        documents,
        ownerId,
        { ...given, file },
        {
          place: { bucket: 'documents', folder: 'estate' },
          named: (file_path: string) => ({ file_path }),
        },
      )
    },
    { sendsFile: ({ loaded }) => loaded === null },
  )
}
