import { audioInfoOf, descriptionOf, GENRE } from './stream-info.ts'

/** Name and address of the station in a mount's headers. */
export type StationIdentity = { name: string; url: string }

/**
 * The headers by which a stream names itself to players, recorders and relays, as Icecast and Shoutcast send them. There is
 * no title of a show in them: one that was changed on air would stay with everybody who is listening.
 */
export function icyHeaders({ name, url }: StationIdentity, bitsPerSecond: number): Record<string, string> {
  const kbps = Math.round(bitsPerSecond / 1_000)
  return {
    'icy-name': headerText(name),
    'icy-description': headerText(descriptionOf(name)),
    'icy-genre': GENRE,
    'icy-url': headerText(url),
    'icy-br': String(kbps),
    // No directory is asked to list it.
    'icy-pub': '0',
    'ice-audio-info': audioInfoOf(kbps),
    // RFC 9110 knows none of them: pages of other sites see only what is named here.
    'Access-Control-Expose-Headers': 'icy-name, icy-description, icy-genre, icy-url, icy-br, ice-audio-info',
  }
}

/** Text as a header carries it: without control characters, and UTF-8, which is what players read here. */
function headerText(text: string): string {
  return Buffer.from(text.replace(/\p{Cc}/gu, ' '), 'utf8').toString('latin1')
}
