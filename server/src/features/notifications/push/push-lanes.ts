/** What may be sent at once, and what may wait for it. */
export type LaneLimits = {
  /** Of all together, and of each that takes turns. */
  atOnce: number
  each: number
  /** What comes then is dropped. */
  waiting: number
  /** What has waited for longer is dropped when its turn comes. */
  waitMs: number
}

/** Something to send to a host. Never rejects; says whether the host answered, whatever it said. */
export type Errand = () => Promise<boolean>

export type PushLanes = ReturnType<typeof createPushLanes>

/** Whom something goes to; `isProven`: this host has taken something for them at some time. */
export type Recipient = { host: string; personId: number; isProven: boolean }

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
  const doubtful = createLane(limits.doubtful, {
    now,
    onDropped,
    keyOf: ({ personId }) => String(personId),
    accepts: () => true,
  })
  const answering = createLane(limits.answering, {
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

type Queued = Recipient & { run(): Promise<void> }

type LaneOptions = {
  now(): number
  onDropped(): void
  /** What takes turns in this lane. */
  keyOf(queued: Queued): string
  /** Asked before something begins: whether it is to, here. */
  accepts(queued: Queued): boolean
}

function createLane(limits: LaneLimits, { now, onDropped, keyOf, accepts }: LaneOptions) {
  /** By key, in the order in which they are next. */
  const lines = new Map<string, { queued: Queued; atMs: number }[]>()
  const atWork = new Map<string, number>()
  const watchers = new Set<() => void>()
  let busy = 0
  let waiting = 0

  function begin(key: string, queued: Queued, atMs: number): void {
    waiting--
    if (now() - atMs > limits.waitMs) {
      onDropped()
      return
    }
    if (!accepts(queued)) return
    busy++
    atWork.set(key, (atWork.get(key) ?? 0) + 1)
    void queued.run().finally(() => {
      busy--
      const left = (atWork.get(key) ?? 1) - 1
      if (left > 0) atWork.set(key, left)
      else atWork.delete(key)
      pump()
    })
  }

  /** A line that is put back stands behind the others, and is come to again. */
  function pump(): void {
    for (const [key, line] of lines) {
      if (busy >= limits.atOnce) break
      if ((atWork.get(key) ?? 0) >= limits.each) continue
      const next = line.shift()
      lines.delete(key)
      if (line.length > 0) lines.set(key, line)
      if (next) begin(key, next.queued, next.atMs)
    }
    for (const look of watchers) look()
  }

  return {
    get waiting() {
      return waiting
    },
    add(queued: Queued): void {
      if (waiting >= limits.waiting) {
        onDropped()
        return
      }
      const key = keyOf(queued)
      const line = lines.get(key) ?? []
      line.push({ queued, atMs: now() })
      lines.set(key, line)
      waiting++
      pump()
    },
    /** Resolves when no more than `count` wait; none: and nothing is at work. */
    below(count: number): Promise<void> {
      const isSo = () => waiting <= count && (count > 0 || busy === 0)
      if (isSo()) return Promise.resolve()
      return new Promise((resolve) => {
        const look = () => {
          if (!isSo()) return
          watchers.delete(look)
          resolve()
        }
        watchers.add(look)
      })
    },
    clear(): void {
      lines.clear()
      waiting = 0
      pump()
    },
  }
}
