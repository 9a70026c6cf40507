import { serve } from '../_shared/serve.ts'
import { signIn } from './handler.ts'

Deno.serve(serve(signIn, Deno.env.toObject()))
