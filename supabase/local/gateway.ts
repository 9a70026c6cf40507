import type { Bridge, Next, StackContext } from './bridges/bridge.ts'
import { cors } from './bridges/cors.ts'
import { passwordless } from './bridges/passwordless.ts'
import { signInCode } from './bridges/sign-in-code.ts'
import { verifyOtp } from './bridges/verify-otp.ts'

/**
 * Joins lite and the bridges into one API that behaves as hosted Supabase does, as far as Heartwood uses it.
 * @returns the handler of the API's port
 */
export function createGateway(context: StackContext): Next {
  const bridges: Bridge[] = [cors, passwordless, verifyOtp, signInCode(context)]
  return bridges.reduceRight<Next>((next, bridge) => (request) => bridge(request, next), context.lite)
}
