import { createServer } from 'vite'
import { host, paths, publishableKey } from './settings.ts'
import { messageOf, StackError } from './stack-error.ts'

/**
 * Serves the app with Vite's development server.
 * @param apiUrl the Supabase the app talks to
 * @returns its address and a way to stop it
 * @throws StackError when the port is in use
 */
export async function startApp(
  port: number,
  apiUrl: string,
): Promise<{ url: string; stop(): Promise<void> }> {
  // Vite passes variables that begin with VITE_ to the app; those of the process win over .env files.
  process.env.VITE_SUPABASE_URL = apiUrl
  process.env.VITE_SUPABASE_PUBLISHABLE_KEY = publishableKey
  const server = await createServer({
    root: paths.project,
    logLevel: 'warn',
    clearScreen: false,
    server: { host, port, strictPort: true },
  })
  try {
    await server.listen()
  } catch (error) {
    await server.close()
    if (!/already in use|EADDRINUSE/.test(messageOf(error))) throw error
    throw new StackError(
      `Port ${port}, for the app, is in use: stop what uses it (another npm start?) and try again.`,
    )
  }
  return { url: `http://${host}:${port}`, stop: () => server.close() }
}
