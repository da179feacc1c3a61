import { randomUUID } from 'node:crypto'
import type { Person, Role } from '@carillon/contract/roles'
import { sql } from 'kysely'
import { openEmpty } from '../../../tests/support/database.ts'
import type { Database } from '../../db/connect.ts'
import { migrate } from '../../db/migrate.ts'
import { presentPerson } from './present.ts'
import { type Db, insertUser } from './store.ts'
import type { UserRow } from './table.ts'

/** 20 November 2026, noon in Manila. */
export const NOON = new Date('2026-11-20T04:00:00Z')

/** The databases that the tests of this run use: the second one where it is given. */
export const ENGINES = process.env.TEST_DATABASE_URL
  ? (['embedded', 'postgres'] as const)
  : (['embedded'] as const)

/** A migrated database of a test's own; closing it also removes it. */
export async function openDatabase(engine: (typeof ENGINES)[number]): Promise<Database> {
  const database = await openEmpty(engine)
  await migrate(database)
  return database
}

/** An account of its own, whose password nobody knows. */
export async function newUser(db: Db, role: Role = 'LISTENER', email = `${randomUUID()}@station.test`) {
  const names = { firstname: role.toLowerCase(), lastname: 'Reyes', birthdate: null }
  const user = await insertUser(db, { ...names, email, role, password_hash: '', created_at: NOON })
  return user as UserRow
}

/** The account as a session would have it. */
export async function newPerson(db: Db, role: Role): Promise<Person> {
  return presentPerson(await newUser(db, role))
}

/** Lines of the audit log by this person, oldest first. */
export async function activitiesOf(db: Db, userId: number): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`SELECT activity_type || ': ' || description AS line
    FROM activities WHERE user_id = ${userId} ORDER BY id`.execute(db)
  return rows.map(({ line }) => line)
}
