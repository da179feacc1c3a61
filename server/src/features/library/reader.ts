import { join } from 'node:path'
import type { LibraryFiles } from './files.ts'
import { findPlaylists } from './playlists/store.ts'
import { findItem } from './store.ts'
import type { Db, StoredItem } from './table.ts'

/** An item as the playout opens it: an absolute path, and what is said while it plays. */
export type PlayableItem = {
  kind: 'TRACK' | 'JINGLE' | 'BED'
  title: string
  artist: string | null
  itemId: number
  broadcastId: null
  file: string
  durationMs: number
  loop: boolean
}

/** A playlist as the rules choose from it: 0 is Sunday, minutes since midnight in station time. */
export type PlayablePlaylist = {
  id: number
  weight: number
  hours: readonly { day: number; from: number; to: number }[]
  tracks: readonly { id: number; kind: 'TRACK'; artist: string | null }[]
}

/** Folder of the files, and whether one of them is in it. */
type Source = Pick<LibraryFiles, 'folder'> & { isHere(fileName: string): Promise<boolean> }

/** Reader of the library for the playout. Files may vanish at any moment: who opens one skips what is not there. */
export function createLibraryReader(db: Db, { folder, isHere }: Source) {
  const playable = (item: StoredItem): PlayableItem => ({
    kind: item.kind === 'STATION_ID' ? 'JINGLE' : item.kind,
    title: item.title,
    artist: item.artist,
    itemId: item.id,
    broadcastId: null,
    file: join(folder, item.fileName),
    durationMs: item.durationMs,
    loop: item.kind === 'BED',
  })
  return {
    /** One item by its id; null when it is gone, rests, or is at another instance alone. */
    async find(id: number): Promise<PlayableItem | null> {
      const item = await findItem(db, id)
      return item?.state === 'READY' && (await isHere(item.fileName)) ? playable(item) : null
    },
    /** Whether an item may be played, wherever its file is. */
    isReady: async (id: number): Promise<boolean> => (await findItem(db, id))?.state === 'READY',
    /** The newest bed that is ready; null when there is none. */
    async findBed(): Promise<PlayableItem | null> {
      const row = await ready(db, 'BED').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
      const item = row && (await findItem(db, row.id))
      return item && (await isHere(item.fileName)) ? playable(item) : null
    },
    /** Playlists as the rules of the playout see them: without what rests, the empty ones too. */
    async listPlaylists(): Promise<PlayablePlaylist[]> {
      const playlists = await findPlaylists(db)
      const rows = await ready(db, 'TRACK')
        .innerJoin('playlist_items as e', 'e.item_id', 'library_items.id')
        .select(['e.playlist_id', 'library_items.id', 'library_items.artist'])
        .orderBy('e.position')
        .execute()
      const byPlaylist = Map.groupBy(rows, ({ playlist_id }) => playlist_id)
      return playlists.map(({ id, weight, hours }) => ({
        id,
        weight,
        hours,
        tracks: (byPlaylist.get(id) ?? []).map((track) => ({
          id: track.id,
          kind: 'TRACK' as const,
          artist: track.artist,
        })),
      }))
    },
    /** Jingles and station ids that are ready, as the rules of the playout see them. */
    async listShorts(): Promise<{ id: number; kind: 'JINGLE' | 'STATION_ID'; artist: string | null }[]> {
      return ready(db, 'JINGLE', 'STATION_ID')
        .select(['id', 'kind', 'artist'])
        .$narrowType<{ kind: 'JINGLE' | 'STATION_ID' }>()
        .orderBy('id')
        .execute()
    },
  }
}

function ready(db: Db, ...kinds: StoredItem['kind'][]) {
  return db.selectFrom('library_items').where('state', '=', 'READY').where('kind', 'in', kinds)
}
