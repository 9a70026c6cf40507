/** Lets the browser save the file behind a link that was made to save it by. The page stays. */
export function downloadFrom(link: string): void {
  window.location.assign(link)
}
