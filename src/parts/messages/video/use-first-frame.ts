import { useQuery } from '@tanstack/react-query'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { FirstFrame } from '@/browser/files/first-frame'
import { savesData } from '@/browser/saves-data'
import { rows, type VideoMessage } from '..'

/** Whether an element has come near the screen. Stays true from then on. False where the browser cannot tell. */
function useIsSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false)
  useEffect(() => {
    if (!element.current || !('IntersectionObserver' in window)) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setIsSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element])
  return isSeen
}

/**
 * The first picture of a video, once its card has come near the screen. It is kept only while the page is open, and
 * leaves with the list of videos when the reader's access ends.
 * @param makeLink makes a link to play the video, without a note in the access history; left out, there is no picture
 */
export function useFirstFrame(
  { id, user_id }: Pick<VideoMessage, 'id' | 'user_id'>,
  makeLink: (() => Promise<string>) | undefined,
): { card: RefObject<HTMLDivElement | null>; frame: FirstFrame | null } {
  const card = useRef<HTMLDivElement>(null)
  const isSeen = useIsSeen(card)
  const { data } = useQuery({
    queryKey: [...rows.keys.ofOwner(user_id), 'first-frame', id],
    queryFn: async ({ signal }) =>
      makeLink ? (await import('@/browser/files/first-frame')).firstFrame(makeLink, signal) : null,
    // People who asked their browser to save data press play for the picture.
    enabled: isSeen && makeLink !== undefined && !savesData(),
    // The file of a video never changes, so a change of the list is no reason to read it again.
    staleTime: 'static',
    retry: false,
  })
  return { card, frame: data ?? null }
}
