/** Makes the browser save the file behind a download link. The page stays open. */
export function downloadFrom(link: string): void {
  window.location.assign(link)
}
