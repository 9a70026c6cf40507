// Services and their guests, as trustees and executors make them, for the tests of several layers.
import { address, asAdministrator, type Person, service, succeed } from './people.ts'

/** A service some weeks ahead, with all that its form takes. */
export const someService = {
  held_on: new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10),
  held_at: '14:00:00',
  time_zone: 'America/New_York',
  place: 'St. Brannoc, the small chapel',
  address: '4 Mill Lane, Harbor',
}

/** Arranges the service of an owner who has died, as a trustee or an executor. */
export async function arrange(by: Person, owner: Person, values: object = {}): Promise<void> {
  await succeed(by.client.from('services').insert({ owner_id: owner.id, ...someService, ...values }))
}

/** Invites people to it. @returns their addresses, in the same order */
export async function invite(by: Person, owner: Person, names: readonly string[]): Promise<string[]> {
  const guests = names.map((name) => ({ name, email: address(name) }))
  await succeed(by.client.rpc('invite_guests', { owner_id: owner.id, guests }))
  return guests.map(({ email }) => email)
}

/** Invites one person to it. @returns the guest's id */
export async function inviteGuest(by: Person, owner: Person, name: string): Promise<string> {
  const [email = ''] = await invite(by, owner, [name])
  const { id } = await succeed(
    service.from('service_guests').select('id').eq('owner_id', owner.id).eq('email', email).single(),
  )
  return id
}

/** Writes a service and a guest past the policies, whatever state the plan is in. @returns the guest's id */
export async function forceService(owner: Person): Promise<string> {
  await asAdministrator(
    `insert into public.services (owner_id, held_on, held_at, time_zone, place) values ($1, $2, $3, $4, $5)`,
    [owner.id, someService.held_on, someService.held_at, someService.time_zone, someService.place],
  )
  const [guest] = await asAdministrator<{ id: string }>(
    `insert into public.service_guests (owner_id, name, email, mailed_at) values ($1, 'Gus Guest', $2, now())
     returning id`,
    [owner.id, address('Gus')],
  )
  return guest?.id ?? ''
}

/** Moves a service by so many days; into the past with a negative number. */
export async function moveService(owner: Person, days: number): Promise<void> {
  await asAdministrator('update public.services set held_on = held_on + $2::integer where owner_id = $1', [
    owner.id,
    days,
  ])
}

/** Winds up what an owner's stop or a decision left behind, as housekeeping does. */
export async function windUpServices(guestsAtOnce?: number): Promise<void> {
  for (const { id } of await succeed(service.rpc('claim_service_windups', { p_batch: 1000 }))) {
    const call = { p_id: id, ...(guestsAtOnce === undefined ? {} : { p_batch: guestsAtOnce }) }
    while (!(await succeed(service.rpc('wind_up_service', call))));
  }
}
