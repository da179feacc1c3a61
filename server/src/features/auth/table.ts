import type { User } from '@carillon/contract/auth/schemas'
import type { Role } from '@carillon/contract/roles'
import type { ColumnType, Generated, Selectable } from 'kysely'

type WithDefault<T> = ColumnType<T, T | undefined, T>

/** Table `users`; `banned_until` null with `banned` is for good. */
export type UsersTable = {
  id: Generated<number>
  email: string
  password_hash: string
  role: WithDefault<Role>
  firstname: string
  lastname: string
  birthdate: string | null
  gender: WithDefault<User['gender']>
  verified: WithDefault<boolean>
  banned: WithDefault<boolean>
  banned_until: ColumnType<Date | null, Date | null | undefined, Date | null>
  ban_reason: ColumnType<string | null, string | null | undefined, string | null>
  notify_broadcast_start: WithDefault<boolean>
  notify_broadcast_reminders: WithDefault<boolean>
  notify_new_schedule: WithDefault<boolean>
  notify_system_updates: WithDefault<boolean>
  /** Since when signing in asks for a code; null: it does not. */
  totp_since: ColumnType<Date | null, Date | null | undefined, Date | null>
  created_at: Date
}

/** Table `sessions`: the SHA-256 of the token, never the token. */
export type SessionsTable = {
  id: Generated<number>
  token_hash: string
  user_id: number
  remember: boolean
  created_at: Date
  expires_at: Date
}

/** Table `email_codes`: one per account; the SHA-256 of salt and code, never the code. */
export type EmailCodesTable = {
  user_id: number
  salt: string
  code_hash: string
  tries_left: number
  expires_at: Date
}

/** Table `password_resets`: one per account; the SHA-256 of the token, never the token. */
export type PasswordResetsTable = {
  user_id: number
  token_hash: string
  expires_at: Date
}

/** Table `devices`: browsers that have signed in before; the SHA-256 of their token, never the token. */
export type DevicesTable = { id: Generated<number>; token_hash: string; user_id: number; created_at: Date }

/** Table `totp_secrets`: base32, one per account that has a second step or is setting one up. */
export type TotpSecretsTable = { user_id: number; secret: string; last_counter: number; created_at: Date }

/** Table `recovery_codes`: the SHA-256 of the code, never the code; a used one is gone. */
export type RecoveryCodesTable = { user_id: number; code_hash: string }

/** The tables of accounts. */
export type AuthTables = {
  users: UsersTable
  sessions: SessionsTable
  email_codes: EmailCodesTable
  password_resets: PasswordResetsTable
  devices: DevicesTable
  totp_secrets: TotpSecretsTable
  recovery_codes: RecoveryCodesTable
}
/** An account as it is read. */
export type UserRow = Selectable<UsersTable>
/** A session as it is read. */
export type SessionRow = Selectable<SessionsTable>
