// The deployment: looks first, asks once, then changes the project in an order in which each part works with the older
// ones after it. Every step can be repeated, so running it again mends what an interrupted run left.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type Cli, CliError, createCli, type Environment } from './cli.ts'
import { checkMailProvider } from './mail-provider.ts'
import { inspectProject, type Project } from './project.ts'
import { DeployRefused } from './refusal.ts'
import type { Settings } from './settings.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

interface Step {
  /** What is about to happen, for the operator. */
  title: string
  /** Shows what the step would change. */
  preview?: () => Promise<void>
  run: () => Promise<void>
  /** What to do when it fails, by what the CLI said. */
  advice: string
}

interface Options {
  /** Only shows the steps. */
  dryRun: boolean
  /** Asks the operator to go on. */
  confirm: () => Promise<boolean>
  tell: (line: string) => void
}

/**
 * Deploys to a hosted Supabase, or upgrades what is there.
 * @throws DeployRefused when something is missing or a step fails: with what is wrong and what to do
 */
export async function deploy(settings: Settings, { dryRun, confirm, tell }: Options): Promise<void> {
  const looking = createCli(settings.config, settings.ref)
  tell('Looking at the project, the mail provider and the functions…')
  const project = await inspectProject(looking, settings).catch(explain('Nothing was changed.'))
  await checkMailProvider(settings.resend)
  await npm(['run', '--silent', 'check:functions'], {}).catch(() => {
    throw new DeployRefused('The functions do not compile, see above. Nothing was changed.')
  })

  const environment = { ...settings.config, PROJECT_SECRET_KEY: project.secretKey }
  const steps = stepsFor(createCli(environment, settings.ref), settings, project)
  tell(
    `\nThe project is "${project.name}" (${settings.ref}), the app's address ${settings.appOrigin}. The steps:`,
  )
  for (const [index, { title }] of steps.entries()) tell(`  ${index + 1}. ${title}`)
  for (const warning of warningsFor(settings, project)) tell(`\nNote: ${warning}`)
  if (dryRun) {
    for (const { title, preview } of steps) {
      if (!preview) continue
      tell(`\n── ${title}`)
      await preview().catch(explain('Nothing was changed.'))
    }
    tell('\nNothing was changed, because of --dry-run.')
    return
  }
  if (!(await confirm())) throw new DeployRefused('Nothing was changed.')

  for (const { title, run, advice } of steps) {
    tell(`\n── ${title}`)
    await run().catch(explain(advice))
  }
  for (const line of farewell(settings)) tell(line)
}

function stepsFor(cli: Cli, settings: Settings, project: Project): Step[] {
  const again = 'Then run `npm run deploy` again: it goes on from here.'
  const { pending, staleSecrets } = project
  const unset: Step = {
    title: `Remove secrets no longer used: ${staleSecrets.join(', ')}`,
    run: () => cli.run(['secrets', 'unset', ...staleSecrets]),
    advice: again,
  }
  return [
    {
      title: pending.length === 0 ? 'Migrations: none is new' : `Migrations: ${pending.length} new`,
      preview: () => cli.run(['db', 'push', '--dry-run']),
      run: () => cli.run(['db', 'push']),
      advice: `Each migration is applied whole or not at all; those before it stay. ${again}`,
    },
    {
      title: "Vault: the project's address and secret key, for the timer",
      run: () => cli.runWithFile((path) => ['db', 'query', '--file', path], vaultSql(project, settings)),
      advice: again,
    },
    {
      // After the migrations: it switches on the token hook, whose function they create.
      title: 'Settings of Auth and Storage: supabase/config.toml',
      preview: () => cli.run(['config', 'diff']),
      run: () => cli.run(['config', 'push']),
      advice: `If it is about the storage or file size: on the plan Free a file has at most 50 MB; set FILE_SIZE_LIMIT=50MiB to try Heartwood there. If it is about a template: look at supabase/templates. ${again}`,
    },
    {
      title: `Secrets of the functions: ${Object.keys(settings.secrets).join(', ')}`,
      run: () => cli.runWithFile((path) => ['secrets', 'set', '--env-file', path], envFile(settings.secrets)),
      advice: again,
    },
    ...(staleSecrets.length > 0 ? [unset] : []),
    {
      title: 'Functions',
      run: () => cli.run(['functions', 'deploy', '--use-api']),
      advice: `The database and the settings are new already, and the functions of before work with them. ${again}`,
    },
    {
      title: 'Build of the app, into dist/',
      run: () =>
        npm(['run', 'build', '--', '--logLevel', 'warn'], {
          ...settings.app,
          VITE_SUPABASE_PUBLISHABLE_KEY: project.publishableKey,
        }),
      advice: `The project is new already, and the app of before works with it. ${again}`,
    },
  ]
}

/**
 * `db push` writes the vault only beside new migrations, so a key that was changed later would not arrive. One statement:
 * the CLI sends what it runs at a Postgres address as a prepared one.
 */
function vaultSql({ secretKey }: Project, { projectUrl }: Settings): string {
  const secrets = { heartwood_project_url: projectUrl, heartwood_secret_key: secretKey }
  const wanted = Object.entries(secrets).map(([name, value]) => `(${quote(name)}, ${quote(value)})`)
  return `select case when kept.id is null then vault.create_secret(wanted.value, wanted.name)::text
            else vault.update_secret(kept.id, wanted.value)::text end
       from (values ${wanted.join(', ')}) as wanted (name, value)
       left join vault.secrets kept on kept.name = wanted.name`
}

const quote = (text: string) => `'${text.replaceAll("'", "''")}'`

/** Values as the CLI reads them from a file: nothing within single quotes has a meaning. */
function envFile(values: Record<string, string>): string {
  return Object.entries(values)
    .map(([name, value]) => {
      if (!value.includes("'")) return `${name}='${value}'`
      if (!/["\\$`]/.test(value)) return `${name}="${value}"`
      throw new DeployRefused(`${name} cannot be passed on: it has both kinds of quotes. Leave one out.`)
    })
    .join('\n')
}

function warningsFor({ takesPayments, secrets, fileSizeLimit }: Settings, { billing }: Project): string[] {
  const warnings = []
  if (billing !== false && !takesPayments) {
    warnings.push(
      'membership is charged for, but Stripe is not set up: after their free trial people can read and export their plans, and cannot pay. Set the STRIPE_ variables, or open every feature: `select admin.set_billing(false);` in the SQL editor.',
    )
  }
  if (!secrets.OPERATOR_EMAIL) {
    warnings.push(
      'OPERATOR_EMAIL is empty, so no one is told that a death certificate waits. Look at admin.certificate_reviews every day.',
    )
  }
  if (!secrets.SUPPORT_EMAIL && !secrets.OPERATOR_ADDRESS) {
    warnings.push(
      'SUPPORT_EMAIL and OPERATOR_ADDRESS are empty, so /contact gives people no way to reach you. Set one of them: a family that needs an account closed has to write to you.',
    )
  }
  if (Number.parseInt(fileSizeLimit, 10) < 500 && /^\d+M/.test(fileSizeLimit)) {
    warnings.push(
      `files of more than ${fileSizeLimit} are refused, and a project of the plan Free is paused when it is little used, so no one could open a plan then. Use Free for trying alone.`,
    )
  }
  return warnings
}

function farewell({ appOrigin, ref, takesPayments }: Settings): string[] {
  const dashboard = `https://supabase.com/dashboard/project/${ref}`
  return [
    '\nDone. What is left to you:',
    `  1. Put dist/ on your static host, at ${appOrigin} (docs/hosting.md names the headers and the fallback).`,
    `  2. Once: allow IP address forwarding at ${dashboard}/auth/rate-limits. No command can.`,
    ...(takesPayments ? ['  3. Once: at Stripe, the webhook and the portal, as docs/stripe.md says.'] : []),
    `Then open ${appOrigin}, enter your address and the code from the email. docs/operating.md says how to keep it running.`,
  ]
}

/** Turns a failure of the CLI into words for the operator; anything else is thrown as it is. */
function explain(advice: string) {
  return (error: unknown): never => {
    if (error instanceof CliError || error instanceof NpmError)
      throw new DeployRefused(`${error.message}\n\n${advice}`)
    throw error
  }
}

class NpmError extends Error {}

async function npm(args: string[], environment: Environment): Promise<void> {
  const child = spawn('npm', args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  const status = await new Promise((resolve) => {
    child.on('error', () => resolve(null))
    child.on('close', resolve)
  })
  if (status !== 0) throw new NpmError(`npm ${args.join(' ')} failed, see above.`)
}
