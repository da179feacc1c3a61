import type { LibraryItem } from '@carillon/contract/library/schemas'
import type { Person } from '@carillon/contract/roles'
import type { Generated, Kysely } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'

/** Table `library_items`; migration 0480. */
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
}

/** Tables of playlists; migration 0481. */
type PlaylistsTable = { id: Generated<number>; name: string; weight: number }
type PlaylistHoursTable = { playlist_id: number; day: number; from_minute: number; to_minute: number }
type PlaylistItemsTable = { playlist_id: number; position: number; item_id: number }

/** The tables that this feature reads and writes. */
export type LibraryTables = {
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
  bytes: number
  durationMs: number
  loudness: number
  peak: number
  owner: Person
  createdAt: Date
}
