/**
 * Opens a link that is still being made. The tab is opened at once, in answer to the click, or the browser would
 * block it; it is closed again when no link comes.
 * @throws whatever making the link threw
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
