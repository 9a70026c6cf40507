import type { Page } from 'playwright'

/** The picture as WebP, as good as it may be within the limit. The browser encodes it, so no package is needed. */
export async function toWebp(page: Page, png: Buffer, limit: number): Promise<Buffer> {
  const blank = await page.context().newPage()
  try {
    for (const quality of [0.86, 0.78, 0.7, 0.6, 0.5, 0.4]) {
      const base64 = await blank.evaluate(
        async ({ source, quality }) => {
          const picture = new Image()
          picture.src = `data:image/png;base64,${source}`
          await picture.decode()
          const canvas = document.createElement('canvas')
          canvas.width = picture.naturalWidth
          canvas.height = picture.naturalHeight
          canvas.getContext('2d')?.drawImage(picture, 0, 0)
          return canvas.toDataURL('image/webp', quality).split(',')[1] ?? ''
        },
        { source: png.toString('base64'), quality },
      )
      const webp = Buffer.from(base64, 'base64')
      if (webp.length <= limit) return webp
    }
  } finally {
    await blank.close()
  }
  throw new Error(`a picture is larger than ${limit} bytes at every quality`)
}
