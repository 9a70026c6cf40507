import { isVisible, type Profile } from '@/data/account/profiles'
import { useHasCome } from '@/ui/hooks/use-is-past'

/**
 * Whether those who accepted can read the plan now; renders the component again when that changes.
 * @param profile of the plan's owner; false until it is read
 */
export function useIsVisible(profile: Profile | null | undefined): boolean {
  useHasCome(profile?.release_at)
  useHasCome(profile?.open_until)
  return profile ? isVisible(profile) : false
}
