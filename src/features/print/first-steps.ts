import { designationState, liveDesignations } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import { PRODUCT_NAME } from '@/lib/text'
import { roleWords } from '@/words/roles'
import { type BinderSection, type PrintedPlan, whoseOf } from './binder-sections'

/** What to do after the death and which section each step needs, in sentences. */
export function firstSteps(printed: PrintedPlan, sections: readonly BinderSection[]): string[] {
  const { reader, people } = printed
  const find = (id: string) => sections.find((section) => section.id === id)
  const [insurance, accounts] = [find('insurance'), find('accounts')]
  return [
    // Animals can't wait. The will is needed only once there are copies of the certificate.
    find('home')?.step,
    ...sections.map(({ id, step }) => (id === 'home' || id === 'documents' ? undefined : step)),
    reader === 'owner'
      ? executorWords(people ?? [])
      : `${whoseOf(printed)} has named you as ${roleWords[reader].name.toLowerCase()}.`,
    'Ask for several certified copies of the death certificate. Banks, insurers and government offices each want one.',
    find('documents')?.step,
    insurance && accounts && !(insurance.isEmpty && accounts.isEmpty)
      ? `Write to the insurers and banks in sections ${insurance.number} and ${accounts.number}.`
      : undefined,
    sections.every(({ id, isEmpty }) => isEmpty || id === 'people' || id === 'gaps')
      ? undefined
      : reader === 'owner'
        ? filesForNamed(people ?? [], find('people')?.number)
        : `Videos and copies of papers can’t be printed. You’ll find them in ${PRODUCT_NAME}, where this was printed.`,
  ].filter((step) => step !== undefined)
}

/** An invitation that is still open opens nothing, so the binder says to accept it. */
function filesForNamed(people: readonly Designation[], section: number | undefined): string {
  const where = `Videos and copies of papers can’t be printed. They’re in ${PRODUCT_NAME}`
  const live = liveDesignations(people)
  if (live.length === 0) return `${where}, but no one has been named to open them there.`
  const accept = live.every((person) => designationState(person) === 'accepted')
    ? ''
    : ', accept the invitation if they haven’t yet,'
  return `${where}: anyone in section ${section} can sign in with the email address given there${accept} and submit the death certificate.`
}

function executorWords(people: readonly Designation[]): string {
  const executors = liveDesignations(people)
    .filter(({ role }) => role === 'executor')
    .map(({ person_name, person_email }) => `${person_name} (${person_email})`)
  if (executors.length === 0) return 'No executor is named in this plan. The will may name one.'
  return `${executors.join(' and ')} ${executors.length === 1 ? 'is' : 'are'} named as executor and will take care of the rest.`
}
