import { expect, test } from 'vitest'
import { supabase } from '@/data/client'
import { type Answer, fakeSupabase, offline, refusal } from '../fake-supabase'

test.each<[string, Answer]>([
  ['the connection is lost', offline],
  ['the server is overloaded', refusal('PGRST002', 503)],
])('the client asks once when %s: the query cache alone tries again', async (_when, answer) => {
  const calls = fakeSupabase({ 'GET contacts': answer })
  const { error } = await supabase.from('contacts').select()
  expect(error).not.toBeNull()
  expect(calls).toHaveLength(1)
})
