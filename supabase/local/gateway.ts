import { authAdmin } from './bridges/auth-admin.ts'
import type { Bridge, Next, StackContext } from './bridges/bridge.ts'
import { cors } from './bridges/cors.ts'
import { fileNames } from './bridges/file-names.ts'
import { fullDisk } from './bridges/full-disk.ts'
import { functions } from './bridges/functions.ts'
import { listFiles } from './bridges/list-files.ts'
import { missingColumns } from './bridges/missing-columns.ts'
import { passwordless } from './bridges/passwordless.ts'
import { range } from './bridges/range.ts'
import { resumableUploads } from './bridges/resumable-uploads.ts'
import { safeUpdate } from './bridges/safe-update.ts'
import { signInCode } from './bridges/sign-in-code.ts'
import { signedUploads } from './bridges/signed-uploads.ts'
import { signedUrls } from './bridges/signed-urls.ts'
import { storageErrors } from './bridges/storage-errors.ts'
import { tokenHook } from './bridges/token-hook.ts'
import { uploadField } from './bridges/upload-field.ts'
import { verifyOtp } from './bridges/verify-otp.ts'

/**
 * Combines lite and the bridges into one API that behaves like hosted Supabase, as far as Heartwood uses it.
 * @returns the handler of the API's port
 */
export function createGateway(context: StackContext): Next {
  const errors = storageErrors(context)
  const lite: Next = (request) => errors(request, context.lite)
  const bridges: Bridge[] = [
    cors,
    fullDisk(context),
    functions(context),
    passwordless,
    signInCode(context),
    tokenHook(context),
    verifyOtp,
    authAdmin(context),
    safeUpdate,
    missingColumns,
    fileNames,
    resumableUploads({ ...context, lite }),
    uploadField,
    listFiles,
    range,
    signedUploads(context),
    signedUrls,
  ]
  return bridges.reduceRight<Next>((next, bridge) => (request) => bridge(request, next), lite)
}
