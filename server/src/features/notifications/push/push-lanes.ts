import { type LaneLimits, PushLane, type Recipient } from './push-lane.ts'

/** Something to send to a host. Never rejects; says whether the host answered, whatever it said. */
export type Errand = () => Promise<boolean>

export type PushLanes = ReturnType<typeof createPushLanes>

/** Hosts that answer, and those that have not yet or no longer do: neither waits for the other. */
export const LANES: Record<'answering' | 'doubtful', LaneLimits> = {
  answering: { atOnce: 48, each: 8, waiting: 2_000, waitMs: 10 * 60_000 },
  doubtful: { atOnce: 32, each: 2, waiting: 1_000, waitMs: 60_000 },
}
/** In a row; until the host answers again it is doubtful. */
const SILENT_LIMIT = 3
/** More are not remembered: whichever was asked longest ago is as if unknown. */
export const MAX_HOSTS = 1_000
/** The push services of the great browsers. */
const KNOWN =
  /^(fcm\.googleapis\.com|updates\.push\.services\.mozilla\.com|.+\.push\.apple\.com|.+\.notify\.windows\.com)$/

type Experience = { hasAnswered: boolean; silentInARow: number }

/**
 * Sends to many hosts at once, to each only a little: hosts take turns, so that one that hangs holds up nobody but those
 * who share it. Where it is not known whether a host answers people take turns, since anybody can name many hosts.
 * `onDropped` is told of each errand that is not run.
 */
export function createPushLanes(now: () => number, onDropped: () => void, limits = LANES) {
  const hosts = new Map<string, Experience>()
  const doubtful = new PushLane(limits.doubtful, {
    now,
    onDropped,
    keyOf: ({ personId }) => String(personId),
    accepts: () => true,
  })
  const answering = new PushLane(limits.answering, {
    now,
    onDropped,
    keyOf: ({ host }) => host,
    // One that has fallen silent meanwhile takes the rest of its line with it.
    accepts(queued) {
      if (isAnswering(queued)) return true
      doubtful.add(queued)
      return false
    },
  })

  function isAnswering({ host, isProven }: Recipient): boolean {
    const known = hosts.get(host) ?? { hasAnswered: false, silentInARow: 0 }
    return known.silentInARow < SILENT_LIMIT && (known.hasAnswered || isProven || KNOWN.test(host))
  }

  function note(host: string, answered: boolean): void {
    const known = hosts.get(host) ?? { hasAnswered: false, silentInARow: 0 }
    hosts.delete(host)
    if (hosts.size >= MAX_HOSTS) hosts.delete(hosts.keys().next().value ?? '')
    const silentInARow = answered ? 0 : known.silentInARow + 1
    hosts.set(host, { hasAnswered: known.hasAnswered || answered, silentInARow })
  }

  return {
    add(recipient: Recipient, errand: Errand): void {
      const run = async () => note(recipient.host, await errand())
      const lane = isAnswering(recipient) ? answering : doubtful
      lane.add({ ...recipient, run })
    },
    /** Resolves when half of what may wait for hosts that answer has gone. */
    room: (): Promise<void> => answering.below(limits.answering.waiting / 2),
    idle: async (): Promise<void> => {
      await answering.below(0)
      await doubtful.below(0)
    },
    get waiting(): number {
      return answering.waiting + doubtful.waiting
    },
    /** Drops what waits, which is nobody's loss to count. */
    clear(): void {
      for (const lane of [answering, doubtful]) lane.clear()
    },
  }
}
