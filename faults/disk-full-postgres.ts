import { findPostgresFolder, startPostgres } from '../scripts/lib/postgres.ts'
import type { Fault } from './lib/fault.ts'
import { fullDisk } from './lib/full-disk.ts'
import { lacksSmallDisk, SmallDisk } from './lib/small-disk.ts'

const MEGABYTES = 160

/** PostgreSQL has its own machine, and that one's disk fills up. */
export const diskFullPostgres: Fault = {
  name: 'disk-full-postgres',
  sentence: 'The disk of PostgreSQL fills up and has room again.',
  lacks: () => lacksSmallDisk() ?? (findPostgresFolder() ? null : 'no PostgreSQL on this machine'),
  async run(stage) {
    const disk = new SmallDisk(MEGABYTES)
    stage.atEnd(() => disk.remove())
    const postgres = await startPostgres(findPostgresFolder() ?? '', disk.folder)
    stage.atEnd(() => postgres.stop())
    const scene = await stage.open({ environment: { DATABASE_URL: postgres.url } })
    return fullDisk(stage, scene, disk)
  },
}
