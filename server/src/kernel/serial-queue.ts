import { AsyncLocalStorage } from 'node:async_hooks'
import { AppError } from './app-error.ts'
import { Undecided } from './undecided.ts'

/**
 * Runs one piece of work at a time; `personId` is whose it is. What waits runs in rounds, one piece of each person, and in
 * order for each of them.
 */
export type RunExclusive = <T>(work: () => Promise<T>, personId?: number) => Promise<T>

/** Limits of a queue: how much it holds, and for how long. */
export type SerialQueueLimits = {
  /** Of one person; the next one is refused with TOO_MANY_REQUESTS. */
  waitingEach: number
  /** In all; the next one is refused with BUSY. */
  waiting: number
  /** Work that has waited for this long is refused with BUSY. */
  waitMs: number
  /** Work that takes longer goes on, but nobody waits for it: it fails with Undecided, and the next one begins. */
  workMs: number
}

/** An embedded database that is busy may take up to a minute (OP7); a PostgreSQL ends each statement far sooner. */
export const LIMITS: SerialQueueLimits = { waitingEach: 20, waiting: 1_000, waitMs: 60_000, workMs: 65_000 }
const RETRY_AFTER_SECONDS = 1

/** Place in a line: work that has its turn alone, or an item that may be carried out with those next to it. */
type Turn<Item> = {
  item?: Item
  begin(): void
  refuse(error: unknown): void
  timer?: NodeJS.Timeout
}
type Carried<Item, Result> = Turn<Item> & { item: Item; settle(outcome: PromiseSettledResult<Result>): void }

/** A queue in memory: what waits is lost with the process. A failure reaches its own caller alone. */
export function createSerialQueue(limits: SerialQueueLimits = LIMITS): RunExclusive {
  return createBatchQueue<never, never>(async () => [], { limits }).runExclusive
}

/** Items carried out at once: more make each wait for longer than a statement is worth. */
const MAX_BATCH = 64

/** Carries items out together; gives the outcome of each, in order. */
export type CarryOut<Item, Result> = (items: Item[]) => Promise<PromiseSettledResult<Result>[]>

/**
 * The same queue, whose items are carried out with those that have the next turns. That is done for nobody in particular:
 * outside of every caller's async context.
 */
export function createBatchQueue<Item, Result>(
  carryOut: CarryOut<Item, Result>,
  { limits = LIMITS, maxBatch = MAX_BATCH }: { limits?: SerialQueueLimits; maxBatch?: number } = {},
) {
  const lines = new WaitingLines<Item>(limits)
  const outside = AsyncLocalStorage.snapshot()
  let isAtWork = false

  function next(): void {
    const turn = lines.shift()
    isAtWork = turn !== undefined
    turn?.begin()
  }

  /** With those that wait next, up to one that is no item. */
  async function carry(first: Carried<Item, Result>): Promise<void> {
    const all = [first]
    while (all.length < maxBatch && isCarried<Item, Result>(lines.first))
      all.push(lines.shift() as typeof first)
    try {
      const outcomes = await outside(() => within(limits.workMs, () => carryOut(all.map(({ item }) => item))))
      for (const [at, outcome] of outcomes.entries()) all[at]?.settle(outcome)
    } catch (error) {
      for (const turn of all) turn.refuse(error)
    }
    next()
  }

  const runExclusive: RunExclusive = async (work, personId) => {
    if (isAtWork) {
      const { promise, resolve, reject } = Promise.withResolvers<void>()
      lines.enter(personId ?? null, { begin: resolve, refuse: reject })
      await promise
    }
    isAtWork = true
    return within(limits.workMs, work).finally(next)
  }

  /** Has an item carried out when its turn comes, or when that of one just before it does. */
  async function add(item: Item, personId?: number): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    const turn: Carried<Item, Result> = {
      item,
      begin: () => void carry(turn),
      refuse: reject,
      settle: (outcome) => (outcome.status === 'fulfilled' ? resolve(outcome.value) : reject(outcome.reason)),
    }
    if (isAtWork) lines.enter(personId ?? null, turn)
    else {
      isAtWork = true
      turn.begin()
    }
    return promise
  }

  return { runExclusive, add }
}

function isCarried<Item, Result>(turn: Turn<Item> | undefined): turn is Carried<Item, Result> {
  return turn !== undefined && 'settle' in turn
}

/** Lines of those that wait for their turn: in rounds, one of each person, and in order for each of them. */
class WaitingLines<Item> {
  readonly #limits: SerialQueueLimits
  /** By person, in the order in which they are next; what is nobody's stands under null. */
  readonly #lines = new Map<number | null, Turn<Item>[]>()
  #waiting = 0

  constructor(limits: SerialQueueLimits) {
    this.#limits = limits
  }

  /** The one that is next. */
  get first(): Turn<Item> | undefined {
    const [line] = this.#lines.values()
    return line?.[0]
  }

  /** Takes the next one, which waits no longer. */
  shift(): Turn<Item> | undefined {
    const [first] = this.#lines
    if (!first) return
    const [person, line] = first
    const turn = line.shift()
    this.#lines.delete(person)
    // Behind everybody else who waits.
    if (line.length > 0) this.#lines.set(person, line)
    this.#waiting--
    clearTimeout(turn?.timer)
    return turn
  }

  /** Waits, and is refused in the end. Throws TOO_MANY_REQUESTS and BUSY. */
  enter(person: number | null, turn: Turn<Item>): void {
    const line = this.#lines.get(person) ?? []
    if (person !== null && line.length >= this.#limits.waitingEach)
      throw new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
    if (this.#waiting >= this.#limits.waiting) throw new AppError('BUSY')
    turn.timer = setTimeout(() => this.#leave(person, turn), this.#limits.waitMs)
    line.push(turn)
    this.#lines.set(person, line)
    this.#waiting++
  }

  #leave(person: number | null, turn: Turn<Item>): void {
    const line = this.#lines.get(person) ?? []
    line.splice(line.indexOf(turn), 1)
    if (line.length === 0) this.#lines.delete(person)
    this.#waiting--
    turn.refuse(new AppError('BUSY'))
  }
}

async function within<T>(limitMs: number, work: () => Promise<T>): Promise<T> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Undecided('Work took longer than its turn')), limitMs)
  try {
    return await Promise.race([work(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
