import { serve } from '../_shared/serve.ts'
import { serviceGuest } from './handler.ts'

Deno.serve(serve(serviceGuest, Deno.env.toObject()))
