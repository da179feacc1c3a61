import { join } from 'node:path'
import type { Fault } from './lib/fault.ts'
import { fullDisk } from './lib/full-disk.ts'
import { lacksSmallDisk, SmallDisk } from './lib/small-disk.ts'

const MEGABYTES = 220

/** Database, recording and dumps share the disk that fills up. */
export const diskFullEmbedded: Fault = {
  name: 'disk-full-embedded',
  sentence: 'The disk of DATA_DIR, with the embedded database in it, fills up and has room again.',
  lacks: lacksSmallDisk,
  async run(context) {
    const disk = new SmallDisk(MEGABYTES)
    context.atEnd(() => disk.remove())
    const rig = await context.open({ environment: { DATA_DIR: join(disk.folder, 'data') } })
    return fullDisk(context, rig, disk)
  },
}
