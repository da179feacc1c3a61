/** Reasons for which a station cannot serve: it stops, its database does not answer, or belongs to another version. */
export type Lack = 'stopping' | 'database' | 'migrations'

/** Inputs of the readiness check. */
export type ReadinessOptions = {
  isClosing(): boolean
  /** Asks the database for the newest step of its schema. Rejects when it is away. */
  askSchema(): Promise<string | null>
  /** The newest step that this program knows. */
  knownSchema: string | null
  /** Monotonic milliseconds. */
  now(): number
  /** Timeout of the database; unless given, 2 s. */
  limitMs?: number
}

/** Says what the station lacks to serve; nothing: it is ready. */
export type Readiness = () => Promise<Lack[]>

export const LIMIT_MS = 2_000
/** A question that a dead connection has swallowed is asked again after this time. */
const ASK_AGAIN_MS = 30_000

/**
 * Whether the station can serve. Redis and Icecast are not asked: while one is away the station goes on. Those who ask
 * together share one question, so that asking never fills the pool of a database that hangs.
 */
export function createReadiness({ limitMs = LIMIT_MS, ...options }: ReadinessOptions): Readiness {
  let asked: { atMs: number; answer: Promise<string | null> } | null = null

  function ask(): Promise<string | null> {
    const atMs = options.now()
    if (asked && atMs - asked.atMs < ASK_AGAIN_MS) return asked.answer
    const mine = { atMs, answer: options.askSchema() }
    asked = mine
    const forget = () => {
      if (asked === mine) asked = null
    }
    mine.answer.then(forget, forget)
    return mine.answer
  }

  return async () => {
    if (options.isClosing()) return ['stopping']
    const answer = await within(limitMs, ask())
    if (answer === 'away') return ['database']
    return answer.schema === options.knownSchema ? [] : ['migrations']
  }
}

type SchemaAnswer = { schema: string | null } | 'away'

async function within(limitMs: number, question: Promise<string | null>): Promise<SchemaAnswer> {
  const { promise: tooLate, resolve } = Promise.withResolvers<SchemaAnswer>()
  const timer = setTimeout(() => resolve('away'), limitMs)
  const answer = question.then(
    (schema): SchemaAnswer => ({ schema }),
    // Why it is away is in the log already; who watches wants to know that it is.
    (): SchemaAnswer => 'away',
  )
  try {
    return await Promise.race([answer, tooLate])
  } finally {
    clearTimeout(timer)
  }
}
