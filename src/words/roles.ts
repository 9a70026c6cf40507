import { Constants, type Enums } from '@/lib/database.types'

export type Role = Enums<'designation_role'>

/** The database's, from the one that sees least to the one that may do most. */
export const roles = Constants.public.Enums.designation_role

interface RoleWords {
  name: string
  /** The specification's line, which says nothing of what the role sees: see what-roles-see.ts. */
  description: string
}

/** The name and description of each role. */
export const roleWords: Record<Role, RoleWords> = {
  beneficiary: {
    name: 'Beneficiary',
    description: 'Can view memorial plans and shared memories',
  },
  trustee: {
    name: 'Trustee',
    description: 'Helps manage plans and sensitive information',
  },
  executor: {
    name: 'Executor',
    description: 'Full access to manage everything',
  },
}
