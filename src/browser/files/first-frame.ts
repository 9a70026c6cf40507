/** What a video shows before it is played. */
export interface FirstFrame {
  /** Its first picture, as a data URL. */
  picture: string
  /** Its length; null when the file does not say. */
  seconds: number | null
}

/** After how long a video is left without a picture, in milliseconds. */
const PATIENCE = 10_000
/** In pixels: as wide as a player on most screens. */
const WIDTH = 640
/** In seconds: many recordings begin with a black picture. */
const NOT_QUITE_FIRST = 0.2

let turn: Promise<unknown> = Promise.resolve()

/**
 * The first picture of a video and its length. The browser reads the beginning of the file, and its index if that is at
 * the end, never the whole file. One video is read at a time, so that a list of many does not fill a slow connection.
 * @param makeLink called when it is this video's turn
 * @returns null for a video that cannot be read, or that this browser cannot play
 */
export function firstFrame(makeLink: () => Promise<string>, signal: AbortSignal): Promise<FirstFrame | null> {
  const mine = turn.then(async () => {
    if (signal.aborted) return null
    try {
      return await read(await makeLink(), signal)
    } catch {
      return null
    }
  })
  turn = mine
  return mine
}

async function read(link: string, signal: AbortSignal): Promise<FirstFrame | null> {
  const video = document.createElement('video')
  // A canvas gives away the picture of another host's video only when that host allows it.
  video.crossOrigin = 'anonymous'
  video.muted = true
  video.playsInline = true
  video.preload = 'metadata'
  const reached = (event: string) =>
    new Promise<boolean>((resolve) => video.addEventListener(event, () => resolve(true), { once: true }))
  const givenUp = new Promise<boolean>((resolve) => {
    setTimeout(() => resolve(false), PATIENCE)
    video.addEventListener('error', () => resolve(false))
    signal.addEventListener('abort', () => resolve(false))
  })
  try {
    const opened = reached('loadedmetadata')
    video.src = link
    if (!(await Promise.race([opened, givenUp]))) return null
    // Without the codec of the pictures, some browsers play the sound alone, and report no error.
    if (video.videoWidth === 0) return null
    const shown = reached('seeked')
    video.currentTime = Math.min(NOT_QUITE_FIRST, video.duration / 2 || 0)
    if (!(await Promise.race([shown, givenUp]))) return null
    const picture = drawn(video)
    return picture === null
      ? null
      : { picture, seconds: Number.isFinite(video.duration) ? video.duration : null }
  } finally {
    // Ends the reading of the file.
    video.removeAttribute('src')
    video.load()
  }
}

function drawn(video: HTMLVideoElement): string | null {
  const canvas = document.createElement('canvas')
  canvas.width = Math.min(WIDTH, video.videoWidth)
  canvas.height = Math.round((canvas.width * video.videoHeight) / video.videoWidth)
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(video, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.8)
}
