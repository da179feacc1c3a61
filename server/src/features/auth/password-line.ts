import { AppError } from '../../kernel/app-error.ts'
import { RecentWork } from './recent-work.ts'

/** Network and account of a password check, so far as they are known before it. */
export type Asker = { network: string; person: string }

/** Lets this many work at once, and shares the line before it. */
export type PasswordLine = {
  /**
   * Does `work` when its turn comes. Networks take turns; within one, who was least at work lately is next. Throws
   * TOO_MANY_REQUESTS to who has too many places, and where all are taken to the newest of who has most.
   */
  pass<T>(asker: Asker, work: () => Promise<T>): Promise<T>
}

/** Options of the line for password checks. `now` is monotonic milliseconds. */
export type LineOptions = { maxAtWork: number; maxWaiting: number; maxOfPerson: number; now(): number }

type Waiting = Asker & { number: number; arrivedAtTurn: number; start(): void; refuse(error: AppError): void }

const RETRY_AFTER_SECONDS = 3

/** A line in memory, for one process. */
export function createPasswordLine({ maxAtWork, maxWaiting, maxOfPerson, now }: LineOptions): PasswordLine {
  const waiting: Waiting[] = []
  const recent = new RecentWork(now)
  let atWork = 0
  let numbers = 0

  function startNext(): void {
    if (atWork >= maxAtWork) return
    const next = firstOf(waiting, recent)
    if (next === null) return
    waiting.splice(waiting.indexOf(next), 1)
    atWork++
    recent.note(next)
    next.start()
  }

  function makeRoom(): void {
    const last = lastOfMost(waiting)
    if (!last) return
    waiting.splice(waiting.indexOf(last), 1)
    last.refuse(tooMany())
  }

  function enter(asker: Asker): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (waiting.filter(({ person }) => person === asker.person).length >= maxOfPerson) throw tooMany()
    waiting.push({
      ...asker,
      number: numbers++,
      arrivedAtTurn: recent.lastTurn,
      start: resolve,
      refuse: reject,
    })
    startNext()
    if (waiting.length > maxWaiting) makeRoom()
    return promise
  }

  return {
    async pass(asker, work) {
      await enter(asker)
      try {
        return await work()
      } finally {
        atWork--
        startNext()
      }
    },
  }
}

/** A network whose turn is long ago, then a person with little work lately, then anyone who has waited longest. */
function firstOf(waiting: readonly Waiting[], recent: RecentWork): Waiting | null {
  // Of a network that is new, right before it came: else anyone who has many of them would always be first.
  const lastTurnOf = ({ network, arrivedAtTurn }: Waiting) => recent.turnOf(network) ?? arrivedAtTurn - 0.5
  const isBefore = (one: Waiting, other: Waiting) => {
    const byNetwork = lastTurnOf(one) - lastTurnOf(other)
    if (byNetwork !== 0) return byNetwork < 0
    const byWork = Math.ceil(recent.amountOf(one.person)) - Math.ceil(recent.amountOf(other.person))
    return byWork === 0 ? one.number < other.number : byWork < 0
  }
  return waiting.reduce<Waiting | null>(
    (best, each) => (best === null || isBefore(each, best) ? each : best),
    null,
  )
}

/** Of the network that has most places, and in it of the person who has, the newest. */
function lastOfMost(waiting: readonly Waiting[]): Waiting | undefined {
  const ofNetwork = Map.groupBy(waiting, ({ network }) => network)
  const most = [...ofNetwork.values()].reduce((a, b) => (b.length > a.length ? b : a))
  const ofPerson = Map.groupBy(most, ({ person }) => person)
  // Where two have as many, the one who came last has fewer claims.
  return [...ofPerson.values()].reduce((a, b) => (b.length >= a.length ? b : a)).at(-1)
}

function tooMany(): AppError {
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}
