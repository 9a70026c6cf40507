import { serve } from '../_shared/serve.ts'
import { sendOtp } from './handler.ts'

Deno.serve(serve(sendOtp, Deno.env.toObject()))
