import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export type CrowdReport = {
  connected: number
  dropped: number
  bytes: number
  /** Pages that came more than 500 ms after the one before: says something of `?delay=low` and `medium` alone. */
  latePages: number
  firstByteMs: number[]
}

/** Many listeners in a process of their own, so that their cost is not the server's. */
export class Crowd {
  readonly #child: ChildProcess = fork(join(import.meta.dirname, 'crowd-process.ts'))

  /** Opens listeners at this pace until there are this many; resolves when each new one has had its first byte. */
  async open(port: number, path: string, count: number, perSecond = 400): Promise<void> {
    await this.#ask('opened', { type: 'open', port, path, count, perSecond })
  }

  /** Returns the counts since the last report. */
  report(): Promise<CrowdReport> {
    return this.#ask('report', { type: 'report' })
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
