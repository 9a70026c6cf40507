import { lazy, Suspense, useState } from 'react'
import { checkPhoto, photoTypes } from '@/lib/files/file-rules'
import { FilePicker } from './file-picker'

// Loaded only when a photo was chosen.
const PhotoCrop = lazy(async () => ({ default: (await import('./photo-crop')).PhotoCrop }))

const photos = { types: photoTypes, check: checkPhoto }

export interface PortraitPickerProps {
  label: string
  disabled: boolean
  /** Receives the small square picture, anew after each change; null when there is none. */
  onChange: (picture: File | null) => void
}

/** Takes a photo and lets the person choose the square of it that is kept. */
export function PortraitPicker({ label, disabled, onChange }: PortraitPickerProps) {
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
          <PhotoCrop
            key={`${photo.name} ${photo.lastModified} ${photo.size}`}
            photo={photo}
            onCut={onChange}
          />
        </Suspense>
      ) : null}
    </div>
  )
}
