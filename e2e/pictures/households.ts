import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Client, Person } from '../../tests/support/people.ts'
import { env, expect, mailTo, runHousekeeping } from '../fixtures.ts'
import { pdf } from '../papers.ts'

/** Who is in the pictures: their addresses, and what the addresses of screens about them need. */
export interface Cast {
  margaret: { id: string; annasDesignation: number; practice: string }
  vera: { id: string }
  george: { id: string }
  walter: { id: string; policy: string; guestsPages: string[] }
  rosa: { id: string }
  helen: { id: string }
}

/** The addresses under which the people sign in. */
export const emails = {
  margaret: 'margaret@example.com',
  anna: 'anna@example.com',
  tom: 'tom@example.com',
  ruth: 'ruth@example.com',
  iris: 'iris@example.com',
  vera: 'vera@example.com',
  simon: 'simon@example.com',
  george: 'george@example.com',
  edith: 'edith@example.com',
  walter: 'walter@example.com',
  clara: 'clara@example.com',
  nora: 'nora@example.com',
  otto: 'otto@example.com',
  ines: 'ines@example.com',
  helen: 'helen@example.com',
  ivy: 'ivy@example.com',
} as const

const lifetime = { plan: 'lifetime', status: 'active', lifetime: true } as const
const unpaid = { plan: 'monthly', status: 'unpaid', current_period_end: '2026-01-31T12:00:00Z' } as const
const trialOver = { plan: null, status: 'trialing', trial_end: '2026-01-31T12:00:00Z' } as const
const arrangements = {
  disposition: 'burial',
  funeral_home: 'Alder & Sons',
  service_type: 'memorial',
  venue: 'St. Brannoc’s, the small chapel',
  officiant: 'Pastor Lind',
  personal_requests:
    'No lilies. If the apple tree is in blossom, a few branches of that.\nPlease let Tom read something, if he feels able to.',
  music_playlist_provider: 'Spotify',
  music_playlist_ref: 'https://open.spotify.com/playlist/heartwood-demo',
} as const

/**
 * Fills an empty stack with the people of the pictures: Margaret, whose plan is full and hidden; Vera, whose executor stepped down, and to whose account a browser is new; George, whose death is
 * under review; Walter and Rosa, whose deaths are verified, and the service for him is arranged; Iris, who has just
 * signed up; Helen, whose first hours are open; Nora, whose payment failed; Otto, whose trial is over.
 * @throws Error when an address is taken: pictures are taken on a stack of their own
 */
export async function fillHouseholds(): Promise<Cast> {
  const {
    asAdministrator,
    consentToHealth,
    decide,
    designate,
    designateAccepted,
    person,
    service,
    signInFrom,
    submitCertificate,
    succeed,
  } = await import('../../tests/support/people.ts')
  const enter = (name: string, email: string) => person(name, { email })
  const pay = (user_id: string, subscription: typeof lifetime | typeof unpaid | typeof trialOver) =>
    succeed(
      service
        .from('subscriptions')
        .upsert({ user_id, ...subscription })
        .select(),
    )

  const margaret = await enter('Margaret Ellis', emails.margaret)
  const anna = await enter('Anna Ellis', emails.anna)
  const tom = await enter('Tom Ellis', emails.tom)
  await pay(margaret.id, lifetime)
  const annasDesignation = await designateAccepted(margaret, anna, 'executor')
  const chooseFirstHours = (client: Client, designation_id: number) =>
    Promise.all(
      ['contacts', 'home', 'funeral'].map((choice) =>
        succeed(client.rpc('set_part_timing', { designation_id, choice, timing: 'first_hours' })),
      ),
    )
  await chooseFirstHours(margaret.client, annasDesignation)
  const toms = await designateAccepted(margaret, tom, 'beneficiary')
  await designate(margaret, emails.ruth, 'trustee', 'Ruth Bennett')
  await fillPlan(margaret, 'Ellis', 'She', toms)
  await consentToHealth(margaret)
  await writeHealth(margaret)
  await succeed(margaret.client.rpc('make_card'))
  await succeed(margaret.client.rpc('start_practice', { designation_ids: [annasDesignation] }))
  const practice = await succeed(
    margaret.client.from('practices').select('id').eq('owner_id', margaret.id).single(),
  )

  await person('Ruth Bennett', { email: emails.ruth })

  await person('Iris', { email: emails.iris, named: false })

  const vera = await enter('Vera Stone', emails.vera)
  const simon = await enter('Simon Stone', emails.simon)
  await pay(vera.id, lifetime)
  const simons = await designateAccepted(vera, simon, 'executor')
  await succeed(simon.client.rpc('step_down', { designation_id: simons }))
  // The first browser of an account is known, and the second one is new to it.
  await signInFrom(vera)
  await signInFrom(vera, randomUUID(), 'Chrome on Windows')

  const george = await enter('George Marsh', emails.george)
  const edith = await enter('Edith Marsh', emails.edith)
  await pay(george.id, lifetime)
  await designateAccepted(george, edith, 'executor')
  await fillPlan(george, 'Marsh', 'He', null)
  await submitCertificate(edith, george)

  const walter = await enter('Walter Hughes', emails.walter)
  const clara = await enter('Clara Hughes', emails.clara)
  await pay(walter.id, lifetime)
  const claras = await designateAccepted(walter, clara, 'executor')
  await designateAccepted(walter, tom, 'beneficiary')
  await fillPlan(walter, 'Hughes', 'He', claras)
  await submitCertificate(clara, walter)
  await decide(walter, 'approved')
  await succeed(clara.client.rpc('set_date_of_death', { owner_id: walter.id, died_on: '2026-10-28' }))
  await markSteps(clara.client, walter.id)
  await succeed(
    clara.client.from('memories').insert({
      id: randomUUID(),
      owner_id: walter.id,
      words: 'He mended every bicycle on our street.\nMine still runs on a chain he wouldn’t let me pay for.',
    }),
  )
  const { arrange } = await import('../../tests/support/services.ts')
  await arrange(clara, walter, {
    place: arrangements.venue,
    livestream_url: 'https://example.com/watch/walter-hughes',
    note: 'There is coffee in the parish hall afterwards. Please wear something blue.',
  })
  const guests = [
    { name: 'Peter Hughes', email: 'peter@example.com' },
    { name: 'Ruth Bennett', email: emails.ruth },
  ]
  await succeed(clara.client.rpc('invite_guests', { owner_id: walter.id, guests }))
  const shared = { shows_portrait: true, takes_memories: true }
  await succeed(clara.client.rpc('share_with_guests', { owner_id: walter.id, ...shared }))
  await runHousekeeping()
  const guestsPages = await Promise.all(guests.map(({ email }) => guestsPageOf(email)))
  await answerInvitation(guestsPages[1])

  const rosa = await enter('Rosa Lind', 'rosa@example.com')
  const ines = await enter('Ines Lind', emails.ines)
  await pay(rosa.id, lifetime)
  await designateAccepted(rosa, ines, 'executor')
  // They named each other.
  await pay(ines.id, lifetime)
  await designateAccepted(ines, rosa, 'executor')
  await succeed(rosa.client.from('contacts').insert({ user_id: rosa.id, name: 'Jonah Lind' }).select())
  await submitCertificate(ines, rosa)
  await decide(rosa, 'approved')

  const policy = await succeed(
    walter.client.from('insurance_policies').select('id').eq('user_id', walter.id).limit(1).single(),
  )

  const helen = await enter('Helen Marsh', emails.helen)
  const ivy = await enter('Ivy Marsh', emails.ivy)
  await pay(helen.id, lifetime)
  const ivys = await designateAccepted(helen, ivy, 'executor')
  await fillPlan(helen, 'Marsh', 'She', ivys)
  await consentToHealth(helen)
  await writeHealth(helen)
  await chooseFirstHours(helen.client, ivys)
  await succeed(
    helen.client.rpc('set_part_timing', { designation_id: ivys, choice: 'health', timing: 'first_hours' }),
  )
  await succeed(ivy.client.rpc('open_first_hours', { owner_id: helen.id, reason: 'died' }))

  const nora = await enter('Nora Quinn', emails.nora)
  await succeed(nora.client.from('contacts').insert({ user_id: nora.id, name: 'Peter Quinn' }).select())
  // From here on she cannot add anything.
  await pay(nora.id, unpaid)
  const otto = await enter('Otto Quinn', emails.otto)
  await succeed(otto.client.from('contacts').insert({ user_id: otto.id, name: 'Nora Quinn' }).select())
  await pay(otto.id, trialOver)

  // In the app, an invitation is sent when someone is named.
  await asAdministrator(
    "update public.designations set status = 'invited', invited_at = now() where invited_at is null",
  )

  return {
    margaret: { id: margaret.id, annasDesignation, practice: practice.id },
    vera: { id: vera.id },
    george: { id: george.id },
    walter: { id: walter.id, policy: policy.id, guestsPages },
    rosa: { id: rosa.id },
    helen: { id: helen.id },
  }
}

/** What an emergency room asks, and two signed papers, one with a copy. */
async function writeHealth({ client, id: user_id }: Person): Promise<void> {
  const { succeed } = await import('../../tests/support/people.ts')
  const path = `${user_id}/health/proxy.pdf`
  const { error } = await client.storage
    .from('documents')
    .upload(path, pdf('proxy.pdf').buffer, { contentType: 'application/pdf' })
  expect(error).toBeNull()
  await succeed(
    client
      .from('health_notes')
      .insert({
        user_id,
        blood_thinner: 'Apixaban 5 mg, twice a day',
        allergies: 'Penicillin (rash). Shellfish.',
        medicines: 'Metoprolol 50 mg, morning\nAtorvastatin 20 mg, evening\nVitamin D',
        implants: 'Pacemaker since 2021, card in my wallet',
        conditions: 'Atrial fibrillation, high blood pressure',
        proxy_name: 'Anna Ellis, my daughter',
        proxy_phone: '(555) 010-2030',
        second_proxy_name: 'Ruth Bennett',
        second_proxy_phone: '(555) 010-4050',
        doctor_name: 'Dr. Patel, Elm Street Practice',
        doctor_phone: '(555) 010-6070',
        communication: 'English. I hear badly on the left; my hearing aids are in the blue box.',
        donor: 'yes',
        care_note: 'I get very cold. A second blanket helps.',
      })
      .select(),
  )
  await succeed(
    client
      .from('health_papers')
      .insert([
        { user_id, kind: 'health_proxy', place: 'Blue folder, top drawer of the desk', file_path: path },
        { user_id, kind: 'polst', place: 'On the fridge, in the red envelope' },
      ])
      .select(),
  )
}

/** The address of the page that the mail to a guest leads to. */
async function guestsPageOf(email: string): Promise<string> {
  const { Text } = await mailTo(email, /invited to a service/)
  return /https?:\/\/[^/]+(\/service#\S+)/.exec(Text)?.[1] ?? ''
}

/** A guest says that they will come, and leaves a memory with a photo. */
async function answerInvitation(page = ''): Promise<void> {
  const picture = (await readFile(new URL('drawings/apple-tree.jpg', import.meta.url))).toString('base64')
  const memory = { id: randomUUID(), words: 'We planted this tree together, the spring he retired.', picture }
  for (const change of [{ answer: { answer: 'yes', people: 2, message: '' } }, { memory }]) {
    const token = page.split('#').at(-1)
    const { status } = await fetch(`${env('SUPABASE_URL')}/functions/v1/service-guest`, {
      method: 'POST',
      body: JSON.stringify({ token, ...change }),
    })
    expect(status).toBe(200)
  }
}

/** Some of the first steps are done, one is being done, one has a note, and someone was not reached. */
async function markSteps(client: Client, owner_id: string): Promise<void> {
  const { succeed } = await import('../../tests/support/people.ts')
  const contacts = await succeed(client.from('contacts').select('id, name').eq('user_id', owner_id))
  const keyOf = (name: string) => `contacts:${contacts.find((contact) => contact.name === name)?.id}`
  const marks = [
    {
      step_key: 'general:certificates',
      mark: 'done',
      title: 'Ask for certified copies of the death certificate',
    },
    { step_key: 'general:leave-alone', mark: 'doing', title: 'Leave the rest alone for now' },
    { step_key: keyOf('Dr. Okafor'), mark: 'done', title: 'Tell Dr. Okafor' },
    { step_key: keyOf('Ruth Bennett'), mark: 'left_message', title: 'Tell Ruth Bennett' },
    {
      step_key: 'general:government',
      mark: 'note',
      title: 'Tell the government offices',
      note: 'They open at nine. Ask for Ms. Adeyemi, she knows about it.',
    },
  ] as const
  await succeed(
    client.from('step_marks').insert(marks.map((mark) => ({ id: randomUUID(), owner_id, ...mark }))),
  )
}

const lives = {
  She: {
    drawing: 'margaret',
    born_on: '1948-03-03',
    born_in: 'Portland, Maine',
    remembered_by: 'There is always room for one more at the table.',
  },
  He: {
    drawing: 'walter',
    born_on: '1944-05-02',
    born_in: 'Harbor',
    remembered_by: 'Leave the light on in the boathouse.',
  },
} as const

/** Gives an owner something in every part of their plan. */
async function fillPlan(
  { id: user_id, client }: { id: string; client: Client },
  familyName: string,
  pronoun: 'He' | 'She',
  for_beneficiary: number | null,
): Promise<void> {
  const { succeed } = await import('../../tests/support/people.ts')
  const video = await readFile(new URL('../../src/features/memorial/sample/message.mp4', import.meta.url))
  const stored = async (
    bucket: 'documents' | 'pictures' | 'videos',
    path: string,
    type: string,
    content: Buffer,
  ) => {
    const file = new Blob([new Uint8Array(content)], { type })
    await succeed(client.storage.from(bucket).upload(`${user_id}/${path}`, file, { contentType: type }))
    return `${user_id}/${path}`
  }
  const life = lives[pronoun]
  const portrait = await readFile(new URL(`drawings/${life.drawing}.jpg`, import.meta.url))
  await succeed(
    client
      .from('portraits')
      .insert({
        user_id,
        picture_path: await stored('pictures', 'portrait/1700000000006.jpg', 'image/jpeg', portrait),
        born_on: life.born_on,
        born_in: life.born_in,
        remembered_by: life.remembered_by,
      })
      .select(),
  )
  const paper = (path: string) => stored('documents', path, 'application/pdf', pdf(path).buffer)
  const message = (path: string) => stored('videos', path, 'video/mp4', video)
  await succeed(
    client
      .from('funeral_plan')
      .insert({
        user_id,
        ...arrangements,
        obituary: `${pronoun} taught half the village to swim, and the other half to wait their turn.`,
      })
      .select(),
  )
  await succeed(
    client
      .from('contacts')
      .insert([
        {
          user_id,
          name: 'Ruth Bennett',
          email: 'ruth@example.com',
          phone: '555-0114',
          relation: 'Friend since school',
          invitee: true,
        },
        { user_id, name: 'Dr. Okafor', phone: '555-0177', relation: 'Family doctor', invitee: false },
        {
          user_id,
          name: `Peter ${familyName}`,
          email: 'peter@example.com',
          relation: 'Brother',
          invitee: true,
        },
        { user_id, name: 'The rowing club', email: 'club@example.com', invitee: false },
      ])
      .select(),
  )
  await succeed(
    client
      .from('insurance_policies')
      .insert([
        {
          user_id,
          provider: 'Harbour Mutual',
          policy_number: 'HM-204-77810',
          coverage_amount: 150000,
          agent_contact: 'Service line 555-0102',
          document_path: await paper('insurance/1700000000001-policy.pdf'),
          notes: 'The original policy is in the blue folder in the study.',
        },
        { user_id, provider: 'Teachers’ Aid' },
      ])
      .select(),
  )
  await succeed(
    client
      .from('financial_accounts')
      .insert([
        {
          user_id,
          category: 'bank',
          institution: 'Riverside Credit Union',
          account_name: 'Household',
          account_number: '4417',
        },
        {
          user_id,
          category: 'retirement',
          institution: 'Teachers’ Pension Fund',
          account_name: 'Pension',
          notes: 'They want to be told within a month.',
        },
      ])
      .select(),
  )
  await succeed(
    client
      .from('estate_documents')
      .insert([
        {
          user_id,
          doc_type: 'will',
          description: 'My will, signed in 2021',
          original_location: 'With the notary, Bell & Quinn',
          file_path: await paper('estate/1700000000002-will.pdf'),
        },
        {
          user_id,
          doc_type: 'poa',
          description: 'Power of attorney, for when I can’t decide',
          file_path: await paper('estate/1700000000003-power-of-attorney.pdf'),
        },
      ])
      .select(),
  )
  await succeed(
    client
      .from('home_items')
      .insert([
        {
          user_id,
          kind: 'pet',
          name: 'Juno, the cat',
          location: 'Her carrier is on the cellar shelf',
          care: 'Half a can of tuna, morning and evening. Sit down and she will come.',
          contact: 'Dr. Alvarez, 555-0161',
          caretaker: 'Ruth Bennett',
        },
        {
          user_id,
          kind: 'keys',
          name: 'Front door and alarm',
          location: 'Spare key at Ruth’s. The alarm is behind the coats.',
        },
      ])
      .select(),
  )
  await succeed(
    client
      .from('video_messages')
      .insert([
        {
          user_id,
          title: 'For all of you',
          storage_path: await message('1700000000004.mp4'),
          transcript:
            'Thank you for coming. There is cake in the kitchen, and I’d like you to finish it.\nWater the roses.',
        },
        {
          user_id,
          title: 'About the garden',
          storage_path: await message('1700000000005.mp4'),
          for_beneficiary,
        },
      ])
      .select(),
  )
}
