import { Constants, type Enums } from '@/lib/database.types'

export type Role = Enums<'designation_role'>

/** The database's, from the one that sees least to the one that may do most. */
export const roles = Constants.public.Enums.designation_role

/** The name and description of each role. */
export const roleWords: Record<Role, { name: string; description: string }> = {
  beneficiary: { name: 'Beneficiary', description: 'Can view memorial plans and shared memories' },
  trustee: { name: 'Trustee', description: 'Helps manage plans and sensitive information' },
  executor: { name: 'Executor', description: 'Full access to manage everything' },
}
