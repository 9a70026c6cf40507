// @vitest-environment node
import { expect, it } from 'vitest'
import { roles, roleWords } from '@/words/roles'
import { whatRolesSee } from '@/words/what-roles-see'
import { roleWords as mailWords, roleSchema } from '../../../supabase/functions/_shared/mails/roles.ts'

it('emails know the roles of the database, and describe them as the screens do', () => {
  expect(roleSchema.options).toEqual(roles)
  for (const role of roleSchema.options) {
    expect(mailWords[role].short).toBe(roleWords[role].description)
    expect(whatRolesSee[role].toPerson.startsWith(`${mailWords[role].asked} `)).toBe(true)
  }
})
