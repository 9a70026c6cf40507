import { PRODUCT_NAME } from '@/lib/product'
import { roleWords } from '@/plan/people/role-words'
import { liveDesignations } from '@/sections/videos/message-words'
import type { BinderSection, PrintedPlan } from './binder-sections'

/**
 * What to do after the death, and which section each step needs, in sentences.
 * @param number the number of a section
 */
export function firstSteps(printed: PrintedPlan, number: (id: BinderSection['id']) => number): string[] {
  const { ownerName, reader, plan, people, withFinances } = printed
  const who = ownerName ?? (reader === 'owner' ? 'the owner of this plan' : 'your loved one')
  const { funeralPlan, contacts, documents, policies, accounts } = plan
  const home = funeralPlan?.funeral_home
  return [
    `Before anything is arranged, read section ${number('funeral')}: it says what kind of funeral ${who} would like. ${home ? `The funeral home to call: ${home}.` : 'No funeral home is chosen.'}`,
    contacts.length > 0 &&
      `Tell the people in section ${number('contacts')}. Those to be invited to the service are marked.`,
    reader === 'owner'
      ? executorWords(people ?? [])
      : `${who} has named you as ${roleWords[reader].name.toLowerCase()}.`,
    'Ask for several certified copies of the death certificate. Banks, insurers and offices each want one.',
    documents.some(({ doc_type }) => doc_type === 'will')
      ? `Find the will: section ${number('documents')} says where it is.`
      : 'No will is listed in here. Look among the papers, and ask the family lawyer if there is one.',
    withFinances &&
      policies.length + accounts.length > 0 &&
      `Write to the insurers and banks in sections ${number('insurance')} and ${number('accounts')}.`,
    reader === 'owner'
      ? `Videos and copies of papers cannot be printed. The people in section ${number('people')} find them in ${PRODUCT_NAME}: each signs in with the e-mail address given there and submits the death certificate.`
      : `Videos and copies of papers cannot be printed. You find them in ${PRODUCT_NAME}, where this was printed.`,
  ].filter((step) => step !== false)
}

function executorWords(people: Parameters<typeof executorsAmong>[0]): string {
  const executors = executorsAmong(people).map(
    ({ person_name, person_email }) => `${person_name} (${person_email})`,
  )
  if (executors.length === 0) return 'No executor is named in here. The will may name one.'
  return `${executors.join(' and ')} ${executors.length === 1 ? 'is' : 'are'} named as executor and will see to the rest.`
}

function executorsAmong(people: NonNullable<PrintedPlan['people']>) {
  return liveDesignations(people).filter(({ role }) => role === 'executor')
}
