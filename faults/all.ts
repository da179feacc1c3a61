import { clockJump } from './clock-jump.ts'
import { databaseAway } from './database-away.ts'
import { descriptors } from './descriptors.ts'
import { diskFullEmbedded } from './disk-full-embedded.ts'
import { diskFullPostgres } from './disk-full-postgres.ts'
import { diskFullUpload } from './disk-full-upload.ts'
import { dnsSilent } from './dns-silent.ts'
import { docsFlood } from './docs-flood.ts'
import { dumpBusy } from './dump-busy.ts'
import { halfHeads } from './half-heads.ts'
import { halfOpen } from './half-open.ts'
import { handOverKilled } from './hand-over-killed.ts'
import { hlsAcross } from './hls-across.ts'
import { icecastRestarts } from './icecast-restarts.ts'
import { instanceKilled } from './instance-killed.ts'
import { killNine } from './kill-9.ts'
import { largeFrames } from './large-frames.ts'
import { largeLog } from './large-log.ts'
import type { Fault } from './lib/fault.ts'
import { playoutKilled } from './playout-killed.ts'
import { postgresSilent } from './postgres-silent.ts'
import { pushHanging } from './push-hanging.ts'
import { redisAway } from './redis-away.ts'
import { sigterm } from './sigterm.ts'
import { slowBody } from './slow-body.ts'
import { slowHeaders } from './slow-headers.ts'
import { slowRead } from './slow-read.ts'
import { smallMachine } from './small-machine.ts'
import { stalledListeners } from './stalled-listeners.ts'
import { transactions } from './transactions.ts'

/** Every fault, in the order of the table. */
export const FAULTS: readonly Fault[] = [
  killNine,
  sigterm,
  diskFullEmbedded,
  diskFullPostgres,
  diskFullUpload,
  clockJump,
  halfOpen,
  stalledListeners,
  slowHeaders,
  slowBody,
  slowRead,
  descriptors,
  largeFrames,
  databaseAway,
  redisAway,
  icecastRestarts,
  instanceKilled,
  handOverKilled,
  playoutKilled,
  hlsAcross,
  halfHeads,
  smallMachine,
  transactions,
  docsFlood,
  postgresSilent,
  pushHanging,
  dnsSilent,
  dumpBusy,
  largeLog,
]
