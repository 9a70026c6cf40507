import type { QueryData } from '@supabase/supabase-js'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { supabase } from '@/data/client'
import { rowFiles } from '@/data/files/late-row-files'
import type { FileUpload } from '@/data/files/uploads'
import type { SaveRow } from '@/data/rows/owned-list'
import { selectAll } from '@/data/rows/select-all'
import { CodedError, errorCode } from '@/lib/errors'

const columns = 'id, author_id, guest_id, author_name, words, picture_path, is_hidden, created_at, updated_at'

const selectMemories = () => supabase.from('memories').select(columns)

/**
 * A few words or a photo that a designee or a guest of the service left after the death. `author_id` is null for a guest,
 * and once the author's account is deleted.
 */
export type Memory = QueryData<ReturnType<typeof selectMemories>>[number]

/** What a person leaves. The id is the same in each try, so that a retry leaves no second memory. */
export interface NewMemory {
  id: string
  /** No words when they leave a photo alone. */
  input: Pick<Memory, 'words'>
  /** A small picture, as smallPicture makes it. */
  file: Blob | null
}

const memoryKeys = {
  all: ['memories'] as const,
  ofOwner: (ownerId: string) => [...memoryKeys.all, ownerId] as const,
  hasLeft: (authorId: string) => [...memoryKeys.all, 'left by', authorId] as const,
}

/** The memories of an owner that the signed-in person may read, newest first. */
export function memoriesQuery(ownerId: string) {
  return queryOptions({
    queryKey: memoryKeys.ofOwner(ownerId),
    queryFn: ({ signal }): Promise<Memory[]> =>
      selectAll(() =>
        selectMemories()
          .eq('owner_id', ownerId)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal)
          .throwOnError(),
      ),
    refetchOnMount: 'always',
    // Nothing of a plan that was closed stays in the memory of the browser.
    gcTime: 0,
  })
}

/** Whether the signed-in person has left a memory of anyone, which stays when their account goes. */
export function hasLeftMemoriesQuery(authorId: string) {
  return queryOptions({
    queryKey: memoryKeys.hasLeft(authorId),
    queryFn: async ({ signal }) =>
      (
        await supabase
          .from('memories')
          .select('id')
          .eq('author_id', authorId)
          .limit(1)
          .abortSignal(signal)
          .throwOnError()
      ).data.length > 0,
    refetchOnMount: 'always',
  })
}

const find = async (id: string): Promise<Memory | null> =>
  (await selectMemories().eq('id', id).maybeSingle().throwOnError()).data

async function save(owner_id: string, { id, input }: SaveRow<Memory, NewMemory['input']>): Promise<Memory> {
  const { data, error } = await supabase
    .from('memories')
    .insert({ id, owner_id, ...input })
    .select(columns)
    .single()
  if (data) return data
  // A try whose answer was lost has added it.
  const added = errorCode(error) === '23505' ? await find(id) : null
  if (added) return added
  throw error
}

/**
 * Leaves a memory of an owner, with its picture. The dialog shows the error.
 * @param authorId the signed-in person, in whose folder the picture is stored
 */
export function useLeaveMemory(ownerId: string, authorId: string) {
  return useMutation({
    mutationFn: async (given: NewMemory & { onUpload: (upload: FileUpload | null) => void }) => {
      const { saveWithOptionalFile } = await rowFiles.get()
      return saveWithOptionalFile(
        { save, find, settle: async (row: Memory) => row },
        ownerId,
        { ...given, loaded: null },
        {
          place: { bucket: 'memories', folder: authorId },
          named: (picture_path: string) => ({ picture_path }),
        },
      )
    },
    meta: {
      success: { title: 'Memory added' },
      quietError: true,
      refreshes: [memoryKeys.ofOwner(ownerId)],
    },
  })
}

/** Hides a memory from everyone but its author and executors, or shows it again. For executors. */
export function useHideMemory(ownerId: string) {
  return useMutation({
    mutationFn: async ({ id, is_hidden }: Pick<Memory, 'id' | 'is_hidden'>) =>
      supabase.from('memories').update({ is_hidden }).eq('id', id).select('id').single().throwOnError(),
    meta: {
      errorTitle: 'Nothing was changed',
      errorOnScreen: true,
      refreshes: [memoryKeys.ofOwner(ownerId)],
    },
  })
}

/** Takes the signed-in person's own memory back, for good. The question shows the error. */
export function useTakeBackMemory(ownerId: string) {
  return useMutation({
    mutationFn: async ({ id }: Pick<Memory, 'id'>) => {
      const { data } = await supabase.from('memories').delete().eq('id', id).select('id').throwOnError()
      // Gone already is as good as removed.
      if (data.length === 0 && (await find(id))) throw new CodedError('HW006')
    },
    meta: {
      success: { title: 'Memory removed' },
      quietError: true,
      refreshes: [memoryKeys.ofOwner(ownerId)],
    },
  })
}
