/** Makes the browser save the file behind a download link, or behind a link to a file of the app. The page stays open. */
export function downloadFrom(link: string): void {
  const anchor = document.createElement('a')
  anchor.href = link
  // For files of the app. Storage's answer says by itself that the file is to be saved, and under which name.
  anchor.download = ''
  anchor.click()
}
