// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { isAppPath } from '@/lib/app-path'

const manifest = z
  .object({
    name: z.literal('Heartwood'),
    start_url: z.string(),
    display: z.literal('standalone'),
    theme_color: z.string(),
    icons: z.array(
      z.object({ src: z.string(), sizes: z.string(), type: z.string(), purpose: z.string().optional() }),
    ),
  })
  .parse(JSON.parse(readFileSync('public/manifest.json', 'utf8')))
const page = readFileSync('index.html', 'utf8')

/** Width and height, as the head of a PNG has them. */
function sizeOf(file: string): [number, number] {
  const bytes = readFileSync(`public${file}`)
  expect(bytes.subarray(1, 4).toString()).toBe('PNG')
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

test('the app that is installed starts at a page of the app, in the colors of the page', () => {
  expect(isAppPath(manifest.start_url)).toBe(true)
  expect(page).toContain(`content="${manifest.theme_color}"`)
  expect(page).toContain('<link rel="manifest" href="/manifest.json" />')
})

test('the icons of the installed app are pictures of the sizes that are said', () => {
  const pictures = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(pictures.map(({ sizes, purpose }) => [sizes, purpose])).toEqual([
    ['192x192', undefined],
    ['512x512', undefined],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of pictures) expect(sizeOf(src).join('x')).toBe(sizes)
  const [, touch = ''] = /rel="apple-touch-icon" href="([^"]+)"/.exec(page) ?? []
  expect(sizeOf(touch)).toEqual([180, 180])
})
