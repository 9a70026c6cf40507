import { useRef, useState } from 'react'
import { CodedError } from '@/lib/errors'
import { checkPhoto, photoTypes } from '@/lib/files/file-rules'
import { inPage, onDemand } from '@/ui/late'
import { FilePicker } from './file-picker'

const opening = inPage({
  loading: 'Opening the photo',
  errorTitle: 'Unable to open the photo',
  skeleton: <p role="status">Opening the photo...</p>,
})

const shapes = {
  square: onDemand(async () => (await import('./photo-shapes')).PhotoCrop, opening),
  whole: onDemand(async () => (await import('./photo-shapes')).WholePhoto, opening),
}

const photos = { types: photoTypes, check: checkPhoto }

/** A small picture that may still be made; null without a photo. It becomes null when the photo can't be opened. */
export type ChosenPicture = Promise<File | null> | null

/** Waits for a picture, so that what is saved never lacks it. @throws `file_unreadable` when it can't be made */
export async function madePicture(chosen: ChosenPicture): Promise<File | null> {
  const picture = await chosen
  if (chosen && !picture) throw new CodedError('file_unreadable')
  return picture
}

export interface PhotoPickerProps {
  /** Whether the person chooses a square of the photo, or all of it is kept. */
  shape: keyof typeof shapes
  label: string
  optional?: boolean | undefined
  disabled: boolean
  /**
   * Receives the small picture when a photo is chosen, and after each change, while it is still being made, so
   * that saving can wait for it. Null without a photo, and when it can't be opened.
   */
  onChange: (picture: ChosenPicture) => void
}

/** Takes a photo and makes a small picture of it. */
export function PhotoPicker({ shape, label, optional, disabled, onChange }: PhotoPickerProps) {
  const Photo = shapes[shape]
  const [photo, setPhoto] = useState<File | null>(null)
  const settle = useRef<(picture: ChosenPicture) => void>(undefined)
  const give = (picture: ChosenPicture) => {
    settle.current?.(picture)
    onChange(picture)
  }
  return (
    <div className="grid gap-4">
      <FilePicker
        label={label}
        optional={optional}
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
        <Photo
          key={`${photo.name} ${photo.lastModified} ${photo.size}`}
          photo={photo}
          onCut={give}
          onFail={() => give(null)}
        />
      ) : null}
    </div>
  )
}
