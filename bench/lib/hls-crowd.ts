import { join } from 'node:path'
import type { HlsListenerReport } from '@carillon/testkit/hls-listener'
import { LoadProgram } from './load-program.ts'

/** Many players of HLS in a process of their own, so that their cost is not the server's. */
export class HlsCrowd extends LoadProgram {
  constructor() {
    super(join(import.meta.dirname, 'hls-crowd-process.ts'))
  }

  /** Opens players at this pace, one after the other of several origins; resolves when each has sound. */
  async open(origins: string[], count: number, perSecond = 250): Promise<void> {
    await this.ask('open', { type: 'open', origins, count, perSecond })
  }

  async report(): Promise<HlsListenerReport[]> {
    return (await this.ask<{ reports: HlsListenerReport[] }>('report', { type: 'report' })).reports
  }

  async close(): Promise<void> {
    await this.ask('close', { type: 'close' })
  }
}
