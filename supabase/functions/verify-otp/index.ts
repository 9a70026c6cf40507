import { serve } from '../_shared/serve.ts'
import { verifyOtp } from './handler.ts'

Deno.serve(serve(verifyOtp, Deno.env.toObject()))
