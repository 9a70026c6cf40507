import { serve } from '../_shared/serve.ts'
import { sendDesignationInvite } from './handler.ts'

Deno.serve(serve(sendDesignationInvite, Deno.env.toObject()))
