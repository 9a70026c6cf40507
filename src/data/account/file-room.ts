import { queryOptions } from '@tanstack/react-query'
import { supabase } from '@/data/client'

/** How many bytes the signed-in person's videos and documents take up, and how many they may. */
export const fileRoomQuery = queryOptions({
  queryKey: ['file-room'],
  queryFn: async ({ signal }) =>
    (await supabase.rpc('my_file_room').abortSignal(signal).single().throwOnError()).data,
})
