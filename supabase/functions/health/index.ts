import { serve } from '../_shared/serve.ts'
import { health } from './handler.ts'

Deno.serve(serve(health, Deno.env.toObject(), ['GET', 'HEAD']))
