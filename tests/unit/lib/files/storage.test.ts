import { expect, test } from 'vitest'
import { uploadOrigin } from '@/lib/files/storage'

test.each([
  ['https://abcdefghijklmnopqrst.supabase.co', 'https://abcdefghijklmnopqrst.storage.supabase.co'],
  ['http://127.0.0.1:54321', 'http://127.0.0.1:54321'],
  ['https://www.abc.supabase.co', 'https://www.abc.supabase.co'],
  ['https://api.example.com/', 'https://api.example.com'],
  ['https://abc.supabase.co.example.com', 'https://abc.supabase.co.example.com'],
])('large files for %s are uploaded to %s', (url, origin) => {
  expect(uploadOrigin(url)).toBe(origin)
})
