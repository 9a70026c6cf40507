import { serve } from '../_shared/serve.ts'
import { stopOpening } from './handler.ts'

Deno.serve(serve(stopOpening, Deno.env.toObject()))
