import type { Kysely } from 'kysely'

/** Table `encoder_passwords`; migration 0034. */
type EncoderPasswordsTable = {
  broadcast_id: number
  user_id: number
  password_hash: string
  created_at: Date
}

/** The tables that encoders read and write. */
export type EncoderTables = { encoder_passwords: EncoderPasswordsTable }
export type Db = Kysely<EncoderTables>

/** For whom and for what a password counts. */
export type StoredPassword = { broadcastId: number; userId: number; createdAt: Date }
