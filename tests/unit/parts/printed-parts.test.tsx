import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import type { Designation } from '@/data/people/designations'
import { print as contacts } from '@/parts/contacts/print'
import { sample as contactSample } from '@/parts/contacts/sample'
import { print as documents } from '@/parts/documents/print'
import { sample as documentSample } from '@/parts/documents/sample'
import { print as funeral } from '@/parts/funeral/print'
import { print as insurance } from '@/parts/insurance/print'
import { sample as insuranceSample } from '@/parts/insurance/sample'
import { sample as funeralSample } from '@/parts/kit/sample-plan'
import { print as messages } from '@/parts/messages/print'
import { sample as messageSample } from '@/parts/messages/sample'
import { print as music } from '@/parts/music/print'
import { designation } from '../designation'

// Home & Pets and the accounts have their own tests, beside those of their screens.

const given = { reader: 'executor', who: 'Margaret Ellis', people: null, number: 4 } as const
const [contact] = contactSample
const [document] = documentSample
const [policy] = insuranceSample
const [message] = messageSample
if (!contact || !document || !policy || !message || !funeralSample) throw new Error('a sample is empty')
const plan = funeralSample

/** The printed words of a part, without the elements around them. */
function wordsOf({ content }: { content: React.ReactNode }): string {
  const { container, unmount } = render(content)
  const words = container.textContent ?? ''
  unmount()
  return words
}

test.each([
  { title: funeral.title, printed: funeral.print(null, given) },
  { title: music.title, printed: music.print(null, given) },
  ...[contacts, messages, insurance, documents].map(({ title, print }) => ({
    title,
    printed: print([], given),
  })),
])('the part “$title” without any entry is printed as empty', ({ printed }) => {
  expect(wordsOf(printed)).toMatch(/No one is listed|listed\.|There are no messages|Not filled in/)
})

describe('the funeral wishes on paper', () => {
  test('give every wish, and call for the funeral home first', () => {
    const printed = funeral.print(plan, given)
    expect(printed.step).toMatch(
      /read section 4: it says what Margaret Ellis wrote down.* The funeral home to call: Sample funeral home\.$/,
    )
    expect(wordsOf(printed)).toBe(
      `Type of dispositionBurialFuneral homeSample funeral homeType of serviceCelebration of lifeVenueSample venueOfficiantSample officiantImitating voice or faceOnly my family, among themselvesRequests${plan.personal_requests}Obituary notes${plan.obituary}`,
    )
  })

  test('say that no funeral home has been chosen', () => {
    expect(funeral.print({ ...plan, funeral_home: null }, given).step).toMatch(
      /No funeral home has been chosen\.$/,
    )
  })

  test('that were never written down are asked of those who were closest', () => {
    expect(funeral.print(null, given).step).toMatch(
      /^No funeral wishes are written down here\. Ask those who were closest to Margaret Ellis/,
    )
  })
})

test('the music on paper is named by its provider', () => {
  const printed = music.print(plan, given)
  expect(wordsOf(printed)).toBe('Playlist providerSample music servicePlaylistSample playlist')
})

describe('the people to tell on paper', () => {
  test('are those whom one can reach, marked where they are invited', () => {
    const printed = contacts.print([contact, { ...contact, id: 'c2', name: 'Tom', invitee: false }], given)
    expect(printed.step).toBe('Tell the people in section 4. The ones to invite to the service are marked.')
    expect(wordsOf(printed)).toMatch(/^Sample contact.*555-0100Wanted at the serviceTom.*555-0100$/)
  })

  test('are not marked any more once they have answered an invitation', () => {
    const printed = contacts.print([{ ...contact, rsvp_status: 'Yes' }], given)
    expect(wordsOf(printed)).toMatch(/^Sample contact.*RSVP: Yes$/)
  })
})

describe('life insurance on paper', () => {
  test('gives the numbers of each policy, its copy and its notes', () => {
    const full = { ...policy, agent_contact: 'Lee, 555-0102', notes: 'In the desk' }
    const printed = insurance.print([full], given)
    expect(wordsOf(printed)).toBe(
      'Sample insuranceCoverage$1,000Policy numberSAMPLE-0000Agent contactLee, 555-0102Copy in Heartwoodsample-document.pdfNotesIn the desk',
    )
  })

  test('says what is not filled in, and leaves out a copy and notes that are not there', () => {
    const printed = insurance.print([{ ...policy, policy_number: null, document_path: null }], given)
    expect(wordsOf(printed)).toBe(
      'Sample insuranceCoverage$1,000Policy numberNot filled inAgent contactNot filled in',
    )
  })
})

describe('wills and trusts on paper', () => {
  test('say what each document is, where its original is, and what its copy is called', () => {
    const printed = documents.print([{ ...document, doc_type: 'will' }], given)
    expect(printed.step).toBe('Find the will: section 4 says where it is.')
    expect(wordsOf(printed)).toBe(
      `Sample documentWhat it isWillWhere is the original?${document.original_location}Copy in Heartwoodsample-document.pdf, added Jan 1, 2026`,
    )
  })

  test('say that the plan names no place where it does not', () => {
    const will = { ...document, doc_type: 'will', original_location: null } as const
    expect(documents.print([will], given).step).toMatch(
      /^Find the will\. The plan doesn’t say where the original is: look through the papers/,
    )
    const older = { ...will, id: 'd2', original_location: 'In the desk' }
    expect(documents.print([will, older], given).step).toMatch(
      /^Find the will\. The plan doesn’t say where each original is: /,
    )
  })

  test('say where to look where there is no will among them', () => {
    expect(documents.print([document], given).step).toMatch(/^No will is listed here\./)
  })
})

describe('video messages on paper', () => {
  const tom: Designation = designation({
    id: 1,
    owner_id: 'margaret',
    owner_name: 'Margaret Ellis',
    person_name: 'Tom Ellis',
    person_email: 'tom@example.com',
    invited_at: null,
    accepted_at: '2026-11-02T10:00:00+00:00',
  })
  const everyone = { ...message, for_beneficiary: null, transcript: 'For all of you.' }
  const personal = { ...message, for_beneficiary: 1, deliver_on: '2030-05-01', transcript: 'For Tom.' }

  test('are told to the owner with who receives them and when, and keep a personal transcript private', () => {
    const printed = messages.print([everyone], { ...given, reader: 'owner', people: [tom] })
    expect(wordsOf(printed)).toBe(
      'Videos can be watched in Heartwood only. Any transcripts and letters are below.Sample messageWho receives itEveryone Margaret Ellis has namedWhenAs soon as the plan is openFor all of you.',
    )
    const words = wordsOf(messages.print([personal], { ...given, reader: 'owner', people: [tom] }))
    expect(words).toContain('Who receives itOnly Tom Ellis (Executor)WhenFrom May 1, 2030 on')
    expect(words).toMatch(/This transcript is private to that person, so it isn’t printed\.$/)
    expect(words).not.toContain('For Tom.')
    const silent = { ...personal, transcript: null }
    expect(wordsOf(messages.print([silent], { ...given, reader: 'owner', people: null }))).toMatch(
      /Only one personWhenFrom May 1, 2030 on$/,
    )
  })

  test('are told to a reader with whom they are for, and with every transcript', () => {
    expect(wordsOf(messages.print([personal], given))).toMatch(/Sample messageForYouFor Tom\.$/)
    expect(wordsOf(messages.print([everyone], given))).toMatch(/ForEveryoneFor all of you\.$/)
    expect(wordsOf(messages.print([{ ...everyone, transcript: null }], given))).toMatch(/ForEveryone$/)
  })

  test('a letter is printed with its lines to whom it is for, and to the owner unless it is for one person or a later day', () => {
    const letter = { ...message, storage_path: null, transcript: null, body: 'Dear all,\n\nThank you.' }
    const asOwner = { ...given, reader: 'owner', people: [tom] } as const
    const toAll = { ...letter, for_beneficiary: null }
    const { container } = render(messages.print([toAll], asOwner).content)
    expect(container.querySelector('.binder-letter .font-serif')?.textContent).toBe(letter.body)
    expect(wordsOf(messages.print([letter], given))).toMatch(/ForYouDear all,\s+Thank you\.$/)
    for (const [kept, why] of [
      [{ ...letter, for_beneficiary: 1 }, 'private to that person'],
      [{ ...toAll, deliver_on: '2030-05-01' }, 'for a later day'],
    ] as const) {
      const words = wordsOf(messages.print([kept], asOwner))
      expect(words).toContain(`This letter is ${why}, so it isn’t printed.`)
      expect(words).not.toContain('Thank you')
    }
  })
})
