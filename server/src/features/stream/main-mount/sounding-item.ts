import { PLAYOUT_KINDS } from '@carillon/contract/plays/schemas'
import { z } from 'zod/mini'

/** Item that sounds between shows, as the instance that plays it tells the others. Times are milliseconds since 1970. */
export const soundingItem = z.object({
  kind: z.enum(PLAYOUT_KINDS),
  title: z.string(),
  artist: z.nullable(z.string()),
  /** Item of the library; null for a replay. */
  itemId: z.nullable(z.int()),
  /** Show of a replay; null for anything else. */
  broadcastId: z.nullable(z.int()),
  firstAiredAtMs: z.nullable(z.number()),
  /** Plan of a replay that has a time of its own; absent otherwise. */
  plannedId: z.optional(z.int()),
  /** When its beginning was, or would have been. */
  startedAtMs: z.number(),
  /** Time since which it sounds, where it was joined in its midst. */
  soundsFromMs: z.optional(z.number()),
  durationMs: z.number().check(z.nonnegative()),
})
export type SoundingItem = z.infer<typeof soundingItem>
