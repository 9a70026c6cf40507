// Tests add people and delete them, so they must not run where people keep their plans.

/** What an address of a person in a test ends with: names that belong to no one (RFC 2606), and those of the seed. */
const reserved = /[@.](example(\.(com|net|org))?|test|invalid|local|localhost)$/

/**
 * Refuses a stack that people use, unless the environment names it a second time.
 * @param environment SUPABASE_URL and SUPABASE_SECRET_KEY name the stack, TEST_AMONG_PEOPLE_OF repeats the first
 * @throws Error when it has an account with an address that no test makes, or does not tell
 */
export async function refuseRealPeople(environment: NodeJS.ProcessEnv): Promise<void> {
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key = '', TEST_AMONG_PEOPLE_OF: again } = environment
  if (!url || again === url) return
  const twice = `If you mean it, set TEST_AMONG_PEOPLE_OF=${url} as well: tests add people there, and delete them.`
  for (let page = 1; ; page += 1) {
    const response = await fetch(`${url}/auth/v1/admin/users?per_page=1000&page=${page}`, {
      headers: { apikey: key, authorization: `Bearer ${key}` },
    })
    const answer: unknown = await response.json().catch(() => null)
    const users = usersIn(answer)
    if (!response.ok || users === null)
      throw new Error(`${url} does not tell whether people use it (${response.status}). ${twice}`)
    const real = users.filter((address) => !reserved.test(address))
    if (real.length > 0)
      throw new Error(
        `${url} has accounts of people (at least ${real.length}), so the tests do not run there. ${twice}`,
      )
    if (users.length < 1000) return
  }
}

/** The addresses in an answer of Auth; null when it is something else. */
function usersIn(answer: unknown): string[] | null {
  if (typeof answer !== 'object' || answer === null || !('users' in answer) || !Array.isArray(answer.users))
    return null
  return answer.users.map((user: { email?: string }) => user.email?.toLowerCase() ?? '').filter(Boolean)
}
