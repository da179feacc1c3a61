import type { Person } from '@carillon/contract/roles'
import type { SongRequest } from '@carillon/contract/song-requests/schemas'
import type { Generated, Insertable, Kysely } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'

/** Table `song_requests`; migration 0006. */
export type SongRequestsTable = {
  id: Generated<number>
  broadcast_id: number
  song_title: string
  artist: string
  message: string
  status: Generated<SongRequest['status']>
  requested_by: number
  created_at: Date
  deleted_at: Generated<Date | null>
}

/** The tables that this feature reads and writes. */
export type SongRequestTables = { song_requests: SongRequestsTable; users: PeopleColumns }
export type Db = Kysely<SongRequestTables>
export type NewSongRequest = Insertable<SongRequestsTable>

/** A request as it is stored, with who made it. */
export type StoredSongRequest = {
  id: number
  broadcastId: number
  songTitle: string
  artist: string
  message: string
  status: SongRequest['status']
  requestedBy: Person
  createdAt: Date
  isDeleted: boolean
}

/** Path of a request: `id` is its show's. */
export type Address = { id: number; requestId: number }
