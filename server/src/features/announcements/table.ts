import type { Announcement } from '@carillon/contract/announcements/schemas'
import type { Person, Role } from '@carillon/contract/roles'
import type { Generated, Kysely, Updateable } from 'kysely'
import type { State } from './states.ts'

/** Table `announcements`; migration 0011 says what each state may hold. */
export type AnnouncementsTable = {
  id: Generated<number>
  title: string
  content: string
  image_url: string | null
  image_alt: string | null
  status: Generated<Announcement['status']>
  /** Status that an archived one goes back to. */
  archived_from: Generated<ArchivedFrom | null>
  /** 1 to 3, which no two share. */
  pin_place: Generated<number | null>
  pinned_at: Generated<Date | null>
  scheduled_for: Generated<Date | null>
  expires_at: Generated<Date | null>
  published_at: Generated<Date | null>
  rejection_reason: Generated<string | null>
  created_by: number
  approved_by: Generated<number | null>
  created_at: Date
  updated_at: Date
  deleted_at: Generated<Date | null>
}
export type ArchivedFrom = Exclude<Announcement['status'], 'ARCHIVED'>

/** Columns of the people that are read: those that make a Person. */
type PeopleColumns = { id: number; firstname: string; lastname: string; role: Role }

/** The tables that this feature reads and writes. */
export type AnnouncementTables = { announcements: AnnouncementsTable; users: PeopleColumns }
export type Db = Kysely<AnnouncementTables>
export type AnnouncementChange = Updateable<AnnouncementsTable>

/** Words and image: what people edit. */
export type Words = { title: string; content: string; imageUrl: string | null; imageAlt: string | null }

/** An announcement as it is stored, with its people. Instants are UTC; what the wire shows of it is present.ts. */
export type StoredAnnouncement = Words & {
  id: number
  status: Announcement['status']
  state: State
  archivedFrom: ArchivedFrom | null
  pinnedAt: Date | null
  scheduledFor: Date | null
  expiresAt: Date | null
  publishedAt: Date | null
  rejectionReason: string | null
  createdBy: Person
  approvedBy: Person | null
  createdAt: Date
  updatedAt: Date
}
