import type { LibraryItem } from '@carillon/contract/library/schemas'
import type { Person } from '@carillon/contract/roles'
import type { ColumnType, Generated, Kysely } from 'kysely'
import type { InstanceTables } from '../../db/instances.ts'
import type { PeopleColumns } from '../../db/people.ts'

type WithDefault<T> = ColumnType<T, T | undefined, T>

/** Table `library_items`; migrations 0480 and 0521. */
type LibraryItemsTable = {
  id: Generated<number>
  kind: LibraryItem['kind']
  state: LibraryItem['state']
  title: string
  artist: string | null
  album: string | null
  year: number | null
  is_requestable: boolean
  rights_note: string | null
  file_name: string
  digest: string
  bytes: number
  duration_ms: number
  loudness: number
  peak: number
  owner_id: number
  created_at: Date
  sha256: WithDefault<string | null>
}

/** Tables of playlists; migration 0481. */
type PlaylistsTable = { id: Generated<number>; name: string; weight: number }
type PlaylistHoursTable = { playlist_id: number; day: number; from_minute: number; to_minute: number }
type PlaylistItemsTable = { playlist_id: number; position: number; item_id: number }

/** The tables that this feature reads and writes. */
export type LibraryTables = InstanceTables & {
  library_items: LibraryItemsTable
  playlists: PlaylistsTable
  playlist_hours: PlaylistHoursTable
  playlist_items: PlaylistItemsTable
  users: PeopleColumns
}
export type Db = Kysely<LibraryTables>

/** Words about an item, which people may change. */
export type ItemWords = Pick<
  LibraryItem,
  'kind' | 'state' | 'title' | 'artist' | 'album' | 'year' | 'isRequestable' | 'rightsNote'
>

/** An item of the library with who uploaded it. */
export type StoredItem = ItemWords & {
  id: number
  fileName: string
  /** Of its file; null until several instances need it. */
  sha256: string | null
  bytes: number
  durationMs: number
  loudness: number
  peak: number
  owner: Person
  createdAt: Date
}
