import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { App, setExperimental } from '@supabase/lite'
import type { PgliteConnection } from '@supabase/lite/pglite'
import { type ConfigToml, numberSetting, textSetting } from './config-toml.ts'
import { fileStorage } from './file-storage.ts'
import { jwtSecret, paths, publishableKey, secretKey } from './settings.ts'

export interface OutgoingMail {
  to: string
  subject: string
  html?: string
  text?: string
}

/**
 * Starts lite's Auth, Data API and Storage on a database.
 * @param connection an open database whose platform is prepared
 * @param filesFolder where the bytes of storage objects are kept
 * @param sendMail receives the mail that Auth sends
 * @returns the app; `app.fetch` answers /auth/v1, /rest/v1 and /storage/v1
 */
export async function createLite(
  connection: PgliteConnection,
  config: ConfigToml,
  filesFolder: string,
  sendMail: (mail: OutgoingMail) => Promise<void>,
): Promise<App> {
  setExperimental('storage', true)
  const app = new App({
    connection,
    api: { schemas: ['public'] },
    auth: {
      enabled: true,
      jwt_secret: jwtSecret,
      publishable_key: publishableKey,
      secret_key: secretKey,
      site_url: textSetting(config, 'auth.site_url', 'http://127.0.0.1:5173'),
      email: {
        enable_signup: true,
        enable_confirmations: true,
        otp_length: 6,
        otp_expiry: numberSetting(config, 'auth.email.otp_expiry', 600),
        template: { magic_link: codeTemplate(config) },
      },
    },
    storage: { enabled: true, file_size_limit: textSetting(config, 'storage.file_size_limit', '500MiB') },
    studio: { enabled: false },
    options: { server: { admin: false }, drivers: { email: { send: sendMail } } },
  })
  app._storageAdapter = fileStorage(filesFolder)
  await app.init()
  return app
}

/** The mail with the sign-in code: the project's template, or a plain one if it has none. */
function codeTemplate(config: ConfigToml): { subject: string; content_path: string } {
  const name = 'auth.email.template.magic_link'
  const configured = textSetting(config, `${name}.content_path`, './templates/code.html')
  const file = join(paths.config, '..', configured.replace(/^\.\/supabase\//, './'))
  return {
    subject: textSetting(config, `${name}.subject`, 'Your sign-in code'),
    content_path: existsSync(file) ? file : join(paths.local, 'code-mail.html'),
  }
}
