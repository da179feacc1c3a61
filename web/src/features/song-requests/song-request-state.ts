import type { SongRequest } from '@carillon/contract/song-requests/schemas'

export type SongRequestStatus = SongRequest['status']

/** Whether the DJ has still something to do about it. */
export function isOpen({ status }: Pick<SongRequest, 'status'>): boolean {
  return status === 'PENDING' || status === 'ACCEPTED'
}

/** The place of each waiting request in the queue, by its id, from 1: a song that several ask for is played once. */
export function placesOf(requests: readonly SongRequest[]): ReadonlyMap<number, number> {
  const songs = groupBySong(requests.filter(({ status }) => status === 'PENDING'))
  return new Map(songs.flatMap((song, at) => song.requests.map(({ id }) => [id, at + 1] as const)))
}

/** `1st`, `2nd`, `3rd`, `11th`. */
export function ordinal(place: number): string {
  const ending = ENDINGS[ORDINALS.select(place)] ?? 'th'
  return `${place}${ending}`
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' })
const ENDINGS: Partial<Record<Intl.LDMLPluralRule, string>> = { one: 'st', two: 'nd', few: 'rd' }

/** Requests for one song, oldest first, as the desk handles them: together. */
export type SongGroup = {
  /** The oldest request's. */
  id: number
  songTitle: string
  artist: string
  requests: readonly SongRequest[]
}

/** The requests by song, the longest waiting first. Anyone who names no artist means the one that others name. */
export function groupBySong(requests: readonly SongRequest[]): SongGroup[] {
  const drafts: Draft[] = []
  const byTitle = new Map<string, Draft[]>()
  for (const request of requests) {
    const title = plain(request.songTitle)
    const artist = plain(request.artist)
    const sameTitle = byTitle.get(title) ?? []
    const known = sameTitle.find((draft) => isSameArtist(draft.plainArtist, artist))
    if (known) {
      if (known.plainArtist === '') Object.assign(known, { artist: request.artist, plainArtist: artist })
      known.requests.push(request)
      continue
    }
    const { id, songTitle } = request
    const draft = { id, songTitle, artist: request.artist, plainArtist: artist, requests: [request] }
    drafts.push(draft)
    byTitle.set(title, [...sameTitle, draft])
  }
  return drafts.map(({ id, songTitle, artist, requests: all }) => ({ id, songTitle, artist, requests: all }))
}

type Draft = Omit<SongGroup, 'requests'> & { plainArtist: string; requests: SongRequest[] }

function isSameArtist(one: string, other: string): boolean {
  return one === '' || other === '' || one === other
}

/** Without case, accents, spaces and punctuation, in which people differ. */
function plain(text: string): string {
  const comparable = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
  // A title of signs only is compared as it stands.
  return comparable || text.trim()
}

/** `Ana Cruz`, `Ana Cruz and Paolo Torres`, `Ana Cruz and 3 more`; a person who asked twice counts once. */
export function askersWords({ requests }: SongGroup): string {
  const names = [...new Map(requests.map(({ requestedBy }) => [requestedBy.id, requestedBy.name])).values()]
  const [first = '', second] = names
  if (names.length === 2) return `${first} and ${second}`
  return names.length > 2 ? `${first} and ${names.length - 1} more` : first
}

/** `now`, `2 min`, `1 h 5 min`: how long a request has been waiting. */
export function waitWords(sinceMs: number, nowMs: number): string {
  const minutes = Math.floor((nowMs - sinceMs) / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes} min`
  const rest = minutes % 60
  return `${Math.floor(minutes / 60)} h${rest ? ` ${rest} min` : ''}`
}

/** A song's status: accepted when one of its requests is, else what its oldest is. */
export function statusOf({ requests }: SongGroup): SongRequestStatus {
  return requests.find(({ status }) => status === 'ACCEPTED')?.status ?? requests[0]?.status ?? 'PENDING'
}
