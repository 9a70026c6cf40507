import { lazy, Suspense, useState } from 'react'
import { checkPhoto, photoTypes } from '@/lib/files/file-rules'
import { FilePicker } from './file-picker'

// Loaded only when a photo was chosen.
const shapes = {
  square: lazy(async () => ({ default: (await import('./photo-crop')).PhotoCrop })),
  whole: lazy(async () => ({ default: (await import('./whole-photo')).WholePhoto })),
}

const photos = { types: photoTypes, check: checkPhoto }

export interface PhotoPickerProps {
  /** Whether the person chooses a square of the photo, or all of it is kept. */
  shape: keyof typeof shapes
  label: string
  disabled: boolean
  /** Receives the small picture, anew after each change; null when there is none. */
  onChange: (picture: File | null) => void
}

/** Takes a photo and makes a small picture of it. */
export function PhotoPicker({ shape, label, disabled, onChange }: PhotoPickerProps) {
  const Photo = shapes[shape]
  const [photo, setPhoto] = useState<File | null>(null)
  return (
    <div className="grid gap-4">
      <FilePicker
        label={label}
        hint="A JPEG, PNG, WebP or HEIC photo up to 10 MB"
        accept={photos}
        file={photo}
        disabled={disabled}
        onChange={(chosen) => {
          onChange(null)
          setPhoto(chosen)
        }}
      />
      {photo ? (
        <Suspense fallback={<p role="status">Opening the photo…</p>}>
          <Photo key={`${photo.name} ${photo.lastModified} ${photo.size}`} photo={photo} onCut={onChange} />
        </Suspense>
      ) : null}
    </div>
  )
}
