import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Dialect } from './dialects.ts'

/** Counts of the subscribers since they were opened. `whole` of them had every message once; `agesMs` is a sample. */
export type ReadersReport = { deliveries: number; whole: number; closed: number; agesMs: number[] }

/** Many chat subscribers in a process of their own, so that their cost is not the server's. */
export class Readers {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'readers-process.ts'))

  constructor() {
    this.#child.setMaxListeners(0)
    this.#child.on('exit', (code) => {
      if (code) throw new Error('The load program failed')
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Opens this many subscribers; resolves when each is subscribed. The first `stalled` of them stop reading then. */
  async open(port: number, dialect: Dialect, count: number, stalled = 0): Promise<void> {
    await this.#ask('opened', { type: 'open', port, dialect, count, stalled })
  }

  /** `messages` were sent, whose numbers sum up to `numbers`. */
  report(messages: number, numbers: number): Promise<ReadersReport> {
    return this.#ask('report', { type: 'report', messages, numbers })
  }

  /** Lets those who stalled read on. */
  async wake(): Promise<void> {
    await this.#ask('woken', { type: 'wake' })
  }

  async close(): Promise<void> {
    await this.#ask('closed', { type: 'close' })
  }

  end(): void {
    this.#child.disconnect()
  }

  async #ask<T>(answer: string, command: object): Promise<T> {
    this.#child.send(command)
    while (true) {
      const [message] = await once(this.#child, 'message')
      if (message.type === answer) return message
    }
  }
}
