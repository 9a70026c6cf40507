/**
 * Opens a link that is still being made. The tab opens at once, in answer to the click, because the browser would block
 * it later; it is closed again if no link can be made.
 * @throws the error from making the link
 */
export async function openInNewTab(link: Promise<string>): Promise<void> {
  const tab = window.open('', '_blank')
  if (tab) tab.opener = null
  try {
    const url = await link
    if (tab) tab.location.replace(url)
    else window.location.assign(url)
  } catch (error) {
    tab?.close()
    throw error
  }
}
