import { serve } from '../_shared/serve.ts'
import { updateEmail } from './handler.ts'

Deno.serve(serve(updateEmail, Deno.env.toObject()))
