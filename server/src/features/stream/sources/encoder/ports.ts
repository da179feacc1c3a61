import type { NowPlayingBody } from '@carillon/contract/broadcasts/schemas'
import type { Person } from '@carillon/contract/roles'
import type { MessageBus } from '../../../../cluster/bus.ts'
import type { Translate } from '../../../../http/error-reply.ts'
import type { Session } from '../../../../http/session.ts'
import type { KnownBroadcast, Log } from '../../ports.ts'
import type { Stream } from '../../service.ts'
import type { Db } from './table.ts'

/** Dependencies of encoders; the functions belong to other features and are passed by the composition root. */
export type EncoderContext = {
  db: Db
  clock: { now(): number }
  /** Monotonic milliseconds. */
  now: () => number
  log: Log
  stream: Stream
  /** The address that programs are given, when it is not the one that the page was reached at. */
  encoderAddress: { host: string; port: number } | null
  publicUrl: string | null
  findBroadcast(id: number): Promise<KnownBroadcast | null>
  /** Finds a person as they are now; null for nobody, and for anyone who is banned. */
  findPerson(id: number): Promise<Person | null>
  /** To the station's other instances: a password counts no longer, wherever its source is. */
  bus: MessageBus
  /** Says for its DJ what is playing on a live broadcast, at the DJ's own rate. Throws TOO_MANY_REQUESTS. */
  nameSong(session: Session, broadcastId: number, song: NowPlayingBody): Promise<void>
  isClosing(): boolean
  /** Maps failures of other parts, such as the database's, to errors of the station. */
  translate: Translate
}
