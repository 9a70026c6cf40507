import { type PartChoice, partChoiceNames, timingOfRole } from '@/words/part-choices'
import type { Role } from '@/words/roles'

/** The database's answer, which parts of an open plan a person reads for whom the owner chose nothing. */
export const partsOpenTo = (role: Role): PartChoice[] =>
  partChoiceNames.filter((choice) => timingOfRole(choice, role) !== 'never')
