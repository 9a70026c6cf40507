// The storms find what once kept an owner from stopping a release: guests' rows that the stop had to wait for.

import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { untyped } from '../policies/answers.ts'
import { asAdministrator, service } from '../support/people.ts'
import { type Scene, startScene } from './scene.ts'
import { pressIn } from './storm.ts'

let scene: Scene

beforeAll(async () => {
  await asAdministrator(await readFile(new URL('old-fault.sql', import.meta.url), 'utf8'))
  await vi.waitFor(async () => {
    const { error } = await untyped(service).rpc('former_guest_write', { p_guest_id: randomUUID() })
    if (error) throw new Error(error.message)
  }, 30_000)
  scene = await startScene()
  await asAdministrator(
    `create trigger profiles_former_suspend_service after update of death_review on public.profiles
       for each row when (new.user_id = '${scene.home.owner.id}' and new.death_review = 'rejected')
       execute function private.former_suspend_service()`,
  )
})

afterAll(() =>
  asAdministrator(
    `drop function private.former_suspend_service() cascade; drop function public.former_guest_write(uuid);
     notify pgrst, 'reload schema'`,
  ),
)

it('a stop that winds up the service itself is caught, by a function that no list names', async () => {
  const ofGuests = scene.writes.filter(
    ({ role, takes }) => role === 'service_role' && takes.includes('guest_id'),
  )
  const pressed = await pressIn(
    scene,
    { name: 'guests write by their links', people: [scene.home.stranger], writes: ofGuests },
    {
      times: 20,
      themes: ['former_guest_write'],
      presses: scene.presses.filter(({ name }) => name.startsWith('the owner stops')),
    },
  )
  const failures = pressed.map(({ failure }) => failure?.slice(0, 5))
  expect(failures).toEqual(expect.arrayContaining([expect.stringMatching(/^(40P01|57014)/)]))
})
