import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A load program in a process of its own, so that its cost is not the server's. It answers each command once. */
export abstract class LoadProgram {
  readonly #child: ChildProcess

  constructor(script: string) {
    this.#child = fork(script)
    // Many may wait for an answer at once.
    this.#child.setMaxListeners(0)
    this.#child.on('exit', (code) => {
      if (code) throw new Error('The load program failed')
    })
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  end(): void {
    this.#child.disconnect()
  }

  /** Sends a command; gives the next message of this type. */
  protected async ask<T>(answer: string, command: object): Promise<T> {
    this.#child.send(command)
    while (true) {
      const [message] = await once(this.#child, 'message')
      if (message.type === answer) return message
    }
  }
}
