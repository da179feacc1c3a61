import { findPostgresFolder, startPostgres } from '@carillon/testkit/postgres'
import type { Fault } from './lib/fault.ts'
import { fullDisk } from './lib/full-disk.ts'
import { lacksSmallDisk, SmallDisk } from './lib/small-disk.ts'

const MEGABYTES = 160

/** PostgreSQL has its own machine, and that one's disk fills up. */
export const diskFullPostgres: Fault = {
  name: 'disk-full-postgres',
  sentence: 'The disk of PostgreSQL fills up and has room again.',
  lacks: () => lacksSmallDisk() ?? (findPostgresFolder() ? null : 'no PostgreSQL on this machine'),
  async run(context) {
    const disk = new SmallDisk(MEGABYTES)
    context.atEnd(() => disk.remove())
    const postgres = await startPostgres(findPostgresFolder() ?? '', disk.folder)
    context.atEnd(() => postgres.stop())
    const rig = await context.open({ environment: { DATABASE_URL: postgres.url } })
    return fullDisk(context, rig, disk)
  },
}
