import { feedHoldSchema } from '@carillon/contract/stream/topics'
import { z } from 'zod/mini'
import type { MountKind } from '../mount/mount.ts'
import { onAirState } from './on-air-state.ts'

/** Names in one message: what is more comes in the next ones. */
export const MAX_NAMES = 1_000

const names = z.array(z.string().check(z.maxLength(100))).check(z.maxLength(MAX_NAMES))
const term = z.int().check(z.nonnegative())
const kind = z.enum(['live', 'test'] satisfies MountKind[])
const sourceKind = z.nullable(z.enum(['BROWSER', 'ENCODER']))
const bid = z.object({
  instance: z.string(),
  url: z.url(),
  term,
  sourceKind,
  isStandIn: z.optional(z.boolean()),
})

/** Message of a follower on the relay. */
const upward = z.discriminatedUnion('type', [
  /**
   * Players that came, that are there and were counted before, and that went. About twice a second, also for none. `kind` is
   * absent where it comes from an instance of before.
   */
  z.object({ type: z.literal('AUDIENCE'), kind: z.optional(kind), joined: names, back: names, left: names }),
  /** The DJ is there now: it leads, with this term. */
  z.object({ type: z.literal('TAKE'), bid }),
  z.object({ type: z.literal('HOLD'), feedHold: z.nullable(feedHoldSchema) }),
])

/** Message of the leader on the relay, beside its pages. */
const downward = z.discriminatedUnion('type', [
  /** How the broadcast stands, and players that were counted as arrivals since. A test may go live meanwhile. */
  z.object({ type: z.literal('FACTS'), term, kind, facts: onAirState, arrived: names }),
  /** Lines of a map: takes that are new or have changed, and of whom the packets of the next page are. */
  z.object({ type: z.literal('MAP'), map: z.string() }),
  /** Another one leads. */
  z.object({ type: z.literal('MOVED'), bid }),
])

export type Upward = z.infer<typeof upward>
export type Downward = z.infer<typeof downward>

/** Reads what a follower said; null when it is something else. */
export const readUpward = (text: string): Upward | null => read(upward, text)
/** Reads what the instance that leads said; null when it is something else. */
export const readDownward = (text: string): Downward | null => read(downward, text)

function read<T>(schema: z.ZodMiniType<T>, text: string): T | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null // no JSON
  }
}
