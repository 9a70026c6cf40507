import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** What asks for a part of the Supabase client, the part, and the file of build/slim that it gets instead. */
const leftOut = [
  { from: '/supabase-js/', part: '@supabase/realtime-js', instead: 'realtime' },
  { from: '/supabase-js/', part: '@supabase/storage-js', instead: 'storage' },
  { from: '/auth-js/', part: './lib/webauthn', instead: 'webauthn' },
]

/**
 * Leaves parts of the Supabase client out of the build that no page uses, 25 kB of every page behind sign-in. Who needs
 * one removes its line above.
 * @returns the plugin
 */
export function slimSdk(): Plugin {
  return {
    name: 'heartwood-slim-sdk',
    apply: 'build',
    enforce: 'pre',
    resolveId(source, importer = '') {
      const found = leftOut.find(({ part, from }) => source === part && importer.includes(from))
      return found ? fileURLToPath(new URL(`./slim/${found.instead}.ts`, import.meta.url)) : null
    },
  }
}
