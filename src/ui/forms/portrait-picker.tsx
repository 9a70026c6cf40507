import { lazy, Suspense, useRef, useState } from 'react'
import { checkPhoto, photoTypes } from '@/lib/files/file-rules'
import { FilePicker } from './file-picker'

// Loaded only when a photo was chosen.
const PhotoCrop = lazy(async () => ({ default: (await import('./photo-crop')).PhotoCrop }))

const photos = { types: photoTypes, check: checkPhoto }

export interface PortraitPickerProps {
  label: string
  disabled: boolean
  /**
   * Receives the small square picture when a photo is chosen and anew after each change, while it is still being made, so
   * that saving can wait for it. Null without a photo, and when it can't be opened.
   */
  onChange: (picture: Promise<File | null> | null) => void
}

/** Takes a photo and lets the person choose the square of it that is kept. */
export function PortraitPicker({ label, disabled, onChange }: PortraitPickerProps) {
  const [photo, setPhoto] = useState<File | null>(null)
  const settle = useRef<(picture: Promise<File | null> | null) => void>(undefined)
  const give = (picture: Promise<File | null> | null) => {
    settle.current?.(picture)
    onChange(picture)
  }
  return (
    <div className="grid gap-4">
      <FilePicker
        label={label}
        hint="A JPEG, PNG, WebP or HEIC photo up to 10 MB"
        accept={photos}
        file={photo}
        disabled={disabled}
        onChange={(chosen) => {
          setPhoto(chosen)
          onChange(
            chosen &&
              new Promise((resolve) => {
                settle.current = resolve
              }),
          )
        }}
      />
      {photo ? (
        <Suspense fallback={<p role="status">Opening the photo…</p>}>
          <PhotoCrop
            key={`${photo.name} ${photo.lastModified} ${photo.size}`}
            photo={photo}
            onCut={give}
            onFail={() => give(null)}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
