import { currentSourceSchema } from '@carillon/contract/encoder/schemas'
import { feedHoldSchema } from '@carillon/contract/stream/topics'
import { z } from 'zod/mini'
import { soundingItem } from '../main-mount/sounding-item.ts'

const count = z.int().check(z.nonnegative())

/** The state of a broadcast on air, as the instance that leads it sends it to the others. */
export const onAirState = z.object({
  listenerCount: count,
  peakListeners: count,
  /** Those of them who listen at another server and are counted by nobody else. An earlier version does not say so. */
  outsideListeners: z._default(count, 0),
  isRecovering: z.boolean(),
  /** Anything was received of a source. An earlier version does not say so: it was. */
  hasReceived: z._default(z.boolean(), true),
  feedHold: z.nullable(feedHoldSchema),
  isDeadAir: z.boolean(),
  hasRecordingFailed: z.boolean(),
  bitrate: z.nullable(z.number()),
  /** The station's Icecast takes the stream, or there is none. */
  isIcecastUp: z.boolean(),
  /** Whose source is on the air; null: the place is free. */
  sourceUserId: z.nullable(z.int()),
  /** Kind of that source and its reception. */
  source: z.nullable(currentSourceSchema),
  /** The DJ's browser took over from their program, which may knock as often as it likes. */
  isProgramAside: z.boolean(),
  /** Milliseconds since a source last sent anything; 0 for a test, which waits for nobody. */
  silentForMs: z.number().check(z.nonnegative()),
  /** Absent for a broadcast: what plays between shows, and whether there is nothing to play. */
  betweenShows: z.optional(z.object({ isIdle: z.boolean(), item: z.nullable(soundingItem) })),
})

export type OnAirState = z.infer<typeof onAirState>
