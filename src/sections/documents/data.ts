import { queryOptions, useMutation } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { saveWithFile } from '@/data/files/row-files'
import type { FileUpload } from '@/data/files/uploads'
import { useListCache } from '@/data/rows/list-cache'
import { selectAll } from '@/data/rows/select-all'
import {
  DeletedElsewhereError,
  guardedDelete,
  guardedUpdate,
  hasVersion,
  holds,
} from '@/data/rows/versioned-update'
import { Constants, type Tables } from '@/lib/database.types'
import { optionalText, requiredLine } from '@/lib/validation'

const columns = 'id, doc_type, description, file_path, original_location, created_at, updated_at'

export type EstateDocument = Pick<
  Tables<'estate_documents'>,
  'id' | 'doc_type' | 'description' | 'file_path' | 'original_location' | 'created_at' | 'updated_at'
>

/** The longest texts, in characters; the table's checks hold the same. */
export const documentLimits = { description: 500, original_location: 500 } as const

const documentTypes = Constants.public.Enums.document_type

/** Type and description are needed; an empty place of the original is saved as null. */
export const documentSchema = z.object({
  // In the form, '' is a type that has not been chosen yet.
  doc_type: z.union([z.enum(documentTypes), z.literal('')]).pipe(z.enum(documentTypes, 'Choose what it is.')),
  description: requiredLine('Enter a description.', documentLimits.description),
  original_location: optionalText(documentLimits.original_location),
})
/** What stands in the form. */
export type DocumentForm = z.input<typeof documentSchema>
/** What is saved. */
export type DocumentInput = z.output<typeof documentSchema>

export const documentKeys = {
  all: ['estate-documents'] as const,
  ofOwner: (ownerId: string) => [...documentKeys.all, ownerId] as const,
}

/** All documents of an owner, newest first. */
export function documentsQuery(ownerId: string) {
  return queryOptions({
    queryKey: documentKeys.ofOwner(ownerId),
    queryFn: ({ signal }): Promise<EstateDocument[]> =>
      selectAll(() =>
        supabase
          .from('estate_documents')
          .select(columns)
          .eq('user_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal)
          .throwOnError(),
      ),
  })
}

/** Reads one document's row as it is now. @throws DeletedElsewhereError when there is none any more */
export async function readDocument(id: string): Promise<EstateDocument> {
  const { data } = await supabase
    .from('estate_documents')
    .select(columns)
    .eq('id', id)
    .maybeSingle()
    .throwOnError()
  if (data === null) throw new DeletedElsewhereError()
  return data
}

export interface AddDocument {
  input: DocumentInput
  file: File
  onUpload: (upload: FileUpload | null) => void
}

/** Uploads a document and adds its row. The dialog itself says what went wrong. */
export function useAddDocument(ownerId: string) {
  const list = useListCache<EstateDocument>(documentKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: ({ input, file, onUpload }: AddDocument): Promise<EstateDocument> =>
      saveWithFile({
        ownerId,
        area: 'estate',
        file,
        onUpload,
        save: async (file_path) => {
          const { data } = await supabase
            .from('estate_documents')
            .insert({ user_id: ownerId, file_path, ...input })
            .select(columns)
            .single()
            .throwOnError()
          return data
        },
        find: (path) =>
          supabase
            .from('estate_documents')
            .select(columns)
            .eq('file_path', path)
            .retry(false)
            .maybeSingle()
            .throwOnError(),
        correct: async (row) =>
          holds(row, input) ? row : changeDocument({ id: row.id, input, loadedVersion: row.updated_at }),
      }),
    meta: { success: { title: 'Document added' }, errorOnScreen: true },
    onSuccess: list.add,
    onError: () => void list.reload(),
  })
}

export interface SaveDocument {
  id: string
  input: DocumentInput
  /** The row's updated_at as it was loaded. */
  loadedVersion: string
}

function changeDocument({ id, input, loadedVersion }: SaveDocument): Promise<EstateDocument> {
  return guardedUpdate<EstateDocument>({
    update: supabase
      .from('estate_documents')
      .update(input)
      .eq('id', id)
      .eq('updated_at', loadedVersion)
      .select(columns)
      .maybeSingle()
      .throwOnError(),
    stillAsLoaded: () =>
      hasVersion(
        supabase.from('estate_documents').select('updated_at').eq('id', id).maybeSingle().throwOnError(),
        loadedVersion,
      ),
    ownSave: {
      current: () =>
        supabase.from('estate_documents').select(columns).eq('id', id).maybeSingle().throwOnError(),
      isSent: (row) => holds(row, input),
    },
  })
}

/** Saves what is said about a document, unless it was changed since it was loaded. The file itself never changes. */
export function useSaveDocument(ownerId: string) {
  const list = useListCache<EstateDocument>(documentKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: changeDocument,
    meta: { success: { title: 'Document saved' }, errorOnScreen: true },
    onSuccess: list.replace,
    onError: () => void list.reload(),
  })
}

/** Deletes a document's row; the database queues its file for removal. */
export function useDeleteDocument(ownerId: string) {
  const list = useListCache<EstateDocument>(documentKeys.ofOwner(ownerId))
  return useMutation({
    mutationFn: (id: string) =>
      guardedDelete({
        remove: supabase
          .from('estate_documents')
          .delete()
          .eq('id', id)
          .select('id')
          .maybeSingle()
          .throwOnError(),
        stillThere: () =>
          supabase.from('estate_documents').select('id').eq('id', id).maybeSingle().throwOnError(),
      }),
    meta: { success: { title: 'Document deleted' }, errorOnScreen: true },
    onSuccess: (_nothing, id) => list.remove(id),
  })
}
