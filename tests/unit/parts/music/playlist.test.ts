import { describe, expect, test } from 'vitest'
import { musicSchema, readPlaylistLink } from '@/parts/music/playlist'

describe('links', () => {
  test.each([
    ['https://open.spotify.com/playlist/1', 'Spotify'],
    ['https://spotify.link/abc', 'Spotify'],
    ['https://music.apple.com/us/playlist/x/pl.1', 'Apple Music'],
    ['https://music.youtube.com/playlist?list=1', 'YouTube Music'],
    ['https://www.youtube.com/playlist?list=1', 'YouTube'],
    ['https://youtu.be/1', 'YouTube'],
    ['https://www.deezer.com/playlist/1', 'Deezer'],
    ['https://www.mixcloud.com/a/b', 'mixcloud.com'],
    // Only the host decides which provider a link belongs to.
    ['https://open.spotify.com.evil.example/playlist', 'open.spotify.com.evil.example'],
    ['https://notspotify.com/playlist', 'notspotify.com'],
    ['https://evil.example/open.spotify.com', 'evil.example'],
  ])('a pasted playlist link %s belongs to the provider %s', (link, provider) => {
    expect(readPlaylistLink(link)).toEqual({ provider, reference: link })
  })

  test('a pasted playlist link is accepted without a scheme and with spaces around it', () => {
    expect(readPlaylistLink('  open.spotify.com/playlist/1 ')).toEqual({
      provider: 'Spotify',
      reference: 'https://open.spotify.com/playlist/1',
    })
    expect(readPlaylistLink('www.example.com/?from=https://www.a.example')).toEqual({
      provider: 'example.com',
      reference: 'https://www.example.com/?from=https://www.a.example',
    })
  })

  test('a pasted playlist link fits the table: escaped, at most 500 characters, with a provider of at most 60', () => {
    const host = `${'a'.repeat(50)}.${'b'.repeat(50)}.example`
    expect(readPlaylistLink(`https://${host}/`)).toMatchObject({ provider: host.slice(0, 60) })
    expect(readPlaylistLink(`https://example.com/${'a'.repeat(480)}`)).toHaveProperty('reference')
    expect(readPlaylistLink(`https://example.com/${'a'.repeat(481)}`)).toEqual({
      problem: 'The link is too long: 501 characters, and at most 500 fit.',
    })
    expect(readPlaylistLink('https://example.com/ä')).toMatchObject({
      reference: 'https://example.com/%C3%A4',
    })
  })

  test.each([
    ['', /Paste the link/],
    ['our song', /isn’t a link/],
    ['https://', /isn’t a link/],
    ['playlist', /isn’t a link/],
    ['https://example.com/two words', /isn’t a link/],
    ['http://open.spotify.com/playlist/1', /must start with https/],
    ['javascript:alert(1)', /must start with https/],
    ['spotify:playlist:1', /must start with https/],
    ['https://open.spotify.com@evil.example/', /name or password/],
    ['https://:secret@evil.example/', /name or password/],
  ])('a pasted playlist link %j is refused with a reason', (link, problem) => {
    expect(readPlaylistLink(link)).toEqual({ problem: expect.stringMatching(problem) })
  })
})

test('a playlist is saved as the name of its service and its link, and a wrong link is refused with the reason', () => {
  expect(musicSchema.parse({ link: 'https://youtu.be/1' })).toEqual({
    link: { music_playlist_provider: 'YouTube', music_playlist_ref: 'https://youtu.be/1' },
  })
  expect(musicSchema.safeParse({ link: '' }).error?.issues).toMatchObject([
    { path: ['link'], message: 'Paste the link to a playlist.' },
  ])
})
