// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const comfort = readFileSync('src/ui/styles/comfort.css', 'utf8')

/** A color's half for the night, from the style sheet for more contrast. */
function byNight(name: string): [red: number, green: number, blue: number] {
  const hex = new RegExp(`--color-${name}: light-dark\\([^,]+, #([0-9a-f]{3,6})\\)`).exec(comfort)?.[1] ?? ''
  const full = hex.length === 3 ? hex.replace(/./g, '$&$&') : hex
  const [red = NaN, green = NaN, blue = NaN] = (full.match(/../g) ?? []).map((pair) =>
    Number.parseInt(pair, 16),
  )
  return [red, green, blue]
}

/** The relative luminance of WCAG 2.2. */
function luminance(name: string): number {
  const [red, green, blue] = byNight(name).map((part) => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * Number(red) + 0.7152 * Number(green) + 0.0722 * Number(blue)
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each([
  ['danger', 'paper'],
  ['danger', 'sheet'],
  ['danger', 'well'],
  ['danger', 'danger-wash'],
  ['ink', 'danger-wash'],
  ['heart', 'danger-wash'],
  ['alarm', 'paper'],
  ['on-alarm', 'alarm'],
  ['on-alarm', 'alarm-strong'],
])('by night with more contrast, %s on %s reaches 7:1', (text, ground) => {
  expect(contrast(text, ground)).toBeGreaterThanOrEqual(7)
})

test.each(['danger', 'alarm'])('by night with more contrast, %s is still a red', (name) => {
  const [red, green, blue] = byNight(name)
  expect(red - Math.max(green, blue)).toBeGreaterThan(100)
})
