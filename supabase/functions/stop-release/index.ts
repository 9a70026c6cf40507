import { serve } from '../_shared/serve.ts'
import { stopRelease } from './handler.ts'

Deno.serve(serve(stopRelease, Deno.env.toObject()))
