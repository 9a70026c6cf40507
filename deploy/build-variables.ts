const needed = ['VITE_SUPABASE_URL', 'VITE_SUPABASE_PUBLISHABLE_KEY'] as const

class BuildRefused extends Error {
  constructor(message: string) {
    super(message)
    // Vite prints the stack, which would bury the sentence.
    this.stack = message
  }
}

/**
 * Checks the variables that a build writes into the app, because without them it would be a page that cannot start.
 * @param variables by name, as Vite read them from its .env files and the environment
 * @throws BuildRefused saying what is missing or wrong, without the value
 */
export function requireBuildVariables(variables: Record<string, string>): void {
  const missing = needed.filter((name) => !variables[name])
  if (missing.length > 0) {
    throw new BuildRefused(
      `The build needs ${missing.join(' and ')}: put them into .env.production.local (see .env.example), or let \`npm run deploy\` set them.`,
    )
  }
  if (isSecret(variables.VITE_SUPABASE_PUBLISHABLE_KEY ?? '')) {
    throw new BuildRefused(
      'VITE_SUPABASE_PUBLISHABLE_KEY is a secret key, and everyone could read it in the app. Take the publishable one (sb_publishable_…), and replace the secret one if it was ever published.',
    )
  }
  if (!URL.canParse(variables.VITE_SUPABASE_URL ?? '')) {
    throw new BuildRefused('VITE_SUPABASE_URL is no address: it looks like https://YOUR-PROJECT.supabase.co.')
  }
}

/** Also finds the older kind of key, whose middle part says in base64 which role it stands for. */
function isSecret(key: string): boolean {
  return (
    key.startsWith('sb_secret_') || Buffer.from(key.split('.')[1] ?? '', 'base64url').includes('service_role')
  )
}
