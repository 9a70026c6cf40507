import { serve } from '../_shared/serve.ts'
import { reportUnsentCode } from './handler.ts'

/** What Supabase's own runtime has; Deno alone goes on by itself. */
declare const EdgeRuntime: { waitUntil(work: Promise<unknown>): void } | undefined

const later = (work: Promise<void>) => {
  if (typeof EdgeRuntime !== 'undefined') EdgeRuntime.waitUntil(work)
}

Deno.serve(serve((services) => reportUnsentCode({ ...services, later }), Deno.env.toObject()))
