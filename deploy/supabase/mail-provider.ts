import { z } from 'zod'
import { DeployRefused } from './refusal.ts'
import type { Settings } from './settings.ts'

const domainsSchema = z.object({ data: z.array(z.object({ name: z.string(), status: z.string() })) })
const refusalSchema = z.object({ name: z.string() })

/**
 * Asks Resend whether the key is good and the sender's domain verified. A key that may only send is not allowed to tell.
 * @throws DeployRefused when it is not, or Resend cannot be reached
 */
export async function checkMailProvider({ key, url, domain }: Settings['resend']): Promise<void> {
  const response = await fetch(new URL('/domains', url), {
    headers: { authorization: `Bearer ${key}` },
    signal: AbortSignal.timeout(20_000),
  }).catch(() => null)
  if (!response || response.status >= 500) {
    throw new DeployRefused(
      `The mail provider at ${url} cannot be reached. Nothing was changed. Look at https://resend-status.com and at your connection, then run this again.`,
    )
  }
  const answer: unknown = await response.json().catch(() => null)
  if (!response.ok) {
    if (refusalSchema.safeParse(answer).data?.name === 'restricted_api_key') return
    throw new DeployRefused(
      'Resend does not take RESEND_API_KEY. Make a new key at https://resend.com/api-keys and put it into .env.deploy.',
    )
  }
  const domains = domainsSchema.safeParse(answer).data?.data ?? []
  const isVerified = domains.some(
    ({ name, status }) => status === 'verified' && (domain === name || domain.endsWith(`.${name}`)),
  )
  if (isVerified) return
  throw new DeployRefused(
    `MAIL_FROM is at ${domain}, which is not verified at Resend. Add the domain at https://resend.com/domains, set the DNS records that it shows, wait until it says "verified", then run this again.`,
  )
}
