import type { Instances } from './ports.ts'

/** Names the source of the station's Icecast among leases, where a broadcast has its id. */
const OUTPUT_ID = -1
/** Answers in a row, two a second, after which nobody else is believed to feed: Redis has been back for all by then. */
const SURE_AFTER = 8
/** An instance that has not reached the one that leads for this long sends nothing but silence. */
const LOST_MS = 5_000
/** An instance that Icecast has taken nothing from for this long leaves it to the one that leads. */
const STUCK_MS = 10_000
/** While nobody can be asked, another instance is believed to feed for this long. */
const OTHER_MS = 10_000

export type OutputLeaseOptions = {
  /** Null: this instance is the only one, and feeds what it leads. */
  self: Instances | null
  /** Icecast takes what this instance sends. */
  flows: () => boolean
  /** Monotonic milliseconds. */
  now: () => number
}

/** A mount with public sound, as it stands here. */
type Mount = { leads: boolean; apply(feeds: boolean): Promise<void> }

/** Place of a mount in the lease. */
export type OutputPlace = {
  /** This instance leads what sounds on the mount, or another one does. */
  setLeads(leads: boolean): void
  /** The mount is closed. Resolves when another instance may feed; idempotent. */
  leave(): Promise<void>
}

/**
 * Which instance feeds the station's Icecast. Its listeners are cut when its source changes, so that the first instance
 * that leads what sounds goes on to feed until it stops, whoever leads: it has every packet anyway. `tick` is to be
 * called about twice a second.
 */
export class OutputLease {
  readonly #options: OutputLeaseOptions
  readonly #mounts = new Set<Mount>()
  /** Answers in a row that this instance has it. */
  #held = 0
  /** When it was last known that another one has it. */
  #otherMs = Number.NEGATIVE_INFINITY
  /** Nobody could be asked the last time. */
  #isAway = false
  #isAsking = false
  #flowedMs = Number.NEGATIVE_INFINITY
  /** Times that it was given back: an answer to what was asked before that is none. */
  #releases = 0

  constructor(options: OutputLeaseOptions) {
    this.#options = options
  }

  /** Certain that no other instance feeds: a source that is in the way may be ended. */
  get isSure(): boolean {
    return this.#options.self === null || (this.#held >= SURE_AFTER && !this.#isAway)
  }

  /**
   * Enters a mount that sounds in public. `apply` is called with whether this instance feeds it; it resolves when that is so.
   */
  enter(apply: (feeds: boolean) => Promise<void>): OutputPlace {
    const mount: Mount = { leads: false, apply }
    this.#mounts.add(mount)
    void this.#applyAll()
    return {
      setLeads: (leads) => {
        if (leads === mount.leads) return
        mount.leads = leads
        void this.#applyAll()
        if (leads) void this.#ask()
      },
      leave: async () => {
        if (this.#mounts.delete(mount) && this.#mounts.size === 0) await this.#release()
      },
    }
  }

  /** `lostMs`: time for which it has not reached the instance that leads; 0 where that is itself. */
  tick({ lostMs }: { lostMs: number }): void {
    const { flows, now } = this.#options
    if (flows() || this.#held === 0) this.#flowedMs = now()
    const isOfNoUse = lostMs > LOST_MS || now() - this.#flowedMs > STUCK_MS
    if (this.#leads) void this.#ask()
    else if (this.#held === 0) this.#isAway = false
    else if (isOfNoUse && !this.#isAway) void this.#release()
    else void this.#ask()
  }

  get #leads(): boolean {
    return [...this.#mounts].some(({ leads }) => leads)
  }

  async #applyAll(): Promise<void> {
    const { self, now } = this.#options
    const isFree = this.#isAway && now() - this.#otherMs > OTHER_MS
    const feeds = (leads: boolean) => (self === null ? leads : this.#held > 0 || (leads && isFree))
    await Promise.all([...this.#mounts].map(({ leads, apply }) => apply(feeds(leads))))
  }

  async #ask(): Promise<void> {
    const { self, now, flows } = this.#options
    if (!self || this.#isAsking) return
    this.#isAsking = true
    const releases = this.#releases
    // Who has fed for a while gets it back from who asked first when Redis is there again.
    const term = flows() && this.#held >= SURE_AFTER ? 1 : 0
    try {
      const bid = { instance: self.id, url: self.url() ?? '', term, sourceKind: null }
      const { instance } = await self.leases.claim(OUTPUT_ID, bid)
      this.#isAway = false
      if (releases !== this.#releases) await this.#release(instance === self.id)
      else if (instance === self.id) this.#held += 1
      else {
        this.#held = 0
        this.#otherMs = now()
      }
    } catch {
      this.#isAway = true
    } finally {
      this.#isAsking = false
    }
    if (this.#mounts.size === 0) await this.#release()
    else void this.#applyAll()
  }

  /** Another instance may feed, once this one does no more. */
  async #release(isHeld = this.#held > 0): Promise<void> {
    this.#releases += 1
    this.#held = 0
    await this.#applyAll()
    const { self } = this.#options
    // A place that is away forgets by itself.
    if (self && isHeld) await self.leases.release(OUTPUT_ID, self.id).catch(() => undefined)
  }
}
