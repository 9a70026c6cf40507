import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Where the pictures are put; git ignores it. */
export const folder = fileURLToPath(new URL('../../pictures', import.meta.url))

/** The widths in CSS pixels: a small phone, a tablet, a desktop. */
export const widths = [320, 768, 1440] as const
export const themes = ['light', 'dark'] as const

/** The file of one picture: "owner, new - dashboard - 320 dark.png". */
export function fileFor(viewer: string, screen: string, width: number, theme: string): string {
  return join(folder, `${viewer} - ${screen} - ${width} ${theme}.png`)
}

/** Writes index.html, which shows each screen in all widths and both themes side by side. */
export async function writeIndex(): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.png'))
  const screens = [...new Set(names.map((name) => name.replace(/ - \d+ \w+\.png$/, '')))].sort()
  const picture = (screen: string, width: number, theme: string) => {
    const name = `${screen} - ${width} ${theme}.png`
    const file = encodeURIComponent(name)
    return names.includes(name)
      ? `<a href="${file}"><img loading="lazy" style="width: ${width / 3}px" src="${file}" alt="${name}" title="${name}" /></a>`
      : ''
  }
  const sections = screens.map((screen) => {
    const pictures = themes.flatMap((theme) => widths.map((width) => picture(screen, width, theme)))
    return `<section><h2>${screen}</h2><div>${pictures.join('')}</div></section>`
  })
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html><html lang="en"><meta charset="utf-8" /><title>Every screen</title>
<style>
  body { font: 16px system-ui; margin: 24px; background: #777; color: #fff }
  div { display: flex; gap: 12px; align-items: start; overflow-x: auto }
  img { max-height: 900px; object-fit: cover; object-position: top }
</style>
<h1>Every screen</h1>
${sections.join('\n')}
</html>
`,
  )
}
