/** After how long a video counts as playable, in milliseconds, so that a slow disk holds no one up. */
const PATIENCE = 5_000

/**
 * Whether this browser can play the pictures of a video. Only its beginning is read, and nothing is shown. A browser's
 * answer to canPlayType is no use here: Chromium plays most MOV files, and says that it can play none.
 */
export function canPlay(video: Blob): Promise<boolean> {
  const url = URL.createObjectURL(video)
  const player = document.createElement('video')
  return new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(true), PATIENCE)
    const answer = (yes: boolean) => {
      clearTimeout(timer)
      resolve(yes)
    }
    // Without the codec of the pictures, some browsers play the sound alone, and report no error.
    player.onloadedmetadata = () => answer(player.videoWidth > 0)
    player.onerror = () => answer(false)
    player.muted = true
    player.preload = 'metadata'
    player.src = url
  }).finally(() => {
    player.removeAttribute('src')
    URL.revokeObjectURL(url)
  })
}
