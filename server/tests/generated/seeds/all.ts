import type { Seeds } from '../seed.ts'
import { announcementSeeds } from './announcements.ts'
import { authSeeds } from './auth.ts'
import { broadcastSeeds } from './broadcasts.ts'
import { librarySeeds } from './library.ts'
import { roomSeeds } from './room.ts'
import { streamSeeds } from './stream.ts'
import { totpSeeds } from './totp.ts'

/** A call that is not here is asked as an administrator, with values by its schema alone: often that is enough. */
export const seeds: Seeds = {
  ...authSeeds,
  ...broadcastSeeds,
  ...announcementSeeds,
  ...librarySeeds,
  ...roomSeeds,
  ...streamSeeds,
  ...totpSeeds,
}
