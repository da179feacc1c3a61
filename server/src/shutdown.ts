import type { Logger } from 'pino'

/** The steps that undo the start, in the other direction. */
export type Shutdown = {
  readonly isClosing: boolean
  /** Registers a step; the one added last runs first. */
  add(name: string, step: () => unknown): void
  /** Runs all steps, whatever becomes of each. Idempotent. */
  run(): Promise<void>
}

/** No step may take longer: the whole must end within 8 s. */
const STEP_LIMIT_MS = 3_000

/** How the station stops: what was started last stops first. */
export function createShutdown(logger: Logger): Shutdown {
  const steps: Array<{ name: string; step: () => unknown }> = []
  let running: Promise<void> | null = null

  async function runAll(): Promise<void> {
    for (const { name, step } of steps.toReversed()) {
      try {
        await within(STEP_LIMIT_MS, step)
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
  const timer = setTimeout(() => reject(new Error(`took longer than ${limitMs} ms`)), limitMs)
  try {
    await Promise.race([step(), tooLate])
  } finally {
    clearTimeout(timer)
  }
}
