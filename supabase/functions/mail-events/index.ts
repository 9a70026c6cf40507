import { serve } from '../_shared/serve.ts'
import { mailEvents } from './handler.ts'

Deno.serve(serve(mailEvents, Deno.env.toObject()))
