import { join } from 'node:path'
import { LoadProgram } from './load-program.ts'

export type CrowdReport = {
  connected: number
  dropped: number
  bytes: number
  /** Pages that came more than 500 ms after the one before: says something of `?delay=low` and `medium` alone. */
  latePages: number
  firstByteMs: number[]
}

/** Many listeners in a process of their own, so that their cost is not the server's. */
export class Crowd extends LoadProgram {
  constructor() {
    super(join(import.meta.dirname, 'crowd-process.ts'))
  }

  /**
   * Opens listeners at this pace until there are this many, one after the other of several paths; resolves when each new
   * one has had its first byte.
   */
  async open(port: number, path: string | readonly string[], count: number, perSecond = 400): Promise<void> {
    await this.ask('opened', { type: 'open', port, paths: [path].flat(), count, perSecond })
  }

  /** Returns the counts since the last report. */
  report(): Promise<CrowdReport> {
    return this.ask('report', { type: 'report' })
  }

  async close(): Promise<void> {
    await this.ask('closed', { type: 'close' })
  }
}
