import { MINUTE_MS } from '@carillon/contract/durations'
import type { PastRequest, PastShow } from './room.ts'
import type { DemoDb } from './tables.ts'

const SONG_MS = 4 * MINUTE_MS

type Entry = { title: string | null; artist: string | null; from: number }

/** Stores the sound log of a past show: the requested songs that its DJ played, and what nobody named between them. */
export async function addPlays(
  trx: DemoDb,
  { id, start, end }: PastShow & { id: number },
  requests: readonly PastRequest[],
): Promise<void> {
  const entries = entriesOf(start.getTime(), requests).filter(({ from }) => from < end.getTime())
  const rows = entries.map(({ title, artist, from }, at) => {
    const ended_at = new Date(entries[at + 1]?.from ?? end)
    const written = { broadcast_id: id, kind: 'LIVE' as const, listeners: 12 + ((id + at * 7) % 30) }
    return { ...written, title, artist, started_at: new Date(from), ended_at }
  })
  await trx.insertInto('plays').values(rows).execute()
}

function entriesOf(start: number, requests: readonly PastRequest[]): Entry[] {
  const entries: Entry[] = [{ title: null, artist: null, from: start }]
  let free = start
  const played = requests.filter(({ status }) => status === 'PLAYED')
  for (const { songTitle: title, artist, at } of played.toSorted((a, b) => a.at.getTime() - b.at.getTime())) {
    const from = Math.max(free, at.getTime() + MINUTE_MS)
    // One song after the other: what came between them has no length then.
    if (from === free) entries.pop()
    entries.push({ title, artist: artist ?? '', from })
    free = from + SONG_MS
    entries.push({ title: null, artist: null, from: free })
  }
  return entries
}
