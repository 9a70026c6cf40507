import { readJson } from '../http-server.ts'
import { type Bridge, below, withJson } from './bridge.ts'

/**
 * Gap: lite refuses `verifyOtp({ type: 'email' })` ("Invalid email verification type").
 * Bridge: verify the code as a `magiclink`, which lite treats the same for new and known people.
 */
export const verifyOtp: Bridge = async (request, next) => {
  if (request.method !== 'POST' || below(request, '/auth/v1') !== 'verify') return next(request)
  const body = await readJson(request)
  return next(body?.type === 'email' ? withJson(request, { ...body, type: 'magiclink' }) : request)
}
