import { serve } from '../_shared/serve.ts'
import { stopCard } from './handler.ts'

Deno.serve(serve(stopCard, Deno.env.toObject()))
