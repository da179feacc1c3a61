import { join } from 'node:path'
import type { Dialect } from './dialects.ts'
import { LoadProgram } from './load-program.ts'

/**
 * Counts of the subscribers since they were opened. `whole` of them had every message once; `agesMs` is a sample. Of those
 * that drain only `bytes` are known, each different number that some of them had.
 */
export type ReadersReport = {
  deliveries: number
  whole: number
  closed: number
  agesMs: number[]
  bytes: number[]
}

/** The first `stalled` stop reading once they are subscribed; `isDrained`: all only count bytes, for less of a processor. */
export type Reading = { stalled?: number; isDrained?: boolean }

/** Many chat subscribers in a process of their own, so that their cost is not the server's. */
export class Readers extends LoadProgram {
  constructor() {
    super(join(import.meta.dirname, 'readers-process.ts'))
  }

  /** Opens this many subscribers; resolves when each is subscribed. */
  async open(port: number, dialect: Dialect, count: number, reading: Reading = {}): Promise<void> {
    await this.ask('opened', { type: 'open', port, dialect, count, ...reading })
  }

  /** `messages` were sent, whose numbers sum up to `numbers`. */
  report(messages: number, numbers: number): Promise<ReadersReport> {
    return this.ask('report', { type: 'report', messages, numbers })
  }

  /** Lets those who stalled read on. */
  async wake(): Promise<void> {
    await this.ask('woken', { type: 'wake' })
  }

  async close(): Promise<void> {
    await this.ask('closed', { type: 'close' })
  }
}
