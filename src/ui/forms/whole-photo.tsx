import { useEffect, useEffectEvent, useId, useState } from 'react'
import { smallPicture } from '@/lib/files/small-picture'
import { FieldProblem } from './field-problem'
import type { PhotoCropProps } from './photo-crop'
import { unreadablePhoto, useOpenedPhoto } from './use-opened-photo'

/** The longest side of a photo in pixels: sharp on a phone and on a printed page. */
const LONGEST_SIDE = 1280

/** Makes a chosen photo small, without cutting anything off, and shows it. */
export function WholePhoto({ photo, onCut }: PhotoCropProps) {
  const id = useId()
  const opened = useOpenedPhoto(photo)
  const [hasFailed, setHasFailed] = useState(false)
  const cut = useEffectEvent(onCut)
  useEffect(() => {
    if (opened === null || opened === 'failed') return
    let isGone = false
    const { width, height } = opened.bitmap
    smallPicture(opened.bitmap, { x: 0, y: 0, width, height }, LONGEST_SIDE).then(
      (picture) => isGone || cut(picture),
      () => isGone || setHasFailed(true),
    )
    return () => {
      isGone = true
    }
  }, [opened])

  if (opened === 'failed' || hasFailed) return <FieldProblem id={id}>{unreadablePhoto}</FieldProblem>
  if (opened === null) return <p role="status">Opening the photo…</p>
  return (
    <img
      src={opened.url}
      alt="The one you chose"
      className="max-h-72 max-w-full justify-self-start rounded-control border border-line"
    />
  )
}
