import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
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
export class Visits {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'visits-process.ts'))

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Lets visitors come, evenly, for so many seconds. Each sends only what asks these parts of the station. */
  async come(coming: Coming): Promise<void> {
    await this.#ask('coming', { type: 'come', ...coming })
  }

  report(): Promise<VisitsReport> {
    return this.#ask('report', { type: 'report' })
  }

  async leave(): Promise<void> {
    await this.#ask('left', { type: 'leave' })
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
