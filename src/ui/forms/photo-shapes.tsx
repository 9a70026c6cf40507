import 'react-easy-crop/react-easy-crop.css'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { decodePhoto, type PictureArea, smallPicture } from '@/browser/files/small-picture'
import { FieldProblem } from './field'

/** The side of a portrait in pixels: sharp at its largest size on the screen, also on dense screens. */
const PORTRAIT_SIDE = 640
/** The longest side of any other photo in pixels: sharp on a phone and on a printed page. */
const LONGEST_SIDE = 1280
const MOST_ZOOM = 4

const unreadablePhoto =
  'This browser can’t open this photo. If it’s a HEIC photo from an iPhone, send it to yourself by email or in a message, which makes a JPEG of it, or take a screenshot of it. Then choose that one.'

interface PhotoProps {
  photo: File
  /** Receives the small picture while it is being made, and another one after each change; null when that fails. */
  onCut: (picture: Promise<File | null>) => void
  /** Called when the photo can't be opened or cut, which is said here. */
  onFail: () => void
}

/**
 * Decodes a chosen photo.
 * @param side the longest side of its small picture
 * @returns the photo with an address to show it, null until then; `instead`, what stands in its place; and `cut`, which
 * makes the small picture of an area
 */
function useOpenedPhoto({ photo, onCut, onFail }: PhotoProps, side: number) {
  const [opened, setOpened] = useState<{ bitmap: ImageBitmap; url: string } | 'failed' | null>(null)
  const id = useId()
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
  return {
    opened: opened === 'failed' ? null : opened,
    instead:
      opened === 'failed' ? (
        <FieldProblem id={id}>{unreadablePhoto}</FieldProblem>
      ) : (
        <p role="status">Opening the photo...</p>
      ),
    cut: (bitmap: ImageBitmap, area: PictureArea) =>
      onCut(
        smallPicture(bitmap, area, side).catch(() => {
          setOpened('failed')
          return null
        }),
      ),
  }
}

/** Chooses a square of a photo: by dragging, or with the arrow keys and a slider. */
export function PhotoCrop(props: PhotoProps) {
  const id = useId()
  const { opened, instead, cut } = useOpenedPhoto(props, PORTRAIT_SIDE)
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)

  if (opened === null) return instead
  return (
    <div className="grid max-w-form gap-3">
      <p id={`${id}-how`} className="text-ink-soft">
        Drag the photo until the square shows the face. By keyboard: arrow keys move it.
      </p>
      <div className="relative h-72 overflow-clip rounded-control bg-well">
        <Cropper
          image={opened.url}
          crop={position}
          zoom={zoom}
          maxZoom={MOST_ZOOM}
          aspect={1}
          objectFit="contain"
          // The page still scrolls over it.
          zoomWithScroll={false}
          keyboardStep={8}
          disableAutomaticStylesInjection
          cropperProps={{
            role: 'group',
            'aria-label': 'The square that is kept',
            'aria-describedby': `${id}-how`,
          }}
          mediaProps={{ alt: '' }}
          onCropChange={setPosition}
          onZoomChange={setZoom}
          onCropComplete={(_percent, area) => cut(opened.bitmap, area)}
        />
      </div>
      <label htmlFor={`${id}-zoom`} className="font-semibold">
        Zoom
      </label>
      <input
        id={`${id}-zoom`}
        type="range"
        min={1}
        max={MOST_ZOOM}
        step={0.1}
        value={zoom}
        onChange={({ target }) => setZoom(Number(target.value))}
        className="min-h-11 w-full accent-forest"
      />
    </div>
  )
}

/** Makes a chosen photo small, without cutting anything off, and shows it. */
export function WholePhoto(props: PhotoProps) {
  const { opened, instead, cut } = useOpenedPhoto(props, LONGEST_SIDE)
  const cutWhole = useEffectEvent((bitmap: ImageBitmap) =>
    cut(bitmap, { x: 0, y: 0, width: bitmap.width, height: bitmap.height }),
  )
  useEffect(() => {
    if (opened) cutWhole(opened.bitmap)
  }, [opened])

  if (opened === null) return instead
  return (
    <img
      src={opened.url}
      alt="The one you chose"
      className="max-h-72 max-w-full justify-self-start rounded-control border border-line"
    />
  )
}
