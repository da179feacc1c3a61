import type { Db } from './table.ts'

/** Dependencies of the sound log. */
export type PlaysContext = { db: Db; timeZone: string }
