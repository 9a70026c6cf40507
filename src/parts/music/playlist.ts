import * as z from 'zod/mini'

/** The longest link, in characters; the table's check enforces the same limit. */
const LINK_LIMIT = 500

/** The music services and the hosts of their links, which include subdomains such as open.spotify.com. */
const services = [
  ['Spotify', ['spotify.com', 'spotify.link']],
  ['Apple Music', ['music.apple.com', 'itunes.apple.com']],
  ['YouTube Music', ['music.youtube.com']],
  ['YouTube', ['youtube.com', 'youtu.be']],
  ['Amazon Music', ['music.amazon.com', 'music.amazon.co.uk', 'music.amazon.de']],
  ['Deezer', ['deezer.com', 'deezer.page.link', 'link.deezer.com']],
  ['TIDAL', ['tidal.com']],
  ['SoundCloud', ['soundcloud.com']],
] as const

/** A playlist: the service's name (for an unknown service, the host) and the https link. */
export interface Playlist {
  provider: string
  reference: string
}

/** Parses a pasted link. @returns the playlist, or what is wrong with the link and how to fix it */
export function readPlaylistLink(text: string): Playlist | { problem: string } {
  const link = text.trim()
  if (link === '') return { problem: 'Paste the link to a playlist.' }
  // Browsers hide the scheme when they show an address.
  const address = /^[a-z][a-z0-9+.-]*:/i.test(link) ? link : `https://${link}`
  const url = /\s/.test(link) || !URL.canParse(address) ? null : new URL(address)
  if (url && url.protocol !== 'https:') return { problem: 'The link must start with https://' }
  if (!url?.hostname.includes('.')) {
    return { problem: 'This isn’t a link. Copy the playlist’s whole address; it starts with https://' }
  }
  if (url.username !== '' || url.password !== '') {
    return { problem: 'The link has a name or password in front of the address. Please remove it.' }
  }
  if (url.href.length > LINK_LIMIT) {
    return { problem: `The link is too long: ${url.href.length} characters, and at most ${LINK_LIMIT} fit.` }
  }
  return { provider: providerOf(url.hostname), reference: url.href }
}

function providerOf(host: string): string {
  const known = services.find(([, hosts]) => hosts.some((one) => host === one || host.endsWith(`.${one}`)))
  return known ? known[0] : host.replace(/^www\./, '').slice(0, 60)
}

/** A pasted link; saved as the service's name and the link. */
export const musicSchema = z.object({
  link: z.pipe(
    z.string(),
    z.transform((text, context) => {
      const playlist = readPlaylistLink(text)
      if (!('problem' in playlist))
        return { music_playlist_provider: playlist.provider, music_playlist_ref: playlist.reference }
      context.issues.push({ code: 'custom', message: playlist.problem, input: context.value })
      return z.NEVER
    }),
  ),
})
