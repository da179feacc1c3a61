import { type NowPlayingBody, nowPlayingBodySchema } from '@carillon/contract/broadcasts/schemas'

const NOTHING: NowPlayingBody = { title: null, artist: '' }
/** Separator of the two in one line, as programs write it. */
const SEPARATOR = ' - '
/** Of the DJ's own line. */
const MAX_LENGTH = 120
const LATIN_1 = /^(iso-?8859-?1|latin-?1|windows-1252)$/i

/**
 * Song that the address of a title update names: `song` is "Artist - Title", or `title` and `artist` say it apart. Null
 * where it names none; a song of nothing has a title of null. What is too long for a line is cut.
 */
export function songOf(url: string): NowPlayingBody | null {
  const fields = fieldsOf(url)
  const [artist, title] = fields.has('title')
    ? [fields.get('artist') ?? '', fields.get('title') ?? '']
    : halvesOf(fields.get('song'))
  if (title === undefined) return null
  const said = { title: lineOf(title), artist: lineOf(artist) }
  if (said.title === '') return NOTHING
  const parsed = nowPlayingBodySchema.safeParse(said)
  return parsed.success ? parsed.data : null
}

function halvesOf(song: string | undefined): [string, string | undefined] {
  const at = song?.indexOf(SEPARATOR) ?? -1
  if (song === undefined || at < 1) return ['', song]
  return [song.slice(0, at), song.slice(at + SEPARATOR.length)]
}

/** One line, as the DJ's own is. */
function lineOf(text: string): string {
  const line = text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ').trim()
  // Half a character at the cut is none.
  return line
    .slice(0, MAX_LENGTH)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
}

/** Fields of the query. Programs of before write Latin-1, and do not always say so. */
function fieldsOf(url: string): Map<string, string> {
  const pairs = url.slice(url.indexOf('?') + 1).split('&')
  const read = pairs.map((pair) => {
    const at = `${pair}=`.indexOf('=')
    return [pair.slice(0, at), bytesOf(pair.slice(at + 1))] as const
  })
  const charset = read.findLast(([name]) => name === 'charset')?.[1].toString() ?? ''
  return new Map(read.map(([name, bytes]) => [name, textOf(bytes, LATIN_1.test(charset))]))
}

function bytesOf(encoded: string): Buffer {
  const text = encoded.replaceAll('+', ' ')
  const raw = text.replace(/%([0-9a-f]{2})/gi, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  )
  return Buffer.from(raw, 'latin1')
}

function textOf(bytes: Buffer, isLatin1: boolean): string {
  if (!isLatin1) {
    const text = new TextDecoder().decode(bytes)
    if (!text.includes('\uFFFD')) return text
  }
  return new TextDecoder('windows-1252').decode(bytes)
}
