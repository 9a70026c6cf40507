import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'playwright/test'

const secretKey = process.env.SUPABASE_SECRET_KEY ?? 'sb_secret_'
// supabase-js itself knows how a secret key begins.
const secrets = [
  /sb_secret_\w/,
  /service_role/,
  /\b[sr]k_(live|test)_\w/,
  /whsec_\w/,
  /CODE_HMAC/,
  /postgres(ql)?:\/\//,
]

test('attack 20: the built app holds no secret and no source map, although it was built where the secrets are', () => {
  const folder = process.env.BUILD_DIR ?? ''
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  const texts = files.map(({ parentPath, name }) => ({
    name,
    text: readFileSync(join(parentPath, name), 'latin1'),
  }))
  const withPublicKey = texts.filter(({ text }) => text.includes(process.env.SUPABASE_PUBLISHABLE_KEY ?? '?'))
  expect(withPublicKey.length).toBeGreaterThan(0)
  for (const { name, text } of texts) {
    expect(name).not.toMatch(/\.map$/)
    expect([name, text.includes(secretKey), text.includes('sourceMappingURL')]).toEqual([name, false, false])
    for (const secret of secrets) expect([name, secret.exec(text)?.[0]]).toEqual([name, undefined])
  }
})

test('no rule of the built styles asks for a root inside of the root, as a width outside of a rule would', () => {
  const folder = join(process.env.BUILD_DIR ?? '', 'assets')
  const styles = readdirSync(folder).filter((name) => name.endsWith('.css'))
  expect(styles.length).toBeGreaterThan(0)
  for (const name of styles)
    expect([name, readFileSync(join(folder, name), 'utf8').includes(':scope')]).toEqual([name, false])
})
