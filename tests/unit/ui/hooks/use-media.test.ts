// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { largeScreen } from '@/ui/hooks/use-media'

test.each([
  ['lg', largeScreen],
  ['max-lg', largeScreen.replace('>=', '<')],
])('the width from which the navigation is drawn is the one from which it is shown: %s', (variant, query) => {
  const tokens = readFileSync('src/ui/styles/tokens.css', 'utf8')
  expect(tokens).toContain(`@custom-variant ${variant} {\n  @media screen and ${query} {`)
})
