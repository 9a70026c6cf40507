import { paths } from '@/lib/paths'
import { filledIn, type Step, type Steps } from '@/parts/kit/step'
import type { EstateDocument } from './data'

const courtWords =
  'Only the signed original counts. Don’t take out staples or write on it. It has to be handed in, usually at a probate office or court or with a notary, and in many places within a few weeks.'

const lookWords =
  'Families usually look in the desk, in a safe or a safe deposit box, and ask the lawyer or the bank. In many countries the court or the notaries’ register can tell whether a will was left with them. Without a will, the law decides who inherits; the probate office or court can tell you how to begin.'

function will({ id, description, original_location }: EstateDocument): Step {
  return {
    key: `estate_documents:${id}`,
    when: 'days',
    rank: 70,
    title: `Find the original will (“${description}”)`,
    words: [
      original_location ? courtWords : `The plan doesn’t say where the original is. ${lookWords}`,
      ...(original_location ? [] : [courtWords]),
    ],
    facts: filledIn({ 'Where the original is': original_location }),
    ...(original_location
      ? {}
      : {
          missing: {
            what: `where the original of “${description}” is`,
            to: paths.editing(paths.documents, id),
          },
        }),
  }
}

function other({ id, doc_type, description, original_location }: EstateDocument): Step[] {
  const facts = filledIn({ 'Where the original is': original_location })
  const key = `estate_documents:${id}`
  if (doc_type === 'trust')
    return [
      {
        key,
        when: 'weeks',
        rank: 15,
        title: `Tell the trustee (“${description}”)`,
        words: [
          'What is in a trust usually doesn’t go through the court. The current trustee needs a copy of the death certificate; a lawyer can say what else.',
        ],
        facts,
      },
    ]
  if (doc_type === 'poa')
    return [
      {
        key,
        when: 'weeks',
        rank: 16,
        title: `Stop using the power of attorney (“${description}”)`,
        words: [
          'In most places it ended with the death. From now on the executor acts, once the court has confirmed it.',
        ],
        facts,
      },
    ]
  return []
}

export const steps: Steps<EstateDocument[]> = (documents) => {
  const wills = documents.filter(({ doc_type }) => doc_type === 'will')
  return [
    ...(wills.length > 0
      ? wills.map(will)
      : [
          {
            key: 'estate_documents:will',
            when: 'days',
            rank: 70,
            title: 'Look for a will',
            words: [`There’s no will in the plan. ${lookWords}`],
            missing: { what: 'where the will is', to: paths.adding(paths.documents) },
          } as const,
        ]),
    ...documents.flatMap(other),
  ]
}
