import type { OwnInstance } from '../cluster/instance.ts'
import { createRecordings } from '../features/recordings/create-recordings.ts'
import { createStream } from '../features/stream/create-stream.ts'
import { createEncoders } from '../features/stream/sources/encoder/create-encoders.ts'
import { createAlarm } from './alarm.ts'
import type { Base } from './base.ts'
import type { People } from './people.ts'
import { type ShowsPort, streamContext } from './stream-context.ts'
import { translate } from './translate.ts'

/** Whom the sound works with. `shows` come after it. */
export type SoundOptions = { people: People; own: OwnInstance; shows(): ShowsPort }

export type Sound = ReturnType<typeof createSound>

/** The stream, the programs that feed it, and what is recorded of it. */
export function createSound(base: Base, { people, own, shows }: SoundOptions) {
  const { config, clock, database, logger, onError, redis } = base
  const alarm = createAlarm(base, people)
  const context = streamContext(base, { own, shows, alarm, publishHere: people.realtime.broker.publishHere })
  const stream = createStream({ ...context, onRecorded: () => void recordings.work() })
  const encoders = createEncoders({
    db: database.tables(),
    clock,
    now: base.now,
    log: logger,
    stream: stream.stream,
    encoderAddress: config.encoderAddress,
    publicUrl: config.publicUrl,
    findBroadcast: (id) => shows().broadcasts.findSourceBroadcast(id),
    findPerson: people.auth.findPerson,
    bus: base.bus,
    isClosing: base.isClosing,
    translate,
  })
  let unready = 0
  const recordings = createRecordings({
    db: database.tables(),
    clock,
    dataDir: config.dataDir,
    recordingDays: config.recordingDays,
    publicUrl: config.publicUrl,
    instances: redis && { url: own.url, key: base.key },
    isRecording: (id) => stream.stream.isRecording(id),
    onChanged: (id) => void shows().broadcasts.tellUpdated(id).catch(onError),
    onFailure(id, err) {
      logger.error({ err, broadcastId: id }, 'a recording could not be made ready')
      unready++
      alarm('recording not ready', id)
    },
    onError,
  })
  return { stream, encoders, recordings, countUnready: () => unready }
}
