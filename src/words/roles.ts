import type { Enums } from '@/lib/database.types'

/** The name and description of each role. */
export const roleWords: Record<Enums<'designation_role'>, { name: string; description: string }> = {
  beneficiary: { name: 'Beneficiary', description: 'Can view memorial plans and shared memories' },
  trustee: { name: 'Trustee', description: 'Helps manage plans and sensitive information' },
  executor: { name: 'Executor', description: 'Full access to manage everything' },
}
