// npm run deploy [-- --dry-run | --yes]
import { createInterface } from 'node:readline/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { deploy } from './deploy.ts'
import { DeployRefused } from './refusal.ts'
import { readSettings, readSource } from './settings.ts'

const usage = `
  npm run deploy                puts Heartwood into a hosted Supabase project, or upgrades it; asks before it changes anything
  npm run deploy -- --dry-run   looks, shows the steps, and changes nothing
  npm run deploy -- --yes       does not ask, for CI

It reads .env.deploy (copy .env.example), or the file given by --settings, and the environment, which wins. docs/operating.md says more.`

async function confirm(): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new DeployRefused('There is no one to ask here: use --yes. Nothing was changed.')
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await terminal.question('\nGo on? (yes/no) ')
  terminal.close()
  return /^y(es)?$/i.test(answer.trim())
}

async function main() {
  const { values } = parseArgs({
    options: {
      yes: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
      settings: { type: 'string' },
      help: { type: 'boolean' },
    },
  })
  if (values.help) {
    console.log(usage)
    return
  }
  const source = await (values.settings === undefined
    ? readSource(fileURLToPath(new URL('../../.env.deploy', import.meta.url)), process.env, false)
    : readSource(values.settings, process.env, true))
  const settings = readSettings(source)
  await deploy(settings, {
    dryRun: values['dry-run'] ?? false,
    confirm: values.yes ? async () => true : confirm,
    tell: console.log,
  })
}

main().catch((error: Error) => {
  const isExpected =
    error instanceof DeployRefused || ('code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'))
  console.error(isExpected ? `\n${error.message}` : error)
  process.exit(1)
})
