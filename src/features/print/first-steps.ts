import { PRODUCT_NAME } from '@/lib/text'
import { roleWords } from '@/words/roles'
import { type BinderSection, type PrintedPlan, whoseOf } from './binder-sections'

/** The sections whose entries can have files, which are not on paper. */
const withFiles = ['documents', 'insurance', 'messages']
/** The same for a reader. Of the owner's signed papers it isn't known here whether anyone could open them. */
const withFilesForReaders = [...withFiles, 'healthPapers']

/** What to do after the death and which section each step needs, in sentences. */
export function firstSteps(printed: PrintedPlan, sections: readonly BinderSection[]): string[] {
  const { reader, byOwner } = printed
  const find = (id: string) => sections.find((section) => section.id === id)
  const [insurance, accounts] = [find('insurance'), find('accounts')]
  return [
    // A hospital asks within hours, and animals can't wait. The will is needed only once there are copies of the certificate.
    find('health')?.step,
    find('home')?.step,
    ...sections.map(({ id, step }) => (['health', 'home', 'documents'].includes(id) ? undefined : step)),
    reader === 'owner'
      ? byOwner?.executorStep
      : `${reader === 'executor' ? 'Take care of the rest' : whoIsInCharge}: ${whoseOf(printed)} named you as ${roleWords[reader].name.toLowerCase()}.`,
    'Ask for several certified copies of the death certificate. Banks, insurers and government offices each want one.',
    find('documents')?.step,
    insurance && accounts && !(insurance.isEmpty && accounts.isEmpty)
      ? `Write to the insurers and banks in sections ${insurance.number} and ${accounts.number}.`
      : undefined,
    sections.every(
      ({ id, isEmpty }) => isEmpty || !(reader === 'owner' ? withFiles : withFilesForReaders).includes(id),
    )
      ? undefined
      : reader === 'owner'
        ? byOwner?.filesStep(find('people')?.number)
        : `Videos and copies of papers can’t be printed. You’ll find them in ${PRODUCT_NAME}, where this was printed.`,
  ].filter((step) => typeof step === 'string')
}

/** Of a step where no executor is known. */
export const whoIsInCharge = 'Find out who’s in charge as executor'
