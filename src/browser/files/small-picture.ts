/** The size of the largest picture in bytes, the same as the buckets'. */
const PICTURE_LIMIT = 1024 * 1024
/** How well the JPEG keeps the picture; the next one is for pictures with more detail than fits. */
const qualities = [0.85, 0.7, 0.5, 0.3]

/** A part of a picture, in its own pixels. */
export interface PictureArea {
  x: number
  y: number
  width: number
  height: number
}

/**
 * Decodes a photo, turned as the camera says.
 * @throws when the browser cannot decode it: most browsers cannot decode HEIC
 */
export function decodePhoto(file: Blob): Promise<ImageBitmap> {
  return createImageBitmap(file, { imageOrientation: 'from-image' })
}

/**
 * Draws a part of a photo small, as a new JPEG. Nothing that a camera writes into its file, such as the place where it
 * was taken, gets into the new one.
 * @param longest the longest side of the new picture, in pixels; a smaller part keeps its size
 * @throws when the browser has no memory left for it
 */
export async function smallPicture(photo: ImageBitmap, area: PictureArea, longest: number): Promise<File> {
  const scale = Math.min(1, longest / Math.max(area.width, area.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(area.width * scale))
  canvas.height = Math.max(1, Math.round(area.height * scale))
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas.')
  // JPEG has no transparency: what shows through would turn black.
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(photo, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  for (const quality of qualities) {
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', quality))
    if (blob && blob.size <= PICTURE_LIMIT) return new File([blob], 'picture.jpg', { type: 'image/jpeg' })
  }
  throw new Error('No picture.')
}
