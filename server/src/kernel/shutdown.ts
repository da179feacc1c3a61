import type { Logger } from 'pino'

/** The steps that undo the start, in the other direction. */
export type Shutdown = {
  readonly isClosing: boolean
  /** Registers a step; the one added last runs first. */
  add(name: string, step: () => unknown): void
  /** Runs all steps, whatever becomes of each. Idempotent. */
  run(): Promise<void>
}

/** No step may take longer, and when several hang, those after them get what is left of the whole. */
const STEP_LIMIT_MS = 3_000
/** The whole must end within 8 s. */
const ALL_LIMIT_MS = 6_500
/** Time for each step: releasing the folder and closing connections take moments. */
const STEP_LEAST_MS = 100

/** Creates the shutdown of the station: what was started last stops first. */
export function createShutdown(logger: Logger): Shutdown {
  const steps: Array<{ name: string; step: () => unknown }> = []
  let running: Promise<void> | null = null

  async function runAll(): Promise<void> {
    const until = performance.now() + ALL_LIMIT_MS
    for (const { name, step } of steps.toReversed()) {
      const left = Math.max(STEP_LEAST_MS, until - performance.now())
      try {
        await within(Math.min(STEP_LIMIT_MS, left), step)
      } catch (error) {
        logger.error({ err: error, step: name }, 'a step of the shutdown failed')
      }
    }
  }

  return {
    get isClosing() {
      return running !== null
    },
    add: (name, step) => steps.push({ name, step }),
    run() {
      running ??= runAll()
      return running
    },
  }
}

async function within(limitMs: number, step: () => unknown): Promise<void> {
  const { promise: tooLate, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`took longer than ${Math.round(limitMs)} ms`)), limitMs)
  try {
    await Promise.race([step(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
