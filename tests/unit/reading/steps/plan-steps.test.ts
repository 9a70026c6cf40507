import { renderHook, waitFor } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { isAppPath } from '@/lib/app-path'
import { type PlanPart, planParts } from '@/parts'
import { isReadBy } from '@/parts/kit/part'
import { stepTimes } from '@/parts/kit/step'
import { type Country, countries, countryNames, keepCountry, readCountry } from '@/reading/steps/countries'
import { executorSteps } from '@/reading/steps/executor-steps'
import { letterLink } from '@/reading/steps/letter'
import { gapsIn, loadPartSteps, planSteps, stepTitles, usePartSteps } from '@/reading/steps/plan-steps'
import { memorialParts } from '@/reading/use-plan'
import { partsOpenTo } from '../../open-parts'
import { healthNotes } from '../../parts/health/rows'
import { readPart } from '../../read-part'

const who = { who: 'Margaret Ellis' }
const times = { created_at: '2026-11-01T10:00:00Z', updated_at: '2026-11-01T10:00:00Z' }
const empty = ({ table }: PlanPart) => (table === 'funeral_plan' ? null : [])
const planOf = (data: Record<string, unknown>) =>
  loadPartSteps(memorialParts.map((part) => readPart(part, data[part.key] ?? empty(part))))
const emptyPlan = await planOf({})
const sample = await planOf(
  Object.fromEntries(
    await Promise.all(planParts.map(async ({ key, sample: data }) => [key, await data.get()] as const)),
  ),
)
const stepOf = async (data: Record<string, unknown>, key: string) => {
  const step = planSteps(await planOf(data), who).find((one) => one.key === key)
  if (!step) throw new Error(`no step ${key}`)
  return step
}

describe('steps', () => {
  test('the steps of a plan come in the order of hours, days, weeks and later, each once', () => {
    for (const plan of [emptyPlan, sample]) {
      const steps = planSteps(plan, who)
      const order = steps.map(({ when }) => stepTimes.indexOf(when))
      expect(order).toEqual(order.toSorted())
      expect(new Set(steps.map(({ key }) => key)).size).toBe(steps.length)
    }
  })

  test('the steps of a plan have keys that the database takes, and belong to the table of their part', () => {
    for (const { key, part } of [...planSteps(emptyPlan, who), ...planSteps(sample, who)]) {
      expect(key).toMatch(/^[a-z_]{1,40}:[a-z0-9-]{1,40}$/)
      const table = memorialParts.find((one) => one.key === part?.key)?.table ?? 'general'
      expect(key.split(':')[0]).toBe(table)
    }
  })

  test('the steps of a plan begin with those who wait at home, the funeral home, the wish and the people to tell', () => {
    const hours = planSteps(sample, who).filter(({ when }) => when === 'hours')
    expect(hours.map(({ title }) => title)).toEqual([
      'Look after Sample pet today',
      'Call the funeral home: Sample funeral home',
      'Margaret Ellis wished to be buried',
      'Tell the people on Margaret Ellis’s list',
      'Keep the phone paid for, and don’t cancel the cards yet',
      'Leave the rest alone for now',
    ])
  })

  test('the steps of a plan miss what they say the plan does not say, each with where its owner can say it, and nothing else', () => {
    const unsaid = /The plan (doesn’t (say|give|name)|has no|lists no)|isn’t in the plan|There’s no will/
    for (const plan of [emptyPlan, sample]) {
      for (const { key, words, missing } of planSteps(plan, who)) {
        expect([key, missing !== undefined]).toEqual([key, unsaid.test(words.join(' '))])
        if (missing) expect(isAppPath(missing.to)).toBe(true)
      }
    }
    expect(gapsIn(planSteps(sample, who)).map(({ key }) => key)).toEqual([
      'funeral_plan:home',
      'estate_documents:will',
    ])
  })

  test('the steps of a plan each name the owner once at most, because a family knows who it is', async () => {
    const plans = [
      emptyPlan,
      sample,
      await planOf({
        funeral: { disposition: 'donation', service_type: 'none', obituary: 'Loved the sea' },
        health: [healthNotes({ donor: 'yes' })],
      }),
    ]
    const more = executorSteps({ named: 0, died: 0 }, who.who)
    const mentions = plans
      .flatMap((plan) => planSteps(plan, who, null, more))
      .map(({ title, words }) => [title, ...words].join(' ').split(who.who).length - 1)
    expect(Math.max(...mentions)).toBe(1)
  })

  test('the steps of a plan begin each sentence with a capital, also about an owner without a name', () => {
    for (const { title, words } of planSteps(emptyPlan, { who: 'your loved one' }))
      for (const text of [title, ...words]) expect(text).toMatch(/^[A-Z]/)
  })

  test('the steps of a plan of a beneficiary hold nothing of insurance, accounts or the home', () => {
    const readable = memorialParts
      .filter((part) => isReadBy(part, { canView: true, openParts: partsOpenTo('beneficiary') }))
      .map(({ key }) => key)
    const steps = planSteps(
      sample.filter(({ key }) => readable.includes(key)),
      who,
    )
    expect(steps.map(({ key }) => key.split(':')[0])).not.toContain('insurance_policies')
    expect(JSON.stringify(steps)).not.toMatch(/Sample (insurance|bank|pet|vet|neighbor)/)
  })

  test('the steps of a plan each say what to do, but for an animal that someone takes', () => {
    const silent = [...planSteps(emptyPlan, who), ...planSteps(sample, who)].filter(
      ({ words }) => words.length === 0,
    )
    expect(silent.map(({ title }) => title)).toEqual(['Look after Sample pet today'])
  })

  test('the steps of a plan that has not loaded are those of every family', () => {
    const loading = memorialParts.map((part) => ({
      ...readPart(part, undefined),
      query: { data: undefined, error: null, isFetching: true, refetch: async () => {} },
    }))
    expect(planSteps(loading, who).map(({ part }) => part)).toEqual(Array(8).fill(null))
  })

  test('the steps of a plan on a page are there once their code is', async () => {
    const parts = memorialParts.map((part) => readPart(part, empty(part)))
    const { result } = renderHook(() => usePartSteps(parts))
    await waitFor(() => expect(result.current.every(({ query }) => query.data)).toBe(true))
    expect(planSteps(result.current, who)).toEqual(planSteps(emptyPlan, who))
  })

  test('the steps of a plan never write "null", "undefined" or an empty sentence', () => {
    for (const plan of [emptyPlan, sample]) {
      for (const { title, words, facts = [] } of planSteps(plan, who)) {
        const texts = [title, ...words, ...facts.flatMap(({ term, value }) => [term, value])]
        for (const text of texts) expect(text).not.toMatch(/null|undefined|^\s*$/)
      }
    }
  })
})

describe('the offices in the steps', () => {
  const wordsIn = (country: Country | null) =>
    planSteps(emptyPlan, who, country).map(({ key, words }) => ({ key, words: words.join(' ') }))
  const named = /Social Security|Tell Us Once|Service Canada|Australian Death|Department of Social/

  test.each(countries)('the steps of a plan name the offices of one country: %s', (country) => {
    const text = wordsIn(country)
      .map(({ words }) => words)
      .join(' ')
    expect(text.match(new RegExp(named, 'g'))).toHaveLength(1)
    const changed = wordsIn(country).filter(({ key, words }, n) => {
      expect(wordsIn(null)[n]?.key).toBe(key)
      return words !== wordsIn(null)[n]?.words
    })
    expect(changed.map(({ key }) => key)).toEqual([
      'general:certificates',
      'general:government',
      'general:credit',
    ])
  })

  test('the steps of a plan name no country and no office of one as long as none was chosen', () => {
    const more = executorSteps({ named: 0, died: 0 }, who.who)
    for (const plan of [emptyPlan, sample])
      expect(JSON.stringify(planSteps(plan, who, null, more))).not.toMatch(
        new RegExp(`${named.source}|${Object.values(countryNames).join('|')}|probate court`),
      )
  })

  test('the steps of a plan mark those whose words depend on the country', () => {
    const marked = planSteps(emptyPlan, who).filter(({ byCountry }) => byCountry)
    expect(marked.map(({ key }) => key)).toEqual([
      'general:certificates',
      'general:government',
      'general:credit',
    ])
  })

  test('the country that was chosen is kept on the device, and anything else there is none', () => {
    expect(readCountry()).toBeNull()
    keepCountry('gb')
    expect(readCountry()).toBe('gb')
    keepCountry(null)
    expect(readCountry()).toBeNull()
    localStorage.setItem('heartwood.country', '"atlantis"')
    expect(readCountry()).toBeNull()
    localStorage.removeItem('heartwood.country')
  })
})

describe('a step', async () => {
  test('a step puts the funeral home one press away when its number is known', async () => {
    const plan = { funeral_home: 'Alder & Sons, 555-0134' }
    expect(await stepOf({ funeral: plan }, 'funeral_plan:home')).toMatchObject({
      title: 'Call the funeral home: Alder & Sons, 555-0134',
      reach: [{ kind: 'call', href: 'tel:5550134' }],
    })
  })

  test.each([
    ['burial', 'buried'],
    ['cremation', 'cremated'],
    ['donation', 'donate their body'],
    ['other', 'something other'],
  ])('a step says what the wish "%s" means', async (disposition, words) => {
    const plan = { disposition, personal_requests: 'At sea' }
    const step = await stepOf({ funeral: plan }, 'funeral_plan:disposition')
    expect(step.title).toContain(words)
    expect([step.words.length > 0, step.missing]).toEqual([true, undefined])
  })

  test('a step about a wish for something else sends no one to requests that are not there', async () => {
    const words = async (personal_requests: string | null) =>
      stepOf({ funeral: { disposition: 'other', personal_requests } }, 'funeral_plan:disposition')
    expect((await words('At sea')).words[0]).toMatch(
      /^Read the requests in the plan, and tell the funeral home/,
    )
    expect(await words(null)).toMatchObject({
      words: [expect.stringMatching(/^The plan doesn’t say what\. Ask .*, and tell the funeral home/)],
      missing: { what: 'what to do instead of burial or cremation', to: '/funeral/edit?step=3' },
    })
  })

  test('a step about a will says where its original is, and where to look when the plan does not say', async () => {
    const will = { id: 'd1', doc_type: 'will', description: 'Last will', file_path: 'x', ...times }
    const known = await stepOf(
      { documents: [{ ...will, original_location: 'With the notary' }] },
      'estate_documents:d1',
    )
    expect(known.facts).toEqual([{ term: 'Where the original is', value: 'With the notary' }])
    const unknown = await stepOf({ documents: [{ ...will, original_location: null }] }, 'estate_documents:d1')
    expect(unknown.words[0]).toContain('The plan doesn’t say where the original is.')
  })

  test('a step about a policy names who to call, what to have ready, and brings its letter', async () => {
    const policy = {
      id: 'p1',
      provider: 'Harbour Mutual',
      policy_number: null,
      coverage_amount: 150_000,
      agent_contact: 'Service line 555-0102',
      document_path: null,
      notes: null,
      ...times,
    }
    expect(await stepOf({ insurance: [policy] }, 'insurance_policies:p1')).toMatchObject({
      title: 'Claim the life insurance from Harbour Mutual',
      facts: [
        { term: 'Coverage', value: '$150,000' },
        { term: 'Who to call', value: 'Service line 555-0102' },
      ],
      reach: [{ href: 'tel:5550102' }],
      letter: {
        to: 'Harbour Mutual',
        references: [{ term: 'Policy number', value: null }],
        asks: [expect.stringContaining('claim form'), expect.stringContaining('any other policy')],
        encloses: [],
      },
    })
  })

  test('a step lists the people to tell, with every way to reach them, and counts who is to be invited', async () => {
    const contact = { phone: null, email: null, relation: null, invitee: false, rsvp_status: null, ...times }
    const contacts = [
      { ...contact, id: 'c1', name: 'Ruth', phone: '555-0114', email: 'ruth@example.com', invitee: true },
      { ...contact, id: 'c2', name: 'Peter' },
    ]
    expect((await stepOf({ contacts }, 'contacts:tell')).people).toMatchObject([
      {
        key: 'contacts:c1',
        name: 'Ruth',
        reach: [{ href: 'tel:5550114' }, { href: 'mailto:ruth@example.com' }],
      },
      { key: 'contacts:c2', name: 'Peter', reach: [] },
    ])
    const invite = await stepOf({ contacts }, 'contacts:invite')
    expect(invite).toMatchObject({ title: 'Invite 1 person to the service', service: true })
    expect(invite.words.at(-1)).toBe('Ruth')
    // Peter can neither be called nor written to.
    expect((await stepOf({ contacts }, 'contacts:tell')).missing).toEqual({
      what: 'how to reach Peter',
      to: '/contacts?edit=c2',
    })
    const unreachable = [...contacts, { ...contact, id: 'c3', name: 'Tom' }]
    expect((await stepOf({ contacts: unreachable }, 'contacts:tell')).missing).toEqual({
      what: 'how to reach Peter and 1 other on the list',
      to: '/contacts',
    })
    const uninvited = contacts.map((one) => ({ ...one, invitee: false }))
    await expect(stepOf({ contacts: uninvited }, 'contacts:invite')).rejects.toThrow('no step')
  })

  test('a step about a funeral home says where to find its number only when the plan does not give it', async () => {
    const words = async (funeral_home: string) =>
      (await stepOf({ funeral: { funeral_home } }, 'funeral_plan:home')).words
    expect(await words('Alder & Sons, 555-0134')).toHaveLength(1)
    expect(await words('Alder & Sons')).toHaveLength(2)
  })

  test('a step about the service says what kind it should be, where, and how to reach who leads it', async () => {
    const plan = {
      service_type: 'celebration',
      venue: 'The boathouse, 555-0150',
      officiant: 'Pastor Lee, lee@example.com',
      personal_requests: 'No black',
    }
    expect(await stepOf({ funeral: plan }, 'funeral_plan:service')).toMatchObject({
      when: 'days',
      title: 'Plan the celebration of life',
      facts: [
        { term: 'Venue', value: 'The boathouse, 555-0150' },
        { term: 'Officiant', value: 'Pastor Lee, lee@example.com' },
        { term: 'Requests', value: 'No black' },
      ],
      reach: [{ href: 'tel:5550150' }, { href: 'mailto:lee@example.com' }],
      service: true,
    })
  })

  test('a step about the service arranges none where none is wanted, and is a gap where nothing is said', async () => {
    const none = await stepOf({ funeral: { service_type: 'none', venue: 'At home' } }, 'funeral_plan:service')
    expect(none).toMatchObject({
      title: 'Margaret Ellis wanted no service',
      facts: [{ term: 'Venue', value: 'At home' }],
    })
    expect(none.words).not.toEqual([])
    expect([none.service, none.missing]).toEqual([undefined, undefined])
    expect(await stepOf({ funeral: { venue: 'At home' } }, 'funeral_plan:service')).toMatchObject({
      title: 'Plan the service',
      words: [expect.stringContaining('The plan doesn’t say'), expect.any(String)],
      facts: [{ term: 'Venue', value: 'At home' }],
      service: true,
      missing: { what: 'what kind of service' },
    })
  })

  test('a step about the obituary brings the notes for it, or says what a short one holds', async () => {
    const noted = await stepOf({ funeral: { obituary: 'Loved the sea' } }, 'funeral_plan:obituary')
    expect(noted).toMatchObject({
      title: 'Write the obituary',
      facts: [{ term: 'Obituary notes', value: 'Loved the sea' }],
    })
    expect(noted.missing).toBeUndefined()
    expect(await stepOf({}, 'funeral_plan:obituary')).toMatchObject({
      title: 'Write an obituary, if you want one',
      words: [expect.stringContaining('The plan has no notes')],
      missing: { what: 'notes for the obituary', isOptional: true },
    })
  })

  test('a step about the music brings the playlist, or says how families choose', async () => {
    const plan = { music_playlist_provider: 'Spotify', music_playlist_ref: 'https://spotify.example/1' }
    const chosen = await stepOf({ music: plan }, 'funeral_plan:music')
    expect(chosen).toMatchObject({
      title: 'Give the music to the person leading the service',
      facts: [
        { term: 'Playlist provider', value: 'Spotify' },
        { term: 'Playlist', value: 'https://spotify.example/1' },
      ],
    })
    expect(chosen.words[0]).toContain('Margaret Ellis chose it.')
    expect(await stepOf({}, 'funeral_plan:music')).toMatchObject({
      missing: { what: 'music for the service', isOptional: true },
      when: 'days',
    })
    // No one has to choose music for a service that isn't wanted.
    await expect(stepOf({ music: { service_type: 'none' } }, 'funeral_plan:music')).rejects.toThrow('no step')
  })

  test('a step about an account says what kind of institution does, and brings its letter', async () => {
    const account = {
      id: 'a1',
      category: 'bank',
      institution: 'Harbour Bank',
      account_name: 'Checking',
      account_number: '4821',
      notes: 'Ask for Lee, 555-0160',
      ...times,
    }
    const step = await stepOf({ accounts: [account] }, 'financial_accounts:a1')
    expect(step).toMatchObject({
      when: 'weeks',
      title: 'Tell Harbour Bank (Checking)',
      facts: [
        { term: 'Account number', value: 'ends in 4821' },
        { term: 'Notes', value: 'Ask for Lee, 555-0160' },
      ],
      reach: [{ href: 'tel:5550160' }],
      letter: {
        to: 'Harbour Bank',
        about: 'Checking',
        references: [{ term: 'Account number', value: 'ends in 4821' }],
        asks: [expect.stringContaining('balance'), expect.stringContaining('any other account')],
        encloses: [expect.stringContaining('Proof')],
      },
    })
    expect(step.words[0]).toMatch(/^The bank will close the account/)
    const unnumbered = { ...account, account_number: null, notes: null }
    expect(await stepOf({ accounts: [unnumbered] }, 'financial_accounts:a1')).toMatchObject({
      facts: [],
      reach: [],
      letter: { references: [{ value: null }] },
    })
  })

  test('a step about a policy asks for the name and the day of birth only when its number is not known', async () => {
    const policy = {
      id: 'p1',
      provider: 'Harbour Mutual',
      coverage_amount: null,
      agent_contact: null,
      ...times,
    }
    const bare = { ...policy, policy_number: null, notes: null }
    expect((await stepOf({ insurance: [bare] }, 'insurance_policies:p1')).facts).toEqual([])
    const words = async (policy_number: string | null) =>
      (await stepOf({ insurance: [{ ...policy, policy_number, notes: null }] }, 'insurance_policies:p1'))
        .words[1]
    expect(await words('HM-1')).toContain('the policy number, and your ID')
    expect(await words(null)).toContain('full name and date of birth')
  })

  test('a step about a trust and one about a power of attorney come from these papers, and none from others', async () => {
    const paper = (id: string, doc_type: string) => ({
      id,
      doc_type,
      description: `The paper ${id}`,
      original_location: 'In the desk',
      file_path: null,
      ...times,
    })
    const documents = [paper('d1', 'trust'), paper('d2', 'poa'), paper('d3', 'other')]
    const steps = planSteps(await planOf({ documents }), who).filter(({ part }) => part?.key === 'documents')
    expect(steps.map(({ key, title }) => `${key} ${title}`)).toEqual([
      'estate_documents:will Look for a will',
      'estate_documents:d1 Tell the trustee (“The paper d1”)',
      'estate_documents:d2 Stop using the power of attorney (“The paper d2”)',
    ])
    const facts = [{ term: 'Where the original is', value: 'In the desk' }]
    expect(steps.slice(1).map((step) => step.facts)).toEqual([facts, facts])
    for (const { words } of steps) expect(words).not.toEqual([])
  })

  test('a step about a will says which original counts, and how to look for one that the plan does not place', async () => {
    const will = { id: 'd1', doc_type: 'will', description: 'Last will', file_path: null, ...times }
    const words = async (original_location: string | null) =>
      (await stepOf({ documents: [{ ...will, original_location }] }, 'estate_documents:d1')).words
    expect(await words('With the notary')).toEqual([
      expect.stringMatching(/^Only the signed original counts/),
    ])
    expect(await words(null)).toEqual([
      expect.stringMatching(/Families usually look/),
      expect.stringMatching(/^Only the signed original counts/),
    ])
  })

  test('a step with a letter links to it by the name of who gets it, and a step without one does not', () => {
    const letter = { to: 'Harbour Mutual', about: '', references: [], asks: [], encloses: [] }
    expect(letterLink('margaret', { key: 'insurance_policies:p1', letter })).toEqual({
      to: '/memorial/margaret/letter/insurance_policies%3Ap1',
      label: 'Write the letter',
      name: 'Write the letter to Harbour Mutual',
    })
    expect(letterLink('margaret', { key: 'general:work' })).toBeUndefined()
  })
})

test('the titles of steps are found by the keys of their marks, and those of people to tell by theirs', () => {
  const people = [{ key: 'contacts:1', name: 'Ruth', relation: null, reach: [] }]
  const titles = stepTitles([
    { key: 'contacts:tell', title: 'Tell the people', people },
    { key: 'general:work', title: 'Tell the employer' },
  ])
  expect([...titles]).toEqual([
    ['contacts:tell', 'Tell the people'],
    ['contacts:1', 'Tell Ruth'],
    ['general:work', 'Tell the employer'],
  ])
})
