import { useEffect, useEffectEvent, useId } from 'react'
import { smallPicture } from '@/browser/files/small-picture'
import { FieldProblem } from './field-problem'
import type { PhotoCropProps } from './photo-crop'
import { unreadablePhoto, useOpenedPhoto } from './use-opened-photo'

/** The longest side of a photo in pixels: sharp on a phone and on a printed page. */
const LONGEST_SIDE = 1280

/** Makes a chosen photo small, without cutting anything off, and shows it. */
export function WholePhoto({ photo, onCut, onFail }: PhotoCropProps) {
  const id = useId()
  const { opened, fail } = useOpenedPhoto(photo, onFail)
  const cut = useEffectEvent((bitmap: ImageBitmap) => {
    const { width, height } = bitmap
    onCut(
      smallPicture(bitmap, { x: 0, y: 0, width, height }, LONGEST_SIDE).catch(() => {
        fail()
        return null
      }),
    )
  })
  useEffect(() => {
    if (opened !== null && opened !== 'failed') cut(opened.bitmap)
  }, [opened])

  if (opened === 'failed') return <FieldProblem id={id}>{unreadablePhoto}</FieldProblem>
  if (opened === null) return <p role="status">Opening the photo...</p>
  return (
    <img
      src={opened.url}
      alt="The one you chose"
      className="max-h-72 max-w-full justify-self-start rounded-control border border-line"
    />
  )
}
