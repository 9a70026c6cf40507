// @vitest-environment node
// `npm run deploy` with programs in place of the Supabase CLI and npm.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { migrationChecksums, versionOf } from '../../../deploy/migrations.ts'
import { deploy } from '../../../deploy/supabase/deploy.ts'
import { readSettings } from '../../../deploy/supabase/settings.ts'
import { FakeCommands } from './fake-commands.ts'

const ref = 'abcdefghijklmnopqrst'
const complete = {
  SUPABASE_PROJECT_REF: ref,
  APP_ORIGIN: 'https://plans.heartwood.family/',
  MAIL_FROM: 'Heartwood <post@mail.heartwood.family>',
  RESEND_API_KEY: 're_operator',
  CODE_HMAC_KEY: 'a key of 32 characters, or more…',
  OPERATOR_EMAIL: 'operator@heartwood.family',
}
const stripe = {
  STRIPE_SECRET_KEY: 'sk_live_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
  STRIPE_PRICE_MONTHLY: 'price_1',
  STRIPE_PRICE_ANNUAL: 'price_2',
  STRIPE_PRICE_LIFETIME: 'price_3',
}
const verified = () => Response.json({ data: [{ name: 'heartwood.family', status: 'verified' }] })

let commands: FakeCommands
let told: string[]

beforeEach(() => {
  commands = new FakeCommands()
    .answers('supabase-projects-list', { projects: [{ ref, name: 'Heartwood', status: 'ACTIVE_HEALTHY' }] })
    .answers('supabase-projects-api-keys', {
      keys: [
        { name: 'anon', type: 'legacy', api_key: 'eyJ' },
        { name: 'default', type: 'publishable', api_key: 'sb_publishable_1' },
        { name: 'default', type: 'secret', api_key: 'sb_secret_1' },
      ],
    })
    .answers('has-migrations', [{ answer: false }])
    .answers('supabase-secrets-list', { secrets: [] })
  told = []
  vi.stubGlobal('fetch', async () => verified())
  vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  vi.spyOn(process.stderr, 'write').mockReturnValue(true)
})

afterEach(() => {
  commands.remove()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function run(source: Record<string, string> = complete, { dryRun = false, agrees = true } = {}) {
  return deploy(readSettings(source), {
    dryRun,
    confirm: async () => agrees,
    tell: (line) => void told.push(line),
  })
}

const looks = [
  'supabase projects list',
  'supabase projects api-keys',
  'supabase db query',
  'supabase secrets list',
  'npm check:functions',
]
const changes = [
  'supabase db push',
  'supabase db query',
  'supabase config push',
  'supabase secrets set',
  'supabase functions deploy',
  'npm build',
]

async function applied(change: (checksum: string, file: string) => string = (checksum) => checksum) {
  commands.answers('has-migrations', [{ answer: true }])
  commands.answers('billing', [{ answer: false }])
  commands.answers(
    'applied',
    [...(await migrationChecksums())].map(([file, sum]) => ({
      version: versionOf(file),
      checksum: change(sum, file),
    })),
  )
}

describe.skipIf(process.platform === 'win32')('npm run deploy', () => {
  it('looks at everything first, then changes the project in an order that can stop anywhere', async () => {
    await run()
    expect(commands.commands).toEqual([...looks, ...changes])
    const calls = commands.calls.split('\n').filter((line) => line.startsWith('supabase '))
    for (const call of calls.slice(1)) expect(call).toContain(`--remote=${ref}`)
    // The CLI then takes nothing from supabase/.env.development.
    const environments = commands.calls.match(/\[SUPABASE_ENV=production SMTP_HOST=smtp\.resend\.com/g)
    expect(environments).toHaveLength(calls.length)
  })

  it('gives each place its values, and no secret to a list of processes', async () => {
    await run({ ...complete, MAIL_FROM: "Anna's Heartwood <post@heartwood.family>", ...stripe })
    const { calls } = commands
    expect(calls).toMatch(
      /secrets set --env-file [^\n]*--yes\nAPP_ORIGIN='https:\/\/plans.heartwood.family\/'/,
    )
    expect(calls).toContain(`\nMAIL_FROM="Anna's Heartwood <post@heartwood.family>"\n`)
    expect(calls).toContain("\nSTRIPE_PRICE_LIFETIME='price_3'")
    expect(calls).toContain(
      `('heartwood_project_url', 'https://${ref}.supabase.co'), ('heartwood_secret_key', 'sb_secret_1')`,
    )
    // The CLI prepares it at a Postgres address, which takes one statement.
    expect(calls).toMatch(/\nselect case [^;]*vault\.create_secret[^;]* = wanted\.name \[/)
    expect(calls).toMatch(/npm run build [^\n]*VITE_SUPABASE_PUBLISHABLE_KEY=sb_publishable_1\]/)
    const arguments_ = calls.split('\n').filter((line) => /^(supabase|npm) /.test(line))
    for (const line of arguments_)
      expect(line.replace(/\[.*/, '')).not.toMatch(/sb_secret|re_operator|sk_live/)
  })

  it('upgrades: it says which migrations are new, and removes a secret that is no longer used', async () => {
    await applied()
    commands.answers('supabase-secrets-list', { secrets: [{ name: 'SUPPORT_EMAIL' }, { name: 'OTHER' }] })
    await run()
    expect(told.join('\n')).toContain('1. Migrations: none is new')
    expect(commands.calls).toContain(`supabase secrets unset SUPPORT_EMAIL --remote=${ref} --yes`)
    expect(told.join('\n')).not.toMatch(/Stripe is not set up/)
  })

  it('with --dry-run shows the steps and changes nothing', async () => {
    await run(complete, { dryRun: true })
    expect(commands.commands).toEqual([...looks, 'supabase db push', 'supabase config diff'])
    expect(commands.calls).toContain('supabase db push --dry-run')
    expect(told.join('\n')).toMatch(/3\. Settings of Auth[\s\S]*Nothing was changed/)
  })

  it('changes nothing when the operator says no', async () => {
    await expect(run(complete, { agrees: false })).rejects.toThrow('Nothing was changed.')
    expect(commands.commands).toEqual(looks)
  })

  it('tells the operator that no one could reach them, unless there is an address', async () => {
    const words = /\/contact gives people no way to reach you/
    await run()
    expect(told.join('\n')).toMatch(words)
    for (const address of [{ SUPPORT_EMAIL: 'help@heartwood.family' }, { OPERATOR_ADDRESS: '1 Mill Lane' }]) {
      told = []
      await run({ ...complete, ...address })
      expect(told.join('\n')).not.toMatch(words)
    }
  })

  it('tells the operator that people could not pay, before it goes on', async () => {
    await run()
    expect(told.join('\n')).toMatch(/Stripe is not set up.*set_billing\(false\)/)
    told = []
    await run({ ...complete, ...stripe })
    expect(told.join('\n')).not.toMatch(/Stripe is not set up/)
    expect(told.join('\n')).toMatch(/Once: at Stripe, the webhook/)
  })
})

describe.skipIf(process.platform === 'win32')('npm run deploy stops before it changes anything', () => {
  const cases: [string, () => unknown, RegExp][] = [
    [
      'when no one is signed in',
      () => commands.fails('supabase-projects-list', 'Access token not provided. Supply one', { json: true }),
      /npx supabase login.*SUPABASE_ACCESS_TOKEN/,
    ],
    [
      'when Supabase is away',
      () => commands.fails('supabase-projects-list', 'HttpClientError: Transport error', { json: true }),
      /Supabase cannot be reached.*status\.supabase\.com/s,
    ],
    [
      "when the project is another person's",
      () =>
        commands.answers('supabase-projects-list', {
          projects: [{ ref: 'b'.repeat(20), name: 'Own', status: 'ACTIVE_HEALTHY' }],
        }),
      /no project of yours. Your projects: b{20} \(Own\)/,
    ],
    [
      'when the project is paused',
      () =>
        commands.answers('supabase-projects-list', { projects: [{ ref, name: 'Own', status: 'INACTIVE' }] }),
      /not running \(INACTIVE\)\. Start it/,
    ],
    [
      'when the project has only keys of the old kind',
      () =>
        commands.answers('supabase-projects-api-keys', {
          keys: [{ name: 'anon', type: 'legacy', api_key: 'eyJ' }],
        }),
      /no publishable key or no secret key/,
    ],
    [
      'when a migration has changed since it was applied',
      () => applied((sum, file) => (file.includes('_profiles') ? 'another' : sum)),
      /have changed since they were applied[\s\S]*_profiles\.sql\n/,
    ],
    [
      'when the project has a migration of a newer release',
      async () => {
        await applied()
        commands.answers('applied', [{ version: '20991231000000', checksum: 'x' }])
      },
      /20991231000000[\s\S]*newer release/,
    ],
    [
      'when the mail provider is away',
      () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed'))),
      /mail provider at https:\/\/api\.resend\.com cannot be reached/,
    ],
    [
      'when the mail provider refuses the key',
      () => vi.stubGlobal('fetch', async () => Response.json({ name: 'validation_error' }, { status: 401 })),
      /does not take RESEND_API_KEY/,
    ],
    [
      "when the sender's domain is not verified",
      () =>
        vi.stubGlobal('fetch', async () =>
          Response.json({ data: [{ name: 'heartwood.family', status: 'pending' }] }),
        ),
      /mail\.heartwood\.family, which is not verified at Resend/,
    ],
    [
      'when a function does not compile',
      () => commands.fails('npm-check', 'error: TS2304'),
      /functions do not compile, see above. Nothing was changed/,
    ],
    [
      'when the CLI answers in another way than it does today',
      () => commands.answers('supabase-projects-list', { items: [] }),
      /answer has changed/,
    ],
  ]
  it.each(cases)('%s', async (_case, prepare, words) => {
    await prepare()
    await expect(run()).rejects.toThrow(words)
    expect(commands.commands.filter((command) => looks.includes(command))).toEqual(commands.commands)
  })

  it('but not when the key of the mail provider may only send, and so cannot tell', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ name: 'restricted_api_key' }, { status: 401 }))
    await run()
    expect(commands.commands).toContain('npm build')
  })
})

describe.skipIf(process.platform === 'win32')('npm run deploy stops at a step that fails', () => {
  it.each([
    [
      'supabase-db-push',
      'supabase db push',
      'ERROR: relation exists (SQLSTATE 42P07)',
      /applied whole or not at all/,
    ],
    [
      'supabase-config-push',
      'supabase config push',
      'unexpected status 400: template',
      /supabase\/templates/,
    ],
    ['supabase-config-push', 'supabase config push', 'file size limit exceeds', /FILE_SIZE_LIMIT=50MiB/],
    [
      'supabase-functions-deploy',
      'supabase functions deploy',
      'Failed to bundle sign-in',
      /functions of before work/,
    ],
    ['npm-build', 'npm build', 'error during build', /the app of before works/],
  ])(
    '%s, says what the command said and what to do, and a second run goes on',
    async (name, last, said, advice) => {
      commands.fails(name, said)
      const failure: Error = await run().then(
        () => expect.fail('it went on'),
        (error) => error,
      )
      expect(failure.message).toMatch(advice)
      expect(failure.message).toContain('run `npm run deploy` again')
      if (name.startsWith('supabase')) expect(failure.message).toContain(said)
      expect(commands.commands.at(-1)).toBe(last)
      commands.works(name)
      await run()
      expect(commands.commands.slice(-changes.length)).toEqual(changes)
    },
  )
})
