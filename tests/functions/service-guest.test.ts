// A guest of a service, who has no account: the mail, the link in it, and the answer that the family sees.
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  asAdministrator,
  decide,
  hasSql,
  household,
  needsSql,
  type Person,
  succeed,
} from '../support/people.ts'
import { arrange, invite } from '../support/services.ts'
import {
  answers,
  appOrigin,
  call,
  env,
  failMails,
  hasMailbox,
  mailsTo,
  needsMailbox,
  runHousekeeping,
} from './calls.ts'

/** Not a whole picture, but it begins as every JPEG does. */
const jpeg = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(900_000, 7)])

const ask = (token: string, change: object = {}, network: string = randomUUID()) =>
  call('service-guest', {
    body: JSON.stringify({ token, ...change }),
    headers: { 'x-forwarded-for': network },
  })

const linksIn = async (email = '') =>
  (await mailsTo(email)).flatMap(({ Text }) => Text.match(/https?:\S+\/service#\S*/g) ?? [])
const tokenIn = (link = '') => link.split('#').at(-1) ?? ''

const guestsOf = ({ client }: Person, owner: Person) =>
  succeed(client.from('service_guests').select('name, answer, people, message').eq('owner_id', owner.id))

describe.skipIf(!hasMailbox || !hasSql)(`guests${needsMailbox || needsSql}`, () => {
  it('a guest of a service gets a mail, answers by its link without an account, and changes the answer', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus] = await invite(executor, owner, ['Gus'])
    await runHousekeeping()
    const [mail] = await mailsTo(gus ?? '')
    expect(mail?.Subject).toBe(`You’re invited to a service for ${owner.name}`)
    const [link] = await linksIn(gus)
    expect(link).toMatch(new RegExp(`^${appOrigin}/service#[\\w-]{43}$`))
    const token = tokenIn(link)
    const read = await ask(token)
    expect([read.status, await read.json()]).toMatchObject([
      200,
      { owner_name: owner.name, guest_name: 'Gus', place: 'St. Brannoc, the small chapel', answer: null },
    ])
    await ask(token, { answer: { answer: 'yes', people: 2, message: 'With my wife' } })
    const changed = await ask(token, { answer: { answer: 'no', message: 'I have a fever' } })
    expect(await changed.json()).toMatchObject({ answer: 'no', people: null, message: 'I have a fever' })
    expect(await guestsOf(executor, owner)).toEqual([
      { name: 'Gus', answer: 'no', people: null, message: 'I have a fever' },
    ])
  })

  it('a guest of a service reads of the latest place alone when the mail was down, and of each later change once', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus = ''] = await invite(executor, owner, ['Gus'])
    const move = (place: string) =>
      succeed(executor.client.from('services').update({ place }).eq('owner_id', owner.id).select().single())
    await failMails(1, gus)
    await runHousekeeping()
    expect(await mailsTo(gus)).toEqual([])
    await move('The town hall')
    await runHousekeeping()
    expect((await mailsTo(gus)).map(({ Text }) => /small chapel|town hall/.exec(Text)?.[0])).toEqual([
      'town hall',
    ])
    await move('The boathouse')
    await runHousekeeping()
    const mails = await mailsTo(gus)
    expect(mails.map(({ Subject }) => Subject)).toEqual([
      `You’re invited to a service for ${owner.name}`,
      `New details for the service for ${owner.name}`,
    ])
    expect(mails[1]?.Text).toContain('The boathouse')
    const links = await linksIn(gus)
    expect(new Set(links).size).toBe(1)
    expect((await ask(tokenIn(links[0]), { unsubscribe: true })).status).toBe(200)
    await move('The lake')
    await runHousekeeping()
    expect(await mailsTo(gus)).toHaveLength(2)
  })

  it('a guest of a service leaves a memory with a photo once an executor lets guests, sees their own alone, and takes it back', async () => {
    const { owner, executor, beneficiary } = await household('released', ['executor', 'beneficiary'])
    await arrange(executor, owner)
    const guests = await invite(executor, owner, ['Gus', 'Rita'])
    await runHousekeeping()
    const [gus = '', rita = ''] = (await Promise.all(guests.map(linksIn))).map(([link]) => tokenIn(link))
    const id = randomUUID()
    const memory = { id, words: 'We sailed together.', picture: jpeg.toString('base64') }
    const filesOfGuests = () =>
      asAdministrator(`select from storage.objects where bucket_id = 'memories' and starts_with(name, $1)`, [
        owner.id,
      ])
    await answers(await ask(gus, { memory }), 409, 'HW073')
    expect(await filesOfGuests()).toEqual([])
    const both = { shows_portrait: true, takes_memories: true }
    await succeed(executor.client.rpc('share_with_guests', { owner_id: owner.id, ...both }))
    // The same once more, as after an answer that was lost.
    for (const _try of [1, 2]) expect((await ask(gus, { memory })).status).toBe(200)
    const page = await (await ask(gus)).json()
    expect(page).toMatchObject({
      takes_memories: true,
      portrait: { born_in: 'Portland' },
      memories: [{ id, words: 'We sailed together.', is_hidden: false }],
    })
    expect(JSON.stringify(page)).not.toContain('_path')
    const [{ picture }] = page.memories
    expect(Buffer.from(await (await fetch(new URL(picture, env('SUPABASE_URL')))).arrayBuffer())).toEqual(
      jpeg,
    )
    expect(await filesOfGuests()).toHaveLength(1)
    const seen = await succeed(beneficiary.client.from('memories').select('author_name, words'))
    expect(seen).toEqual([{ author_name: 'Gus', words: 'We sailed together.' }])

    expect(await (await ask(rita)).json()).toMatchObject({ memories: [] })
    await answers(await ask(rita, { memory: { id, words: 'Other words' } }), 403, 'HW006')
    expect((await ask(rita, { take_back: id })).status).toBe(200)
    expect(await (await ask(gus)).json()).toMatchObject({ memories: [{ id }] })
    expect(await (await ask(gus, { take_back: id })).json()).toMatchObject({ memories: [] })
    await runHousekeeping()
    expect(await filesOfGuests()).toEqual([])
  })

  it('a guest of a service stores no more than 40 pictures by 120 requests at once, and those without a memory go', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [address = ''] = await invite(executor, owner, ['Gus'])
    await succeed(executor.client.rpc('share_with_guests', { owner_id: owner.id, takes_memories: true }))
    await runHousekeeping()
    const [link] = await linksIn(address)
    const gus = tokenIn(link)
    const picture = jpeg.subarray(0, 200).toString('base64')
    const outcomes = await Promise.all(
      Array.from(
        { length: 120 },
        async () => (await ask(gus, { memory: { id: randomUUID(), words: 'x', picture } })).status,
      ),
    )
    const files = async () =>
      (
        await asAdministrator(
          `select from storage.objects where bucket_id = 'memories' and starts_with(name, $1)`,
          [owner.id],
        )
      ).length
    expect([200, 409].map((status) => outcomes.filter((outcome) => outcome === status).length)).toEqual([
      10, 110,
    ])
    expect(await files()).toBeLessThanOrEqual(40)
    for (let run = 0; run < 4; run += 1) await runHousekeeping()
    expect(await files()).toBe(10)
  })

  it('a guest of a service is reminded once, answers, and is not reminded again; someone without email stays on the list', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner, { phone: '+1 (503) 555-0177' })
    const [gus = ''] = await invite(executor, owner, ['Gus'])
    await succeed(
      executor.client.rpc('add_guest', { owner_id: owner.id, guest_id: randomUUID(), name: 'Mae' }),
    )
    await runHousekeeping()
    const remind = () => succeed(executor.client.rpc('remind_guests', { owner_id: owner.id }))
    expect([await remind(), await remind()]).toEqual([1, 0])
    await runHousekeeping()
    const [, reminder] = await mailsTo(gus)
    expect(reminder?.Subject).toBe(`Will you be at the service for ${owner.name}?`)
    expect(reminder?.Text).toContain('Questions? Call +1 (503) 555-0177')
    expect(reminder?.Text).toContain(`You were invited by ${executor.name}.`)
    const links = await linksIn(gus)
    expect(new Set(links).size).toBe(1)
    const answered = await ask(tokenIn(links[0]), { answer: { answer: 'no', message: '' } })
    expect(await answered.json()).toMatchObject({ answer: 'no', answered_earlier: false })
    await succeed(
      executor.client.from('services').update({ held_on: '2030-12-12' }).eq('owner_id', owner.id).select(),
    )
    const later = await (await ask(tokenIn(links[0]))).json()
    expect(later).toMatchObject({ answer: 'no', answered_earlier: true, calendar_version: 1 })
    expect((await guestsOf(executor, owner)).map(({ name }) => name).sort()).toEqual(['Gus', 'Mae'])
  })

  it('a guest of a service who wants no more mail takes that back by the same link', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus = ''] = await invite(executor, owner, ['Gus'])
    await runHousekeeping()
    const [link] = await linksIn(gus)
    for (const unsubscribe of [true, false]) {
      const page = await (await ask(tokenIn(link), { unsubscribe })).json()
      expect(page).toMatchObject({ is_unsubscribed: unsubscribe })
    }
  })

  it('a guest of a service reads in a mail and by the link that the owner lives, and the link opens nothing else then', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus = ''] = await invite(executor, owner, ['Gus'])
    await runHousekeeping()
    const [link] = await linksIn(gus)
    await succeed(owner.client.rpc('stop_release'))
    const told = async () => (await ask(tokenIn(link))).json()
    const mistake = { mistake: { owner_name: owner.name, owner_lives: true } }
    expect(await told()).toEqual(mistake)
    await runHousekeeping()
    const last = (await mailsTo(gus)).at(-1)
    expect(last?.Subject).toBe(`${owner.name} is alive: our invitation was a mistake`)
    expect(last?.Text).toContain(`${owner.name} has told us that they’re alive.`)
    expect(await told()).toEqual(mistake)
    const memory = { id: randomUUID(), words: 'x', picture: jpeg.toString('base64') }
    for (const change of [{ answer: { answer: 'no', message: '' } }, { unsubscribe: true }, { memory }])
      expect(await (await ask(tokenIn(link), change)).json()).toEqual(mistake)
    expect(
      await asAdministrator(
        `select from storage.objects where bucket_id = 'memories' and starts_with(name, $1)`,
        [owner.id],
      ),
    ).toEqual([])
  })

  it('a guest of a service reads that no death is confirmed when an administrator takes the decision back', async () => {
    const { owner, executor } = await household('released', ['executor'])
    await arrange(executor, owner)
    const [gus = ''] = await invite(executor, owner, ['Gus'])
    await runHousekeeping()
    const [link] = await linksIn(gus)
    await asAdministrator(`update public.profiles set death_review = 'pending' where user_id = $1`, [
      owner.id,
    ])
    await answers(await ask(tokenIn(link)), 404, 'HW064')
    await decide(owner, 'rejected')
    await runHousekeeping()
    expect((await mailsTo(gus)).at(-1)?.Subject).toBe(
      `There’s no service for ${owner.name}: our invitation was a mistake`,
    )
    expect(await (await ask(tokenIn(link))).json()).toEqual({
      mistake: { owner_name: owner.name, owner_lives: false },
    })
  })
})

describe('links', () => {
  it('a link to a service that is wrong leaves no memory and stores no picture, and no one writes more than fits', async () => {
    const memory = { id: randomUUID(), words: 'x', picture: jpeg.toString('base64') }
    await answers(await ask('A'.repeat(43), { memory }), 404, 'HW064')
    const large = { ...memory, picture: Buffer.concat([jpeg, jpeg]).toString('base64') }
    await answers(await ask('A'.repeat(43), { memory: large }), 413, 'body_too_large')
  })

  it.each(['x', 'A'.repeat(43), '7f1c53a2-9b0e-4a53-8f58-9a3b54a0d6f1', '../rest/v1/services', '%00'])(
    'cannot be guessed: %j',
    async (token) => {
      await answers(await ask(token), 404, 'HW064')
    },
  )

  it('a link to a service does nothing when it is only followed', async () => {
    for (const method of ['GET', 'HEAD']) expect((await call('service-guest', { method })).status).toBe(405)
  })

  it('a link to a service that is wrong is refused after 30 in an hour from one network, which keeps no guest out', async () => {
    const network = randomUUID()
    const statuses = await Promise.all(Array.from({ length: 32 }, (_, n) => ask(`guess${n}`, {}, network)))
    expect(statuses.map(({ status }) => status).sort()).toEqual([...Array(30).fill(404), 429, 429])
    expect((await ask('guess', {}, randomUUID())).status).toBe(404)
  })

  it.skipIf(!hasMailbox || !hasSql)(
    `a link to a service of one guest does not open the page of another, and the guests’ own ids open none${needsMailbox || needsSql}`,
    async () => {
      const { owner, executor } = await household('released', ['executor'])
      await arrange(executor, owner)
      const [gus, rita] = await invite(executor, owner, ['Gus', 'Rita'])
      await runHousekeeping()
      const [one = '', other = ''] = [await linksIn(gus), await linksIn(rita)].map(([link]) => tokenIn(link))
      expect(one).not.toBe(other)
      // Ids end within the 22nd character, so both halves are taken as bytes.
      const bytes = [one, other].map((token) => Buffer.from(token, 'base64url'))
      const mixed = Buffer.concat([
        bytes[0]?.subarray(0, 16) ?? Buffer.of(),
        bytes[1]?.subarray(16) ?? Buffer.of(),
      ]).toString('base64url')
      await answers(await ask(mixed), 404, 'HW064')
      const ids = await succeed(executor.client.from('service_guests').select('id').eq('owner_id', owner.id))
      for (const { id } of ids) await answers(await ask(id), 404, 'HW064')
    },
  )
})
