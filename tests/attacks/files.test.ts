// Attack 14 of README.md, by Storage's own addresses. tests/storage/attacks.test.ts has the rest of 14, and 15 and 16.
import { expect, it } from 'vitest'
import { household, isDatabaseOnly, upload } from '../support/people.ts'
import { ask } from './raw.ts'

it.skipIf(isDatabaseOnly)(
  'attack 14: no spelling of a path reads or removes another plan’s file, and no one changes a bucket',
  async () => {
    const { owner, executor, stranger } = await household('hidden', ['executor', 'stranger'], ({ owner }) => [
      upload(owner, 'videos', `${owner.id}/for-everyone.mp4`),
    ])
    const storage = '/storage/v1'
    const name = `${owner.id}/for-everyone.mp4`
    await upload(stranger, 'videos', `${stranger.id}/own.mp4`)
    expect((await ask(stranger, 'GET', `${storage}/object/videos/${stranger.id}/own.mp4`)).status).toBe(200)

    const spellings = [
      name,
      name.replace('/', '%2F'),
      `/${name}`,
      `${stranger.id}/../${name}`,
      `${stranger.id}/%2e%2e/${name}`,
      `${stranger.id}%2F..%2F${name}`,
      `${owner.id.toUpperCase()}/for-everyone.mp4`,
    ]
    // The embedded stack has not every way; one that opens nothing for the owner would show nothing.
    const ways: string[] = []
    for (const way of ['object', 'object/authenticated', 'object/info', 'object/info/authenticated']) {
      if ((await ask(owner, 'GET', `${storage}/${way}/videos/${name}`)).status === 200) ways.push(way)
    }
    expect(ways).toEqual(expect.arrayContaining(['object', 'object/info']))
    for (const who of [executor, stranger, null]) {
      for (const way of [...ways, 'object/public']) {
        const answer = await ask(who, 'GET', `${storage}/${way}/videos/${name}`)
        expect([way, answer.status >= 400]).toEqual([way, true])
      }
      for (const path of who === stranger ? spellings : [name]) {
        const answer = await ask(who, 'GET', `${storage}/object/videos/${path}`)
        expect([path, answer.status >= 400]).toEqual([path, true])
        const signed = await ask(who, 'POST', `${storage}/object/sign/videos/${path}`, {
          body: { expiresIn: 60 },
        })
        expect([path, signed.status >= 400]).toEqual([path, true])
      }
      await ask(who, 'DELETE', `${storage}/object/videos`, { body: { prefixes: [name, owner.id, ''] } })
      for (const [method, path, body] of [
        ['PUT', 'bucket/videos', { id: 'videos', name: 'videos', public: true }],
        ['POST', 'bucket', { id: 'mine', name: 'mine', public: true }],
        ['POST', 'bucket/videos/empty', {}],
        ['DELETE', 'bucket/videos', undefined],
      ] as const) {
        const answer = await ask(who, method, `${storage}/${path}`, { body })
        expect([method, path, answer.status >= 400]).toEqual([method, path, true])
      }
    }
    expect((await ask(owner, 'GET', `${storage}/object/videos/${name}`)).status).toBe(200)
    await ask(owner, 'DELETE', `${storage}/object/videos`, { body: { prefixes: [name] } })
    expect((await ask(owner, 'GET', `${storage}/object/videos/${name}`)).status).toBeGreaterThanOrEqual(400)
  },
)
