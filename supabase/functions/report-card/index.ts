import { serve } from '../_shared/serve.ts'
import { reportCard } from './handler.ts'

Deno.serve(serve(reportCard, Deno.env.toObject()))
