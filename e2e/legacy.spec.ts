import { expect, test } from './fixtures.ts'
import { signInAs } from './household.ts'

// What a designee can read in a memorial, from the invitation to the revocation.

test('a designee is invited, accepts, reads what the owner opened, and is revoked', async ({ enter }) => {
  test.slow()
  const actor = await enter('Anna')
  const { page } = actor
  const anna = await signInAs('Anna Ellis', actor, '/invites')
  const { designate, person, succeed, upload } = await import('../tests/support/people.ts')
  const margaret = await person('Margaret Ellis')
  const { client, id: user_id } = margaret
  await succeed(
    client.from('funeral_plan').insert({
      user_id,
      venue: 'The boathouse',
      music_playlist_provider: 'Spotify',
      music_playlist_ref: 'https://open.spotify.com/playlist/1',
    }),
  )
  const designation_id = await designate(margaret, anna.email, 'beneficiary', 'Anna Ellis')
  const tom = await designate(margaret, 'tom@example.org', 'beneficiary', 'Tom Ellis')
  const video = { user_id, transcript: 'Water the roses.' }
  await succeed(
    client.from('video_messages').insert([
      { ...video, title: 'About the garden', storage_path: `${user_id}/not-there-yet.webm` },
      {
        ...video,
        title: 'A word to Tom',
        storage_path: await upload(margaret, 'videos', `${user_id}/tom.mp4`),
        for_beneficiary: tom,
      },
    ]),
  )
  const invitations = page.getByRole('link', { name: 'See your invitations' })
  const hold = page.getByText('Visibility hold').locator('xpath=following-sibling::dd')

  await test.step('an invited designee sees the invitation alone', async () => {
    await page.goto(`/legacy/${user_id}`)
    await expect(
      page.getByText('You need to accept the invitation before viewing this memorial.'),
    ).toBeVisible()
    await expect(hold).toHaveCount(0)
    await invitations.click()
    await page.getByRole('button', { name: 'Accept invitation' }).click()
    await expect(page.getByRole('link', { name: 'View plan' })).toBeVisible()
  })

  await test.step('a designee who accepted sees only the profile while the plan is hidden', async () => {
    await page.goto(`/legacy/${user_id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Memorial for Margaret Ellis')
    await expect(
      page.getByText(
        /^You can’t see Margaret Ellis’s plan yet\. It opens after their death has been verified/,
      ),
    ).toBeVisible()
    await expect(page.getByText('Hidden until released')).toBeVisible()
    await expect(hold).toHaveText('On')
    await expect(page.getByText('The boathouse')).toHaveCount(0)
  })

  await test.step('a designee sees wishes, music and their own messages once the plan is opened', async () => {
    await succeed(client.rpc('set_visibility_hold', { hold: false }))
    await page.reload()
    await expect(page.getByText('The boathouse')).toBeVisible()
    await expect(hold).toHaveText('Off')
    await expect(page.getByRole('link', { name: 'Open the playlist on open.spotify.com' })).toHaveAttribute(
      'href',
      'https://open.spotify.com/playlist/1',
    )
    await expect(page.getByRole('list', { name: 'Video messages' }).getByRole('listitem')).toHaveText([
      /^About the gardenFor everyone.*Water the roses\.$/,
    ])
    await page.getByRole('button', { name: 'Play About the garden' }).click()
    await expect(
      page.getByText('This video is preparing. Try refreshing if it doesn’t load shortly.'),
    ).toBeVisible()
  })

  await test.step('a revoked designee sees nothing', async () => {
    await succeed(client.rpc('revoke_designation', { designation_id }))
    await page.reload()
    await expect(page.getByText('This memorial was revoked and is no longer accessible.')).toBeVisible()
    for (const words of ['The boathouse', 'About the garden', 'Visibility hold'])
      await expect(page.getByText(words)).toHaveCount(0)
  })
})
