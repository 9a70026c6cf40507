import { designationState, liveDesignations } from '@/data/people/designation-state'
import type { Designation } from '@/data/people/designations'
import { hasDied } from '@/data/people/died-designees'
import { inWords, PRODUCT_NAME } from '@/lib/text'
import { roleWords } from '@/words/roles'
import { type BinderSection, type PrintedByOwner, type PrintedPlan, whoseOf } from './binder-sections'

/** The sections whose entries can have files, which are not on paper. */
const withFiles = ['documents', 'insurance', 'messages', 'health']

/** What to do after the death and which section each step needs, in sentences. */
export function firstSteps(printed: PrintedPlan, sections: readonly BinderSection[]): string[] {
  const { reader, byOwner } = printed
  const find = (id: string) => sections.find((section) => section.id === id)
  const [insurance, accounts] = [find('insurance'), find('accounts')]
  return [
    // Animals can't wait. The will is needed only once there are copies of the certificate.
    find('home')?.step,
    ...sections.map(({ id, step }) => (id === 'home' || id === 'documents' ? undefined : step)),
    reader === 'owner'
      ? byOwner && executorWords(byOwner)
      : `${reader === 'executor' ? 'Take care of the rest' : whoIsInCharge}: ${whoseOf(printed)} named you as ${roleWords[reader].name.toLowerCase()}.`,
    'Ask for several certified copies of the death certificate. Banks, insurers and government offices each want one.',
    find('documents')?.step,
    insurance && accounts && !(insurance.isEmpty && accounts.isEmpty)
      ? `Write to the insurers and banks in sections ${insurance.number} and ${accounts.number}.`
      : undefined,
    sections.every(({ id, isEmpty }) => isEmpty || !withFiles.includes(id))
      ? undefined
      : reader === 'owner'
        ? byOwner && filesForNamed(byOwner, find('people')?.number)
        : `Videos and copies of papers can’t be printed. You’ll find them in ${PRODUCT_NAME}, where this was printed.`,
  ].filter((step) => typeof step === 'string')
}

const whoIsInCharge = 'Find out who’s in charge as executor'

/** Those who were named, without those who have died, as far as the owner may know. */
const living = ({ people, diedOwners }: PrintedByOwner) =>
  liveDesignations(people).filter((person) => !hasDied(person, diedOwners))

/** An invitation that is still open opens nothing, so the binder says to accept it. */
function filesForNamed(byOwner: PrintedByOwner, section: number | undefined): string {
  const people = living(byOwner)
  const where = `Videos and copies of papers can’t be printed. They’re in ${PRODUCT_NAME}`
  if (people.length === 0) return `${where}, but no one is named who could open them there.`
  const toDo = [
    'sign in with the email address given there',
    ...(people.every((person) => designationState(person) === 'accepted')
      ? []
      : ['accept the invitation if they haven’t yet']),
    ...(byOwner.isVerified ? [] : ['submit the death certificate']),
  ]
  return `${where}: anyone in section ${section} can ${inWords(toDo)}.`
}

function executorWords(byOwner: PrintedByOwner): string {
  const isExecutor = ({ role }: Designation) => role === 'executor'
  const executors = living(byOwner)
    .filter(isExecutor)
    .map(({ person_name, person_email }) => `${person_name} (${person_email})`)
  if (executors.length > 0)
    return `Tell ${executors.join(' and ')}, who ${executors.length === 1 ? 'is named as executor' : 'are named as executors'} and will take care of the rest.`
  // A family can name no one anymore, but it can look for who is in charge.
  const dead = liveDesignations(byOwner.people).filter(isExecutor).length
  if (dead === 0) return `${whoIsInCharge}: this plan names no executor, but the will may.`
  return `${whoIsInCharge}: ${dead === 1 ? 'the one named in this plan has' : 'those named in this plan have'} died, but the will may name another.`
}
