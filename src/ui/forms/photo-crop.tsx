import 'react-easy-crop/react-easy-crop.css'
import { useId, useState } from 'react'
import Cropper from 'react-easy-crop'
import { type PictureArea, smallPicture } from '@/browser/files/small-picture'
import { FieldProblem } from './field-problem'
import { unreadablePhoto, useOpenedPhoto } from './use-opened-photo'

/** The side of a portrait in pixels: sharp at its largest size on the screen, also on dense screens. */
const PORTRAIT_SIDE = 640
const MOST_ZOOM = 4

export interface PhotoCropProps {
  photo: File
  /** Receives the chosen square while it is made into a small picture, anew after each change; null when that fails. */
  onCut: (picture: Promise<File | null>) => void
  /** Called when the photo can't be opened or cut, which is said here. */
  onFail: () => void
}

/** Chooses a square of a photo: by dragging, or with the arrow keys and a slider. */
export function PhotoCrop({ photo, onCut, onFail }: PhotoCropProps) {
  const id = useId()
  const { opened, fail } = useOpenedPhoto(photo, onFail)
  const [position, setPosition] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)

  if (opened === 'failed') return <FieldProblem id={id}>{unreadablePhoto}</FieldProblem>
  if (opened === null) return <p role="status">Opening the photo...</p>
  const cut = (area: PictureArea) => {
    onCut(
      smallPicture(opened.bitmap, area, PORTRAIT_SIDE).catch(() => {
        fail()
        return null
      }),
    )
  }
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
          onCropComplete={(_percent, area) => cut(area)}
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
