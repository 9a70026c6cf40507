import { useEffect, useState } from 'react'
import { decodePhoto } from '@/lib/files/small-picture'

/** What to say when a photo cannot be opened. */
export const unreadablePhoto =
  "This browser can't open this photo. If it's a HEIC photo from an iPhone, send it to yourself by email or in a message, which makes a JPEG of it, or take a screenshot of it. Then choose that one."

/** Decodes a chosen photo. @returns it, with an address to show it; null until then; 'failed' when it cannot be opened */
export function useOpenedPhoto(photo: File): { bitmap: ImageBitmap; url: string } | 'failed' | null {
  const [opened, setOpened] = useState<ReturnType<typeof useOpenedPhoto>>(null)
  useEffect(() => {
    let isGone = false
    const url = URL.createObjectURL(photo)
    decodePhoto(photo).then(
      (bitmap) => isGone || setOpened({ bitmap, url }),
      () => isGone || setOpened('failed'),
    )
    return () => {
      isGone = true
      URL.revokeObjectURL(url)
    }
  }, [photo])
  return opened
}
