import { useMutation, useQueryClient } from '@tanstack/react-query'
import { z } from 'zod'
import { supabase } from '@/data/client'
import { type FuneralPlan, funeralPlanKeys, selectFuneralPlan } from '@/data/funeral-plan'
import { planOverviewKeys } from '@/data/plan-overview'
import { holds, insertIfNew, saveOver, whileAsLoaded } from '@/data/rows/versioned-update'
import { type Playlist, readPlaylistLink } from './playlist'

/** A pasted link; saved as the service's name and the link. */
export const musicSchema = z.object({
  link: z.string().transform((text, context): Playlist => {
    const playlist = readPlaylistLink(text)
    if (!('problem' in playlist)) return playlist
    context.addIssue({ code: 'custom', message: playlist.problem })
    return z.NEVER
  }),
})

export interface SaveMusic {
  /** The playlist to save; null removes the present one. */
  playlist: Playlist | null
  /** The plan as it was loaded; null when there was none. */
  loaded: Pick<FuneralPlan, 'music_playlist_ref'> | null
}

/**
 * Saves the music of the signed-in owner's plan, unless other music was chosen since it was loaded. Does not touch the
 * rest of the plan, and changes to it do not matter.
 * @returns the saved plan
 * @throws ChangedElsewhereError, DeletedElsewhereError or PlanClosedError
 */
async function saveMusic(ownerId: string, { playlist, loaded }: SaveMusic): Promise<FuneralPlan> {
  const columns = {
    music_playlist_provider: playlist?.provider ?? null,
    music_playlist_ref: playlist?.reference ?? null,
  }
  if (loaded === null) {
    const added = await insertIfNew(
      supabase
        .from('funeral_plan')
        .insert({ user_id: ownerId, ...columns })
        .select()
        .single()
        .throwOnError(),
    )
    // If the plan was started elsewhere in the meantime, its row is updated below, provided that it has no music yet.
    if (added) return added
  }
  const loadedMusic = { music_playlist_ref: loaded?.music_playlist_ref ?? null }
  return saveOver({
    update: whileAsLoaded(supabase.from('funeral_plan').update(columns).eq('user_id', ownerId), loadedMusic)
      .select()
      .maybeSingle()
      .throwOnError(),
    current: () => selectFuneralPlan(ownerId).maybeSingle().throwOnError(),
    loaded: loadedMusic,
    isSaved: (row) => holds(row, columns),
  })
}

/** Saves or removes the music. @param success the words of the toast */
export function useSaveMusic(ownerId: string, success: { title: string; description?: string }) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (save: SaveMusic) => saveMusic(ownerId, save),
    meta: { success, errorOnScreen: true },
    onSuccess: (plan) => {
      cache.setQueryData(funeralPlanKeys.detail(ownerId), plan)
      void cache.invalidateQueries({ queryKey: planOverviewKeys.all })
    },
  })
}
