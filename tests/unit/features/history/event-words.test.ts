import { describe, expect, test } from 'vitest'
import type { AccessEvent } from '@/data/memorial/access-events'
import { eventSentence } from '@/features/history/event-words'
import { formatDateTime } from '@/lib/dates'

const owner = { id: 'owner', ownerName: null }
const designee = { id: 'edith', ownerName: 'Olive' }

function event(action: string, rest: Partial<AccessEvent> = {}): AccessEvent {
  return {
    id: 1,
    actor_id: 'owner',
    actor_name: 'Olive',
    actor_role: 'owner',
    action,
    detail: {},
    created_at: '2026-11-21T10:00:00+00:00',
    ...rest,
  }
}

const edith = { actor_id: 'edith', actor_name: 'Edith Moor', actor_role: 'executor' } as const
const administrator = { actor_id: null, actor_name: null, actor_role: 'administrator' } as const
const system = { actor_id: null, actor_name: null, actor_role: 'system' } as const
const until = '2026-11-28T10:00:00+00:00'
const anna = { name: 'Anna Berg', role: 'executor' } as const

/** Each action that the database records, with the sentence that the owner reads. */
const forTheOwner: [AccessEvent, string][] = [
  [event('designation_added', { detail: anna }), 'You named Anna Berg as executor.'],
  [event('designation_removed', { detail: anna }), 'You removed Anna Berg (executor) from the plan.'],
  [event('designation_revoked', { detail: anna }), 'You ended access for Anna Berg (executor).'],
  [event('designation_restored', { detail: anna }), 'You gave Anna Berg (executor) back their access.'],
  [
    event('role_changed', { detail: { ...anna, new_role: 'trustee' } }),
    'You changed the role of Anna Berg (executor) to trustee.',
  ],
  [event('part_timing_changed', { detail: anna }), 'You changed what Anna Berg (executor) can see, or when.'],
  [
    event('invitation_accepted', { ...edith, detail: { role: 'executor' } }),
    'Edith Moor accepted the invitation as executor.',
  ],
  [
    event('invitation_declined', { ...edith, actor_role: null, detail: {} }),
    'Edith Moor declined the invitation.',
  ],
  [
    event('stepped_down', { ...edith, detail: { role: 'executor', name: 'Edith Moor' } }),
    'Edith Moor stepped down as executor.',
  ],
  [
    event('certificate_objected', edith),
    'Edith Moor (executor) told us that something is wrong with the death certificate.',
  ],
  [
    event('objection_withdrawn', edith),
    'Edith Moor (executor) withdrew what they had told us about the death certificate.',
  ],
  [event('card_made'), 'You made a new wallet card. Any older one stopped working.'],
  [event('card_withdrawn'), 'You withdrew your wallet card.'],
  [
    event('card_used', system),
    'Someone used your wallet card. We emailed the people named; nothing was opened.',
  ],
  [event('card_ended', system), 'Your wallet card ended because a death certificate was approved.'],
  [event('mail_refused', { ...system, detail: anna }), 'Our emails to Anna Berg (executor) were refused.'],
  [
    event('hold_lifted', { detail: { until: null } }),
    'You turned off the visibility hold. Everyone who had accepted could see your plan.',
  ],
  [
    event('hold_lifted', { detail: { until } }),
    `You turned off the visibility hold until ${formatDateTime(until)}. Everyone who had accepted could see your plan.`,
  ],
  [event('hold_restored'), 'You turned the visibility hold back on. Your plan was private again.'],
  [
    event('hold_restored', system),
    'The visibility hold came back on automatically when its time was up. Your plan was private again.',
  ],
  [
    event('first_hours_opened', {
      ...edith,
      detail: { opens_at: '2026-11-21T10:00:50+00:00', ends_at: until },
    }),
    'Edith Moor (executor) opened the first hours of your plan.',
  ],
  [
    event('first_hours_opened', { ...edith, detail: { opens_at: until } }),
    `Edith Moor (executor) asked to open the first hours of your plan. They were to open on ${formatDateTime(until)}.`,
  ],
  [
    event('first_hours_prolonged', { ...edith, detail: { ends_at: until } }),
    `Edith Moor (executor) kept the first hours of your plan open until ${formatDateTime(until)}.`,
  ],
  [
    event('first_hours_prolonged', edith),
    'Edith Moor (executor) kept the first hours of your plan open longer.',
  ],
  [event('first_hours_closed'), 'You closed the first hours of your plan.'],
  [event('opening_ended', administrator), 'The administrator closed the first hours of your plan.'],
  [event('opening_ended', system), 'The time of the first hours of your plan was over.'],
  [event('certificate_submitted', edith), 'Edith Moor (executor) submitted a death certificate for you.'],
  [event('certificate_submitted'), 'You submitted a death certificate for yourself.'],
  [
    event('certificate_approved', { ...administrator, detail: { release_at: until } }),
    `The administrator approved the death certificate. Your plan was to open on ${formatDateTime(until)}.`,
  ],
  [
    event('certificate_approved', { ...administrator, detail: { release_at: '2026-11-21T10:00:00+00:00' } }),
    'The administrator approved the death certificate. Your plan opened right away.',
  ],
  [event('certificate_rejected', administrator), 'The administrator rejected the death certificate.'],
  [
    event('decision_taken_back', administrator),
    'The administrator took back the decision about the death certificate. Your plan was closed, and the certificate was to be checked again.',
  ],
  [
    event('browser_signed_in', { detail: { browser: 'Chrome on Windows' } }),
    'A new browser signed in to your account: Chrome on Windows.',
  ],
  [event('browser_signed_in', { detail: { browser: null } }), 'A new browser signed in to your account.'],
  [
    event('browser_confirmed', { detail: { browser: 'Chrome on Windows' } }),
    'You confirmed a new browser: Chrome on Windows.',
  ],
  [
    event('browser_refused', { detail: { browser: 'Chrome on Windows' } }),
    'You signed out a new browser: Chrome on Windows.',
  ],
  [event('release_stopped'), 'You stopped the release. Your plan was closed right away.'],
  [event('plan_released', system), 'The waiting period ended and your plan opened.'],
  [
    event('date_of_death_entered', { ...edith, detail: { died_on: '2026-11-02' } }),
    'Edith Moor (executor) entered Nov 2, 2026 as the date of your death.',
  ],
  [
    event('date_of_death_entered', { ...edith, detail: { died_on: null } }),
    'Edith Moor (executor) removed the date of your death.',
  ],
  [event('memory_left', edith), 'Edith Moor (executor) left a memory.'],
  [
    event('memory_removed', { ...edith, detail: { name: 'Edith Moor' } }),
    'Edith Moor (executor) removed the memory from Edith Moor.',
  ],
  [
    event('memory_hidden', { ...edith, detail: { name: 'Anna Berg' } }),
    'Edith Moor (executor) hid the memory from Anna Berg.',
  ],
  [
    event('memory_shown', { ...edith, detail: { name: 'Anna Berg' } }),
    'Edith Moor (executor) showed the memory from Anna Berg again.',
  ],
  [
    event('section_viewed', { ...edith, detail: { section: 'memories' } }),
    'Edith Moor (executor) opened the memories.',
  ],
  [
    event('guest_memory_left', { ...system, detail: { name: 'Gus Gardner' } }),
    'Gus Gardner, a guest of the service, left a memory.',
  ],
  [
    event('guest_memory_removed', { ...system, detail: { name: 'Gus Gardner' } }),
    'Gus Gardner, a guest of the service, deleted a memory.',
  ],
  [
    event('guests_shown_portrait', edith),
    'Edith Moor (executor) showed the guests of the service your portrait and dates.',
  ],
  [
    event('guests_not_shown_portrait', edith),
    'Edith Moor (executor) hid your portrait and dates from the guests of the service.',
  ],
  [
    event('guests_asked_for_memories', edith),
    'Edith Moor (executor) allowed the guests of the service to leave memories.',
  ],
  [
    event('guests_not_asked_for_memories', edith),
    'Edith Moor (executor) stopped taking memories from the guests of the service.',
  ],
  [event('memorial_opened', edith), 'Edith Moor (executor) visited the plan’s page.'],
  [event('service_arranged', edith), 'Edith Moor (executor) arranged the service.'],
  [event('service_changed', edith), 'Edith Moor (executor) changed when or where the service will be.'],
  [event('service_details_changed', edith), 'Edith Moor (executor) changed the details of the service.'],
  [
    event('guest_withdrawn', { ...edith, detail: { name: 'Gus' } }),
    'Edith Moor (executor) withdrew Gus’s invitation to the service.',
  ],
  [
    event('guest_restored', { ...edith, detail: { name: 'Gus' } }),
    'Edith Moor (executor) let Gus use their invitation to the service again.',
  ],
  [
    event('guest_added', { ...edith, detail: { name: 'Mae' } }),
    'Edith Moor (executor) put Mae on the guest list of the service.',
  ],
  [
    event('guest_answer_taken', { ...edith, detail: { name: 'Mae' } }),
    'Edith Moor (executor) entered Mae’s answer about the service.',
  ],
  [
    event('guest_answer_taken_back', { ...edith, detail: { name: 'Mae' } }),
    'Edith Moor (executor) removed the answer they had entered for Mae.',
  ],
  [
    event('guests_reminded', { ...edith, detail: { people: 7 } }),
    'Edith Moor (executor) reminded 7 guests of the service.',
  ],
  [event('guests_reminded', edith), 'Edith Moor (executor) reminded guests of the service.'],
  [event('service_called_off', edith), 'Edith Moor (executor) called off the service.'],
  [
    event('guests_invited', { ...edith, detail: { people: 12 } }),
    'Edith Moor (executor) invited 12 guests to the service.',
  ],
  [event('guests_invited', edith), 'Edith Moor (executor) invited guests to the service.'],
  [
    event('section_viewed', { ...edith, detail: { section: 'first-days' } }),
    'Edith Moor (executor) opened the list of what to do.',
  ],
  [
    event('section_viewed', { ...edith, detail: { section: 'certificate' } }),
    'Edith Moor (executor) opened the death certificate.',
  ],
  [
    event('section_viewed', { ...edith, detail: { section: 'accounts' } }),
    'Edith Moor (executor) opened the accounts and insurance.',
  ],
  [
    event('section_viewed', { ...edith, detail: { section: 'new' } }),
    'Edith Moor (executor) opened a part of the plan.',
  ],
  [
    event('file_opened', { ...edith, detail: { section: 'documents', title: 'My will' } }),
    'Edith Moor (executor) opened the document “My will”.',
  ],
  [
    event('file_opened', { ...edith, detail: { section: 'messages', title: 'For all' } }),
    'Edith Moor (executor) opened the message “For all”.',
  ],
  [
    event('file_opened', { ...edith, detail: { section: 'accounts', title: 'Harbour Mutual' } }),
    'Edith Moor (executor) opened the “Harbour Mutual” insurance document.',
  ],
  [
    event('file_opened', { ...edith, detail: { section: 'certificate' } }),
    'Edith Moor (executor) opened the death certificate.',
  ],
  [event('file_opened', edith), 'Edith Moor (executor) opened a file.'],
  [
    event('step_marked', { ...edith, detail: { mark: 'done', title: 'Call Lakeside Funeral Home' } }),
    'Edith Moor (executor) checked off “Call Lakeside Funeral Home” in the list of what to do.',
  ],
  [
    event('step_marked', { ...edith, detail: { mark: 'undo', title: 'Tell Rose Park' } }),
    'Edith Moor (executor) removed a mark from “Tell Rose Park” in the list of what to do.',
  ],
  [
    event('step_marked', { ...edith, detail: { mark: 'left_message', title: 'Tell Rose Park' } }),
    'Edith Moor (executor) noted in the list of what to do: left Rose Park a message.',
  ],
  [
    event('step_marked', { ...edith, detail: { mark: 'not_reached', title: 'Tell Rose Park' } }),
    'Edith Moor (executor) noted in the list of what to do: tried to reach Rose Park.',
  ],
  [
    event('step_marked', { ...edith, detail: { mark: 'note', title: 'Call Lakeside Funeral Home' } }),
    'Edith Moor (executor) added a note to “Call Lakeside Funeral Home” in the list of what to do.',
  ],
  [event('step_marked', edith), 'Edith Moor (executor) did something with a step in the list of what to do.'],
  [event('practice_started'), 'You asked some people to practice.'],
  [event('plan_reviewed', system), 'Something happened to your plan automatically.'],
  [
    event('certificate_approved', administrator),
    'The administrator approved the death certificate. Your plan opened right away.',
  ],
  [event('practice_started', { detail: { people: 1 } }), 'You asked 1 person to practice.'],
  [event('practice_started', { detail: { people: 3 } }), 'You asked 3 people to practice.'],
]

describe('sentences', () => {
  test.each(forTheOwner)('address the owner: $action', (entry, sentence) => {
    expect(eventSentence(entry, owner)).toBe(sentence)
  })

  test.each([
    [
      event('hold_lifted'),
      'Olive turned off the visibility hold. Everyone who had accepted could see Olive’s plan.',
    ],
    [event('release_stopped'), 'Olive stopped the release. Olive’s plan was closed right away.'],
    [event('certificate_submitted', edith), 'You submitted a death certificate for Olive.'],
    [
      event('certificate_submitted', { actor_id: 'dan', actor_name: 'Cousin Dan', actor_role: 'trustee' }),
      'Cousin Dan (trustee) submitted a death certificate for Olive.',
    ],
    [event('memorial_opened', edith), 'You visited the plan’s page.'],
    [event('plan_released', system), 'The waiting period ended and Olive’s plan opened.'],
  ])('address a designee: $action', (entry, sentence) => {
    expect(eventSentence(entry, designee)).toBe(sentence)
  })

  test('sentences of the access history begin with "The owner" when the owner has no name', () => {
    expect(eventSentence(event('hold_restored'), { id: 'edith', ownerName: 'the owner' })).toBe(
      'The owner turned the visibility hold back on. The owner’s plan was private again.',
    )
  })

  test('sentences of the access history keep the name of a person whose account was deleted', () => {
    expect(eventSentence(event('memorial_opened', { ...edith, actor_id: null }), owner)).toBe(
      'Edith Moor (executor) visited the plan’s page.',
    )
    expect(
      eventSentence(event('memorial_opened', { actor_id: null, actor_name: null, actor_role: null }), owner),
    ).toBe('Someone visited the plan’s page.')
  })

  test('sentences of the access history fall back to a general sentence for an unknown action', () => {
    expect(eventSentence(event('toString', edith), owner)).toBe(
      'Edith Moor (executor) did something to your plan that we don’t have a description for.',
    )
    expect(eventSentence(event('of_the_future', system), designee)).toBe(
      'Something happened to Olive’s plan automatically.',
    )
  })
})
