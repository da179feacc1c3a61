import { AppError } from '../../kernel/app-error.ts'

/** Who wants a password looked at: from which network, and as whom, so far as that is known before it is looked at. */
export type Asker = { network: string; person: string }

/** Lets this many work at once, and shares the line before it. */
export type PasswordLine = {
  /**
   * Does `work` when its turn comes. Networks take turns; within one, who was least at work lately is next. Throws
   * TOO_MANY_REQUESTS to who has too many places, and where all are taken to the newest of who has most.
   */
  pass<T>(asker: Asker, work: () => Promise<T>): Promise<T>
}

/** What a line is made of. `now` is monotonic milliseconds. */
export type LineOptions = { maxAtWork: number; maxWaiting: number; maxOfPerson: number; now(): number }

type Waiting = Asker & { number: number; arrivedAtTurn: number; start(): void; refuse(error: AppError): void }

const RETRY_AFTER_SECONDS = 3
/** After this long, one piece of work is forgotten: anyone who signs in now and then is as good as new. */
const FORGOTTEN_AFTER_MS = 60_000
/** Whose work is remembered; beyond it, who worked longest ago is as good as new. */
export const MAX_REMEMBERED = 10_000

/** A line in memory, for one process. */
export function createPasswordLine({ maxAtWork, maxWaiting, maxOfPerson, now }: LineOptions): PasswordLine {
  const waiting: Waiting[] = []
  const turnOf = new Map<string, number>()
  const workOf = new Map<string, { amount: number; atMs: number }>()
  let atWork = 0
  let numbers = 0
  let lastTurn = 0

  function worked(person: string): number {
    const work = workOf.get(person)
    return work ? Math.max(0, work.amount - (now() - work.atMs) / FORGOTTEN_AFTER_MS) : 0
  }

  function note({ network, person }: Asker): void {
    remember(turnOf, network, ++lastTurn)
    remember(workOf, person, { amount: worked(person) + 1, atMs: now() })
  }

  /** Of a network that is new, right before it came: else anyone who has many of them would always be first. */
  const lastTurnOf = ({ network, arrivedAtTurn }: Waiting) => turnOf.get(network) ?? arrivedAtTurn - 0.5

  /** A network whose turn is long ago, then a person with little work lately, then anyone who has waited longest. */
  function isBefore(one: Waiting, other: Waiting): boolean {
    const byNetwork = lastTurnOf(one) - lastTurnOf(other)
    if (byNetwork !== 0) return byNetwork < 0
    const byWork = Math.ceil(worked(one.person)) - Math.ceil(worked(other.person))
    return byWork === 0 ? one.number < other.number : byWork < 0
  }

  function startNext(): void {
    if (atWork >= maxAtWork) return
    const next = waiting.reduce<Waiting | null>(
      (best, each) => (best === null || isBefore(each, best) ? each : best),
      null,
    )
    if (next === null) return
    waiting.splice(waiting.indexOf(next), 1)
    atWork++
    note(next)
    next.start()
  }

  /** Of the network that has most places, and in it of the person who has, the newest is refused. */
  function makeRoom(): void {
    const ofNetwork = Map.groupBy(waiting, ({ network }) => network)
    const most = [...ofNetwork.values()].reduce((a, b) => (b.length > a.length ? b : a))
    const ofPerson = Map.groupBy(most, ({ person }) => person)
    // Where two have as many, the one who came last has fewer claims.
    const last = [...ofPerson.values()].reduce((a, b) => (b.length >= a.length ? b : a)).at(-1)
    if (!last) return
    waiting.splice(waiting.indexOf(last), 1)
    last.refuse(tooMany())
  }

  function enter(asker: Asker): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    if (waiting.filter(({ person }) => person === asker.person).length >= maxOfPerson) throw tooMany()
    waiting.push({ ...asker, number: numbers++, arrivedAtTurn: lastTurn, start: resolve, refuse: reject })
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

function tooMany(): AppError {
  return new AppError('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key)
  map.set(key, value)
  const oldest = map.size > MAX_REMEMBERED ? map.keys().next() : undefined
  if (oldest && !oldest.done) map.delete(oldest.value)
}
