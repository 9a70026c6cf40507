import { roles, roleWords } from '@/words/roles'
import { whatRolesSee } from '@/words/what-roles-see'

/** The roles to choose from, with what each sees and is asked to do. */
export const roleChoices = roles.map((role) => ({
  value: role,
  label: roleWords[role].name,
  hint: (
    <>
      {roleWords[role].description}.<span className="mt-1 block">{whatRolesSee[role].toOwner}</span>
    </>
  ),
}))
