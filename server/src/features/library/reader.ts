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

/** Folder of the files, and which of them are in it. */
type Source = Pick<LibraryFiles, 'folder'> & {
  isHere(fileName: string): Promise<boolean>
  /** Null: all. */
  listHere(): Promise<ReadonlySet<string> | null>
}

/** Reader of the library for the playout. Files may vanish at any moment: who opens one skips what is not there. */
export function createLibraryReader(db: Db, { folder, isHere, listHere }: Source) {
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
  const find = async (id: number): Promise<PlayableItem | null> => {
    const item = await findItem(db, id)
    return item?.state === 'READY' && (await isHere(item.fileName)) ? playable(item) : null
  }
  return {
    /** One item by its id; null when it is gone, rests, or is at another instance alone. */
    find,
    /** Whether an item may be played, wherever its file is. */
    isReady: async (id: number): Promise<boolean> => (await findItem(db, id))?.state === 'READY',
    /** The newest bed that is ready and here; null when there is none. */
    async findBed(): Promise<PlayableItem | null> {
      const beds = await ready(db, 'BED').select(['id', 'file_name']).orderBy('id', 'desc').execute()
      const [newest] = among(await listHere(), beds)
      return newest ? find(newest.id) : null
    },
    /** Playlists as the rules of the playout see them: without what rests or is not here, the empty ones too. */
    async listPlaylists(): Promise<PlayablePlaylist[]> {
      const playlists = await findPlaylists(db)
      const rows = await ready(db, 'TRACK')
        .innerJoin('playlist_items as e', 'e.item_id', 'library_items.id')
        .select(['e.playlist_id', 'library_items.id', 'library_items.artist', 'library_items.file_name'])
        .orderBy('e.position')
        .execute()
      const byPlaylist = Map.groupBy(among(await listHere(), rows), ({ playlist_id }) => playlist_id)
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
    /** Jingles and station ids that are ready and here, as the rules of the playout see them. */
    async listShorts(): Promise<{ id: number; kind: 'JINGLE' | 'STATION_ID'; artist: string | null }[]> {
      const rows = await ready(db, 'JINGLE', 'STATION_ID')
        .select(['id', 'kind', 'artist', 'file_name'])
        .$narrowType<{ kind: 'JINGLE' | 'STATION_ID' }>()
        .orderBy('id')
        .execute()
      return among(await listHere(), rows).map(({ id, kind, artist }) => ({ id, kind, artist }))
    },
  }
}

/** Rows of items whose files are here. */
function among<Row extends { file_name: string }>(
  here: ReadonlySet<string> | null,
  rows: readonly Row[],
): Row[] {
  return rows.filter(({ file_name }) => here?.has(file_name) ?? true)
}

function ready(db: Db, ...kinds: StoredItem['kind'][]) {
  return db.selectFrom('library_items').where('state', '=', 'READY').where('kind', 'in', kinds)
}
