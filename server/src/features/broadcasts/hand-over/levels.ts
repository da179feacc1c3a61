import { type LevelBody, levelBodySchema } from '@carillon/contract/broadcasts/levels'
import { canBroadcast, ownersOf } from '@carillon/contract/policies'
import type { Person } from '@carillon/contract/roles'
import { validate } from '../../../http/validate.ts'
import { AppError } from '../../../kernel/app-error.ts'
import { type Rate, TokenBucket } from '../../../kernel/token-bucket.ts'
import type { BroadcastsContext } from '../ports.ts'
import { listLive } from '../store.ts'
import type { StoredBroadcast } from '../table.ts'
import { findNext } from './next.ts'

/** Levels of one DJ that are passed on; what comes faster is left out. */
export const LEVEL_RATE: Rate = { burst: 4, perSecond: 4 }
/** The two shows of a hand-over are asked of the database so often at most. */
const KNOWN_FOR_MS = 2_000

/** The live show and the one that stands by to follow it. */
type Pair = { live: StoredBroadcast; next: StoredBroadcast }

/**
 * Passes the levels of both DJs of a hand-over on to both of them and staff, and keeps none. Without anybody who stands by it
 * passes on nothing.
 */
export class HandOverLevels {
  readonly #context: Pick<BroadcastsContext, 'db' | 'events' | 'now'>
  readonly #ofLive: TokenBucket
  readonly #ofNext: TokenBucket
  #pair: Promise<Pair | null> | null = null
  #askedMs = 0

  constructor(context: Pick<BroadcastsContext, 'db' | 'events' | 'now'>) {
    this.#context = context
    this.#ofLive = new TokenBucket(LEVEL_RATE, context.now())
    this.#ofNext = new TokenBucket(LEVEL_RATE, context.now())
  }

  /** Takes what the page of a show's DJ sent. Throws INVALID_INPUT, FORBIDDEN for who may not send the show. */
  async receive(person: Person, id: number, body: unknown): Promise<void> {
    const { peakDb } = validate(levelBodySchema, body) as LevelBody
    const pair = await this.#find()
    const show = pair && [pair.live, pair.next].find((each) => each.id === id)
    if (!pair || !show) return
    if (!canBroadcast(person, ownersOf(show))) throw new AppError('FORBIDDEN')
    const bucket = show === pair.live ? this.#ofLive : this.#ofNext
    if (!bucket.consume(1, this.#context.now())) return
    this.#context.events.onLevel({ broadcastId: id, peakDb, to: [pair.live.id, pair.next.id] })
  }

  #find(): Promise<Pair | null> {
    const nowMs = this.#context.now()
    if (this.#pair && nowMs - this.#askedMs < KNOWN_FOR_MS) return this.#pair
    this.#askedMs = nowMs
    const asked = this.#ask()
    this.#pair = asked
    // What failed is asked again.
    asked.catch(() => {
      if (this.#pair === asked) this.#pair = null
    })
    return asked
  }

  async #ask(): Promise<Pair | null> {
    const { db } = this.#context
    const [live] = await listLive(db)
    if (!live) return null
    const next = await findNext(db, live)
    return next?.standBySince ? { live, next } : null
  }
}
