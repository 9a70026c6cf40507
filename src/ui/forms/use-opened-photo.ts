import { useEffect, useEffectEvent, useState } from 'react'
import { decodePhoto } from '@/browser/files/small-picture'

/** What to say when a photo cannot be opened. */
export const unreadablePhoto =
  "This browser can't open this photo. If it's a HEIC photo from an iPhone, send it to yourself by email or in a message, which makes a JPEG of it, or take a screenshot of it. Then choose that one."

type OpenedPhoto = { bitmap: ImageBitmap; url: string } | 'failed' | null

/**
 * Decodes a chosen photo.
 * @param onFail called when it cannot be opened, or `fail` was called
 * @returns the photo with an address to show it; null until then; 'failed' when it cannot be opened
 */
export function useOpenedPhoto(photo: File, onFail: () => void): { opened: OpenedPhoto; fail: () => void } {
  const [opened, setOpened] = useState<OpenedPhoto>(null)
  const tell = useEffectEvent(onFail)
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
  useEffect(() => {
    if (opened === 'failed') tell()
  }, [opened])
  return { opened, fail: () => setOpened('failed') }
}
