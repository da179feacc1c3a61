import type { Play } from '@carillon/contract/plays/schemas'
import type { Person } from '@carillon/contract/roles'
import type { Generated, Kysely } from 'kysely'
import type { PeopleColumns } from '../../db/people.ts'

/** Table `plays`; migrations 0470 and 0490. It is written by db/plays.ts and by the playout. */
type PlaysTable = {
  id: Generated<number>
  broadcast_id: number | null
  kind: Play['kind']
  title: string | null
  artist: string | null
  listeners: number
  started_at: Date
  ended_at: Date | null
}

/** Columns of a broadcast that are read. */
type BroadcastColumns = {
  id: number
  title: string
  created_by: number
  started_by: number | null
  unlisted: boolean
  deleted_at: Date | null
}

/** The tables that this feature reads. */
export type PlayTables = { plays: PlaysTable; broadcasts: BroadcastColumns; users: PeopleColumns }
export type Db = Kysely<PlayTables>

/** An entry of the sound log, with its show and who was on air. */
export type StoredPlay = Omit<Play, 'startedAt' | 'endedAt' | 'dj'> & {
  startedAt: Date
  endedAt: Date | null
  dj: Person | null
}

/** A song that was named, and when it played. */
export type StoredSong = { id: number; title: string; artist: string; startedAt: Date; endedAt: Date | null }
