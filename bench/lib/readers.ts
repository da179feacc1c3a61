import { join } from 'node:path'
import type { Dialect } from './dialects.ts'
import { LoadProgram } from './load-program.ts'

/** Counts of the subscribers since they were opened. `whole` of them had every message once; `agesMs` is a sample. */
export type ReadersReport = { deliveries: number; whole: number; closed: number; agesMs: number[] }

/** Many chat subscribers in a process of their own, so that their cost is not the server's. */
export class Readers extends LoadProgram {
  constructor() {
    super(join(import.meta.dirname, 'readers-process.ts'))
  }

  /** Opens this many subscribers; resolves when each is subscribed. The first `stalled` of them stop reading then. */
  async open(port: number, dialect: Dialect, count: number, stalled = 0): Promise<void> {
    await this.ask('opened', { type: 'open', port, dialect, count, stalled })
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
