import { join } from 'node:path'
import { LoadProgram } from './load-program.ts'
import type { Connection, Part } from './recorded-visit.ts'

/** Counts of the visitors since they began to come. `waitsMs` are those of their calls. */
export type VisitsReport = {
  waitsMs: number[]
  failures: string[]
  latePages: number
  dropped: number
  unanswered: number
}
export type Coming = { port: number; visit: Connection[]; parts: Part[]; count: number; seconds: number }

/** Visitors in a process of their own, so that their cost is not the server's. */
export class Visits extends LoadProgram {
  constructor() {
    super(join(import.meta.dirname, 'visits-process.ts'))
  }

  /** Lets visitors come, evenly, for so many seconds. Each sends only what asks these parts of the station. */
  async come(coming: Coming): Promise<void> {
    await this.ask('coming', { type: 'come', ...coming })
  }

  report(): Promise<VisitsReport> {
    return this.ask('report', { type: 'report' })
  }

  async leave(): Promise<void> {
    await this.ask('left', { type: 'leave' })
  }
}
