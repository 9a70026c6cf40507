import type { TestStack } from '../support/test-stack.ts'
import { startDataApi } from './api.ts'
import { startDatabase } from './project.ts'

/**
 * Starts Postgres with an empty Heartwood, and PostgREST on it.
 * @param settings more settings of Postgres
 * @throws when there is no package of one of them for this platform
 */
export async function startPostgresStack(settings: Record<string, string> = {}): Promise<TestStack> {
  const database = await startDatabase(settings)
  try {
    const api = await startDataApi(database.url('authenticator'))
    return {
      environment: {
        SUPABASE_URL: api.url,
        // Made a moment ago, and without an Auth that could tell who uses it.
        TEST_AMONG_PEOPLE_OF: api.url,
        SUPABASE_PUBLISHABLE_KEY: api.publishableKey,
        SUPABASE_SECRET_KEY: api.secretKey,
        JWT_SECRET: api.jwtSecret,
        DATABASE_URL: database.url('postgres'),
        AUTH_DATABASE_URL: database.url('supabase_auth_admin'),
        SUPERUSER_DATABASE_URL: database.url('supabase_admin'),
      },
      stop: async () => {
        await api.stop()
        await database.stop()
      },
    }
  } catch (error) {
    await database.stop()
    throw error
  }
}
