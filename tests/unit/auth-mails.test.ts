// @vitest-environment node
// The mails that Supabase Auth sends by itself. Which there are, the installed Supabase CLI knows.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { composeMail } from '../../supabase/functions/_shared/mails/layout.ts'
import { type ConfigToml, readConfigToml, textSetting } from '../../supabase/local/config-toml.ts'
import { wrongWords } from './wrong-words'

const project = join(import.meta.dirname, '../..')

/** The settings of mails in the CLI's program. It names each as the Management API does. */
function mailsOfCli(): string[] {
  const packages = join(project, 'node_modules/@supabase')
  const platform = readdirSync(packages).find((name) => name.startsWith('cli-')) ?? 'cli'
  const folder = join(packages, platform, 'bin')
  const program = readFileSync(join(folder, readdirSync(folder)[0] ?? ''), 'latin1')
  const names = program.matchAll(/mailer_templates_([a-z_]+?)_content/g)
  return [...new Set([...names].map(([, name]) => name ?? ''))].sort()
}

let config: ConfigToml
beforeAll(async () => {
  config = await readConfigToml()
})

const mailOf = (name: string) =>
  readFileSync(join(project, textSetting(config, `auth.email.template.${name}.content_path`, '')), 'utf8')

const namesIn = (section: string, key: string) =>
  [...config.keys()]
    .filter((name) => name.startsWith(`auth.email.${section}.`) && name.endsWith(`.${key}`))
    .map((name) => name.split('.')[3] ?? '')

it('config.toml settles every mail that the Supabase CLI knows', () => {
  const settled = [
    ...namesIn('template', 'content_path'),
    ...namesIn('notification', 'enabled').map((name) => `${name}_notification`),
  ]
  expect(settled.sort()).toEqual(mailsOfCli())
  expect(settled).toHaveLength(13)
})

it('config.toml switches off every notification of Auth', () => {
  for (const name of namesIn('notification', 'enabled'))
    expect([name, config.get(`auth.email.notification.${name}.enabled`)]).toEqual([name, false])
})

describe.each(['confirmation', 'email_change', 'invite', 'magic_link', 'reauthentication', 'recovery'])(
  'the mail %s of Auth',
  (name) => {
    const read = () => mailOf(name)

    it('has a subject of our own', () => {
      expect(textSetting(config, `auth.email.template.${name}.subject`, '')).toMatch(/Heartwood/)
    })

    it('has no link, and takes nothing from Auth but the code', () => {
      const html = read()
      expect(html).not.toMatch(/<a\b|href|https?:|www\.|<img|<form/i)
      const taken = [...html.matchAll(/\{\{\s*(.*?)\s*\}\}/g)].map(([, what]) => what)
      expect(taken.filter((what) => what !== '.Token')).toEqual([])
    })

    it('looks like every other email, in the dark as well', () => {
      const flat = (html: string) => html.replace(/ \/>/g, '>').replace(/\s+/g, ' ').replace(/> </g, '><')
      const ours = flat(composeMail('', []).html).replace(/\.(quiet|button|stop) \{[^}]*\} /g, '')
      const [frame = ''] = ours.split('Heartwood</p>')
      expect(frame).toMatch(/prefers-color-scheme: dark/)
      expect(flat(read()).split('Heartwood</p>')[0]).toBe(frame)
    })

    it('shows a code only where it signs in', () => {
      const signsIn = ['confirmation', 'magic_link', 'recovery'].includes(name)
      expect(read().includes('{{ .Token }}')).toBe(signsIn)
    })

    it('says in American English what it is and what to do if it was not asked for', () => {
      const html = read()
      expect(html).toMatch(/If (it wasn’t you|you didn’t)/)
      expect(wrongWords(html.replace(/<[^>]*>/g, ' '))).toEqual([])
    })
  },
)

it.each(['email_change', 'reauthentication'])(
  'the mail %s of Auth says where someone else is signed out',
  (name) => {
    expect(mailOf(name)).toContain('open Profile and choose “Sign out everywhere”')
  },
)
