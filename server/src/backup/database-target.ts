import type { Swap } from '../db/swap.ts'

/** A database that can be put in the place of the station's. */
export type DatabaseTarget = {
  isEmpty(): Promise<boolean>
  /** Brings the backup's database beside what is there, which stays as it is. Throws BackupRefused. */
  prepare(): Promise<void>
  /** Files that are moved for it, and the state that an interrupted restore needs. */
  plan(): Pick<Swap, 'aside' | 'fresh' | 'postgres'>
  /** Puts in place what was prepared elsewhere than among the files. */
  swap(): Promise<void>
  /** Removes what was prepared, if it is still there. */
  discard(): Promise<void>
  /** Lets go of the database. */
  close(): Promise<void>
}
